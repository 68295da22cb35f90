import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator } from "../../lib/emulator";
import { accessTo } from "../support/deployment";
import { inFolder } from "../support/temporary-folder";
import { costOf } from "./costs";

const CLI = join(__dirname, "../../dist/cli/main.js");
const WORKER = [join(__dirname, "../support/run.mjs"), join(__dirname, "synth-worker.ts"), "terraform_data"];

/** The stack of the worker. */
const STACK = "cdktf.out/stacks/stack";

/** Seconds of each step that people wait for. */
type Waits = Readonly<Record<"synth" | "deploy" | "plan" | "review", number>>;

/**
 * Prints how long people wait for so many experiments of `terraform_data`, with a local state, beside what Terraform takes for
 * as many resources that run nothing.
 */
export async function printWaits(count: number): Promise<void> {
  const { synth, deploy, plan, review } = await waitsFor(count, true);
  const alone = await waitsFor(count, false);
  const beside = (ours: number, terraforms: number) =>
    `${ours.toFixed(1)} s (Terraform alone ${terraforms.toFixed(1)} s)`;
  console.log(
    [
      `${count} experiments: synth ${synth.toFixed(1)} s`,
      `first deploy ${beside(deploy, alone.deploy)}`,
      `plan, nothing changed ${beside(plan, alone.plan)}`,
      `review of a change of each ${review.toFixed(1)} s`,
    ].join("; "),
  );
}

/** @param calls whether the resources make their calls, or are bare ones with the same values */
function waitsFor(count: number, calls: boolean): Promise<Waits> {
  return inFolder(async (directory) => {
    const emulator = await startEmulator();
    const stack = join(directory, STACK);
    const environment = { ...accessTo(emulator), CHECKPOINT_DISABLE: "1" };
    const wait = async (argv: readonly string[], where = directory) =>
      (await costOf({ argv, environment, directory: where })).wall;
    const terraform = (...args: string[]) => wait(["terraform", ...args, "-input=false", "-no-color"], stack);
    const synth = async (allocation: number) => {
      const seconds = await wait(["node", ...WORKER, `${count}`, `${allocation}`]);
      if (!calls) await makeBare(join(stack, "cdk.tf.json"));
      return seconds;
    };
    try {
      const waits = { synth: await synth(10), init: await terraform("init") };
      const deploy = await terraform("apply", "-auto-approve");
      // it ends with 2, and so with an error here, when there is something to do
      const plan = await terraform("plan", "-detailed-exitcode");
      await synth(60);
      await terraform("plan", "-out=plan");
      const review = calls ? await wait(["node", CLI, "review"]) : 0;
      return { ...waits, deploy, plan, review };
    } finally {
      await emulator.close();
    }
  });
}

interface Bare {
  readonly triggers_replace: Readonly<Record<string, unknown>>;
}

/** Leaves of each resource its values alone. */
async function makeBare(path: string): Promise<void> {
  const { terraform, resource } = JSON.parse(await readFile(path, "utf8")) as {
    readonly terraform: object;
    readonly resource: { readonly terraform_data: Readonly<Record<string, Bare>> };
  };
  const bare = Object.entries(resource.terraform_data).map(([name, { triggers_replace }]) => {
    // the package's is another in each apply
    const created = "created" in triggers_replace ? { created: "once" } : {};
    return [name, { triggers_replace: { ...triggers_replace, ...created } }];
  });
  await writeFile(path, JSON.stringify({ terraform, resource: { terraform_data: Object.fromEntries(bare) } }));
}
