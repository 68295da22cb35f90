import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import { type App, LocalBackend, Manifest, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, MetricSource, Segment } from "../../lib";
import type { Emulator } from "../../lib/emulator";
import { type DeployedApp, deployedApp, services } from "../neighbours/app";
import { accessTo } from "./deployment";
import { aService, assignmentSource, experiment, metricSource, segment } from "./samples";

/** Deploys two stacks, the second of which refers to the first. */
function twoStacks<Shared>(
  test: (app: DeployedApp, service: Emulator, synth: (make: Stacks<Shared>) => void) => Promise<void>,
): Promise<void> {
  return services(1, (service) =>
    deployedApp({ ...accessTo(service), TF_VAR_name: "exposures of 2024" }, (app) =>
      test(app, service, ({ first, second }) =>
        app.synth((root) => {
          const shared = first(stackOf(root, app.directory, "first"));
          second(stackOf(root, app.directory, "second"), shared);
        }),
      ),
    ),
  );
}

/** What is in the two stacks. */
interface Stacks<Shared> {
  readonly first: (stack: TerraformStack) => Shared;
  readonly second: (stack: TerraformStack, shared: Shared) => void;
}

function stackOf(app: App, directory: string, name: string): TerraformStack {
  const stack = new TerraformStack(app, name);
  new LocalBackend(stack, { path: join(directory, `${name}.tfstate`) });
  aService()(stack);
  return stack;
}

/** The names of the stacks that have to be deployed before the second. */
function dependencies({ directory }: DeployedApp): unknown {
  const manifest = readFileSync(join(directory, "cdktf.out", Manifest.fileName), "utf8");
  const { stacks } = JSON.parse(manifest) as {
    readonly stacks: { readonly second: { readonly dependencies: unknown } };
  };
  return stacks.second.dependencies;
}

/** What the second stack refers to. */
interface Shared {
  readonly exposures: AssignmentSource;
  readonly named: AssignmentSource;
  readonly beta: Segment;
  readonly made: string;
}

test("references to another stack are plain values or Terraform's, whose changes reach it, and that stack comes first", () =>
  twoStacks<Shared>(async (app, service, synth) => {
    const stacks = (sql: string, revision: string): Stacks<Shared> => ({
      first: (stack) => {
        const name = new TerraformVariable(stack, "name", { type: "string" }).stringValue;
        new NullProvider(stack, "null");
        return {
          exposures: new AssignmentSource(stack, "exposures", { ...assignmentSource, sql }),
          named: new AssignmentSource(stack, "named", { ...assignmentSource, name }),
          beta: new Segment(stack, "beta", segment),
          made: new Resource(stack, "other", { triggers: { revision } }).id,
        };
      },
      second: (stack, { exposures, named, beta, made }) => {
        const groups = [{ id: "control", parameterValues: { of: `${beta.id}, ${named.name}` } }];
        const { id } = new Experiment(stack, "checkout", {
          ...experiment,
          assignmentSourceName: exposures.name,
          groups,
        });
        new MetricSource(stack, "orders", { ...metricSource, sql: `select '${made}'`, tags: [made] });
        new TerraformOutput(stack, "link", { value: `/experiments/${id}` });
      },
    });
    synth(stacks("select 1", "1"));
    expect(dependencies(app)).toEqual(["first"]);
    await app.apply("first");
    expect(await app.apply("second")).toContain('link = "/experiments/checkout_button"');
    expect(service.record("experiment", "checkout_button")).toMatchObject({
      assignmentSourceName: "exposures",
      groups: [{ parameterValues: { of: "beta_testers, exposures of 2024" } }],
    });
    const before = service.record("metric_source", "orders");
    expect(before?.tags).toEqual([expect.stringMatching(/^\d+$/)]);
    expect(before?.sql).toBe(`select '${String(before?.tags)}'`);
    await app.expectNoChange("second");

    // a change of the first is none of the second, but for what the second refers to
    synth(stacks("select 2", "1"));
    await app.apply("first");
    await app.expectNoChange("second");
    synth(stacks("select 2", "2"));
    await app.apply("first");
    await app.apply("second");
    expect(service.record("metric_source", "orders")).not.toEqual(before);
    await app.expectNoChange("second");
  }));
