import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import { type App, LocalBackend, Manifest, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
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

test("references to entities of another stack are their plain values, and that stack comes first", () =>
  twoStacks<{ exposures: AssignmentSource; orders: MetricSource; beta: Segment }>(async (app, service, synth) => {
    const stacks = (sql: string): Stacks<{ exposures: AssignmentSource; orders: MetricSource; beta: Segment }> => ({
      first: (stack) => ({
        exposures: new AssignmentSource(stack, "exposures", { ...assignmentSource, sql }),
        orders: new MetricSource(stack, "orders", { ...metricSource, sql }),
        beta: new Segment(stack, "beta", segment),
      }),
      second: (stack, { exposures, orders, beta }) => {
        const groups = [{ id: "control", parameterValues: { of: `${orders.name} and ${beta.id}` } }];
        new Experiment(stack, "checkout", { ...experiment, assignmentSourceName: exposures.name, groups });
      },
    });
    synth(stacks("select 1"));
    expect(dependencies(app)).toEqual(["first"]);
    await app.apply("first");
    await app.apply("second");

    expect(service.record("experiment", "checkout_button")).toMatchObject({
      assignmentSourceName: "exposures",
      groups: [{ parameterValues: { of: "orders and beta_testers" } }],
    });
    // a change of the first is none of the second
    synth(stacks("select 2"));
    await app.apply("first");
    await app.expectNoChange("second");
  }));

test("a value that only Terraform knows reaches the other stack, and its changes do", () =>
  twoStacks<string>(async (app, service, synth) => {
    const stacks = (revision: string): Stacks<string> => ({
      first: (stack) => {
        new NullProvider(stack, "null");
        return new Resource(stack, "other", { triggers: { revision } }).id;
      },
      second: (stack, id) => {
        new MetricSource(stack, "orders", { ...metricSource, sql: `select '${id}'`, tags: [id] });
      },
    });
    for (const revision of ["1", "2"]) {
      synth(stacks(revision));
      await app.apply("first");
      await app.apply("second");
      await app.expectNoChange("second");
    }

    expect(dependencies(app)).toEqual(["first"]);
    const [created, updated] = service.calls.map(
      ({ body }) => body as { readonly sql: string; readonly tags: string[] },
    );
    expect(created?.sql).toBe(`select '${created?.tags[0]}'`);
    expect(updated?.sql).toBe(`select '${updated?.tags[0]}'`);
    expect(updated).not.toEqual(created);
  }));

test("a reference to an entity whose name only Terraform knows carries it to the other stack", () =>
  twoStacks<AssignmentSource>(async (app, service, synth) => {
    synth({
      first: (stack) => {
        const name = new TerraformVariable(stack, "name", { type: "string" }).stringValue;
        return new AssignmentSource(stack, "exposures", { ...assignmentSource, name });
      },
      second: (stack, { name }) => {
        const description = `Assigned by ${name}.`;
        new Experiment(stack, "checkout", { ...experiment, assignmentSourceName: name, description });
      },
    });
    await app.apply("first");
    await app.apply("second");

    expect(service.record("experiment", "checkout_button")).toMatchObject({
      assignmentSourceName: "exposures of 2024",
      description: "Assigned by exposures of 2024.",
    });
    await app.expectNoChange("second");
  }));

test("an output of another stack may be an experiment's id", () =>
  twoStacks<Construct & { readonly id: string }>(async (app, _, synth) => {
    synth({
      first: (stack) => new Experiment(stack, "checkout", experiment),
      second: (stack, { id }) => new TerraformOutput(stack, "link", { value: `/experiments/${id}` }),
    });
    await app.apply("first");

    expect(await app.apply("second")).toContain('link = "/experiments/checkout_button"');
  }));
