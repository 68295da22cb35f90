import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { command } from "../cli/command";
import { type Call, Deployment, deployment, operations, sorted, unwrapped } from "../support/deployment";
import { succeed } from "../support/process";
import { experiment } from "../support/samples";
import { terraformEnvironment } from "../support/terraform";
import { onType } from "./hcl-forms";

/** Synthesises every form by the real `cdktf synth --hcl`, in a project of its own. */
async function synthHcl({ workspace: { directory } }: Deployment): Promise<void> {
  const program = ["test/support/run.mjs", "test/neighbours/hcl-app.ts"].map((file) => `"${resolve(file)}"`).join(" ");
  const settings = { language: "typescript", app: `node ${program}`, sendCrashReports: "false", projectId: "hcl" };
  writeFileSync(join(directory, "cdktf.json"), JSON.stringify(settings));
  await succeed(resolve("node_modules/.bin/cdktf"), ["synth", "--hcl"], {
    directory,
    environment: { PATH: process.env.PATH ?? "", HOME: directory, CHECKPOINT_DISABLE: "1" },
  });
}

const apply = ["apply", "-auto-approve"] as const;
const layer = { path: "layerID", after: "l1" };
const planOfNothing = ["plan", "-detailed-exitcode"] as const;

/** What is adopted exists. */
const adopted: Call = {
  operation: "POST /console/v1/experiments",
  body: { ...experiment, id: "layered", layerID: "l1" },
};

test("what the real command synthesises as HCL is valid, is deployed by the calls that JSON is, then by none; what no call can change is refused, a change is sent, and JSON goes on; a review says what is planned", () =>
  deployment(async (service) => {
    const { emulator, workspace } = service;
    await service.callByHand(adopted);
    const { calls } = await service.deploy(onType("terraform_data"));
    await synthHcl(service);
    const types = ["null_resource", "terraform_data"] as const;
    for (const type of types) {
      const stack = new Deployment(emulator, workspace.stack(type));
      const { stackDirectory } = stack.workspace;
      const terraform = (...args: readonly string[]) => stack.workspace.terraform(args);
      emulator.reset();
      await service.callByHand(adopted);
      await terraform("init");
      expect((await terraform("validate")).output).toContain("Success! The configuration is valid.");
      await terraform("plan", "-out=plan");
      const { directory } = workspace;
      const environment = await terraformEnvironment(directory);
      const review = await command(["review", type, "--format", "json"], { directory, environment });
      expect(JSON.parse(review.stdout).stacks[0].changes).toContainEqual(
        expect.objectContaining({ action: "adopt", name: "layered", fields: expect.arrayContaining([layer]) }),
      );
      const { output, exitCode } = await terraform("apply", "plan");
      expect(output).not.toContain("Warning");
      expect(exitCode).toBe(0);
      expect(sorted(service.calls.slice(1))).toEqual(sorted(calls));

      expect(await terraform(...planOfNothing)).toMatchObject({ exitCode: 0 });
      const refused = await terraform("plan", "-var=place=south");
      expect(refused.exitCode).toBe(1);
      expect(unwrapped(refused.output)).toContain(`segment "guarded" (${type}/guarded): description changed, but`);
      const before = service.calls.length;
      expect(await terraform(...apply, "-var=schema=store")).toMatchObject({ exitCode: 0 });
      expect(operations(service.calls.slice(before))).toEqual([
        expect.stringMatching("^POST /console/v1/metrics/metric_source/"),
        "POST /console/v1/prompts/support_bot/versions",
      ]);
      rmSync(join(stackDirectory, "cdk.tf"));
    }
    for (const type of types) {
      const plan = new Deployment(emulator, workspace.stack(type)).plan(onType(type), {
        environment: { TF_VAR_schema: "store" },
      });
      expect(await plan).toMatchObject({ isEmpty: true });
    }
  }));
