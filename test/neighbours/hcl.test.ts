import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { App, LocalBackend, TerraformStack } from "cdktf";
import { type Call, Deployment, deployment, operations, sorted, unwrapped } from "../e2e/deployment";
import { anExperiment, aSegment, type Build, experiment, segment, together } from "../e2e/samples";
import { type RunResult, run } from "../support/child-process";
import { onType } from "./hcl-forms";

/** Synthesises every form by the real `cdktf synth --hcl`, in a project of its own. */
async function synthHcl({ workspace: { directory } }: Deployment): Promise<void> {
  const program = ["test/support/run.mjs", "test/neighbours/hcl-app.ts"].map((file) => `"${resolve(file)}"`).join(" ");
  const settings = { language: "typescript", app: `node ${program}`, sendCrashReports: "false", projectId: "hcl" };
  writeFileSync(join(directory, "cdktf.json"), JSON.stringify(settings));
  const { exitCode, output } = await run(resolve("node_modules/.bin/cdktf"), ["synth", "--hcl"], {
    directory,
    environment: { PATH: process.env.PATH ?? "", HOME: directory, CHECKPOINT_DISABLE: "1" },
    signal: AbortSignal.timeout(100_000),
  });
  if (exitCode !== 0) throw new Error(output);
}

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

/** What is adopted exists. */
const adopted: Call = {
  operation: "POST /console/v1/experiments",
  body: { ...experiment, id: "layered", layerID: "l1" },
};

test("what the real command synthesises as HCL is valid, is deployed by the calls that JSON is, then by none, and JSON goes on", () =>
  deployment(async (service) => {
    const { emulator, workspace } = service;
    await service.callByHand(adopted);
    const { calls } = await service.deploy(onType("terraform_data"));
    await synthHcl(service);
    for (const type of ["null_resource", "terraform_data"] as const) {
      const stack = new Deployment(emulator, workspace.stack(type));
      const { stackDirectory } = stack.workspace;
      const terraform = (...args: readonly string[]) => stack.workspace.terraform(args);
      emulator.reset();
      await service.callByHand(adopted);
      await terraform("init", "-input=false");
      expect((await terraform("validate")).output).toContain("Success! The configuration is valid.");
      const { output, exitCode } = await terraform(...apply, "-input=false");
      expect(output).not.toContain("Warning");
      expect(exitCode).toBe(0);
      expect(sorted(service.calls.slice(1))).toEqual(sorted(calls));

      expect(await terraform(...planOfNothing, "-input=false")).toMatchObject({ exitCode: 0 });
      rmSync(join(stackDirectory, "cdk.tf"));
      expect(await stack.plan(onType(type))).toMatchObject({ isEmpty: true });
    }
  }));

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
