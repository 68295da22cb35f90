import { delimiter, dirname } from "node:path";
import { type RunResult, run } from "./process";
import { provider } from "./provider";

/** Only there to end a run that hangs: no test waits for it. */
const PATIENCE_IN_SECONDS = 100;

/** Runs Terraform in a directory, without asking and without colour; throws with all that it said when it fails. */
export async function terraform(
  directory: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { exitCode, output } = await tryTerraform(directory, args, environment);
  if (exitCode !== 0) throw new Error(`terraform ${args.join(" ")} ended with ${exitCode}:\n${output}`);
  return output;
}

/** Runs Terraform in a directory, without asking and without colour. */
export async function tryTerraform(
  directory: string,
  [command = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<RunResult> {
  return run("terraform", [command, "-no-color", ...(ASKING.has(command) ? ["-input=false"] : []), ...args], {
    directory,
    environment: { ...(await terraformEnvironment(directory)), ...environment },
    signal: AbortSignal.timeout(PATIENCE_IN_SECONDS * 1000),
  });
}

/** What is set for Terraform and what it starts. Nothing else is inherited but `PATH`. */
export async function terraformEnvironment(home: string): Promise<Readonly<Record<string, string>>> {
  return {
    // `node` in a local-exec is then the one that runs the tests.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    CHECKPOINT_DISABLE: "1",
    // Terraform's Go hardly collects its garbage: a start takes a third less time
    GOGC: "1600",
    ...(await provider()).environment,
  };
}

const ASKING = new Set(["init", "plan", "apply"]);
