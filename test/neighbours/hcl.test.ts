import { existsSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { App, LocalBackend, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { ExperimentationService, fromEnvironment, MetricSource, PromptVersion } from "../../lib";
import { type Call, type Deployment, deployment, operations, sorted, unwrapped } from "../e2e/deployment";
import {
  anExperiment,
  aSegment,
  type Build,
  metricSource,
  oneOfEach,
  promptVersion,
  segment,
  together,
} from "../e2e/samples";
import type { RunResult } from "../support/child-process";

/** Synthesises as `cdktf synth --hcl` does, and runs Terraform. */
async function withHcl({ workspace }: Deployment, build: Build, ...command: readonly string[]): Promise<RunResult> {
  const app = inHcl(() => new App({ outdir: join(workspace.directory, "cdktf.out") }));
  const stack = inHcl(() => new TerraformStack(app, "stack"));
  new LocalBackend(stack, { path: relative(workspace.stackDirectory, workspace.statePath) });
  build(stack);
  app.synth();
  rmSync(join(workspace.stackDirectory, "cdk.tf.json"), { force: true });

  const isInitialised = existsSync(join(workspace.stackDirectory, ".terraform"));
  if (!isInitialised) await workspace.terraform(["init", "-input=false"]);
  return workspace.terraform([...command, "-input=false"]);
}

/** The framework asks the environment whenever it makes an app or a stack. */
function inHcl<T>(make: () => T): T {
  process.env.SYNTH_HCL_OUTPUT = "true";
  try {
    return make();
  } finally {
    delete process.env.SYNTH_HCL_OUTPUT;
  }
}

const apply = ["apply", "-auto-approve"] as const;
const planOfNothing = ["plan", "-detailed-exitcode"] as const;

/** Texts that mean something to Terraform's languages, or to the framework's renderer. */
const texts = [
  'say "hi" and \\ "\\n"',
  "two\nlines\r\nand\ttabs\u0001",
  "$" + "{user.name} %{if} $$" + "{x} 100% $ %",
  "[1, 2",
  '{"a": "b\\"c"}',
  '"quoted"',
  "007",
  "null",
  "EOF",
  "grüße 🎉 漢字",
  "$",
  "",
];

const nasty: Build = (stack) => {
  const schema = new TerraformVariable(stack, "schema", { type: "string", default: "shop" });
  const source = new MetricSource(stack, "nasty", {
    ...metricSource,
    name: texts.join("|"),
    sql: `select "\${x}" %{y} \\ from ${schema.stringValue}.t where a = "$${schema.stringValue}"`,
    description: texts[1],
    tags: texts,
    reapply: 'again "and" again',
  });
  const version = new PromptVersion(stack, "version", {
    ...promptVersion,
    id: undefined,
    prompts: [{ content: `${fromEnvironment("SERVICE_API_KEY")} ${schema.stringValue} \${x} "`, role: source.name }],
  });
  new PromptVersion(stack, "fixed", { ...promptVersion, id: "fixed", prompts: texts.map((content) => ({ content })) });
  new TerraformOutput(stack, "version-id", { value: version.id });
};

const everything = together(oneOfEach, nasty);
const onTerraformData: Build = (stack) => {
  new ExperimentationService(stack, "service", { resourceType: "terraform_data" });
  everything(stack);
};

/** The calls of a deploy from JSON. */
let callsOfJson: readonly Call[];
beforeAll(() =>
  deployment(async (service) => {
    callsOfJson = (await service.deploy(onTerraformData)).calls;
  }),
);

test.each([
  ["null_resource", everything],
  ["terraform_data", onTerraformData],
])(
  "on %s, HCL is deployed by the calls that JSON is, then by none, and JSON goes on where HCL was",
  async (_, build) => {
    await deployment(async (service) => {
      const { output, exitCode } = await withHcl(service, build, ...apply);
      expect(output).not.toContain("Warning");
      expect(exitCode).toBe(0);
      expect(sorted(service.calls)).toEqual(sorted(callsOfJson));

      expect(await withHcl(service, build, ...planOfNothing)).toMatchObject({ exitCode: 0 });
      rmSync(join(service.workspace.stackDirectory, "cdk.tf"));
      expect(await service.plan(build)).toMatchObject({ isEmpty: true });
    });
  },
);

test("a change is planned and sent from HCL, and one that no call can make is refused while planning", () =>
  deployment(async (service) => {
    const both = (allocation: number, description?: string) =>
      together(anExperiment({ allocation }), aSegment({ description }));
    await withHcl(service, both(50), ...apply);
    const changed = await withHcl(service, both(70), ...apply);

    expect(changed.output).toContain('"allocation"                = "50" -> "70"');
    expect(operations(service.calls)).toEqual([
      "POST /console/v1/experiments",
      "POST /console/v1/experiments/checkout_button",
      "POST /console/v1/segments",
    ]);
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 70 });

    const { output, exitCode } = await withHcl(service, both(70, 'The "second".'), ...apply);
    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(`segment "${segment.id}" (stack/beta): description changed, but`);
    expect(service.calls).toHaveLength(3);
  }));
