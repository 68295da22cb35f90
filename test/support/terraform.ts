import { delimiter, dirname, join } from "node:path";
import { type Ended, run, succeed } from "./process";
import { provider } from "./provider";

/** What `terraform init` has left for the settings of stacks, in this run of the tests; its set-up empties the folder. */
export const INITIALISED = join(__dirname, "../../node_modules/.cache/terraform-init");

type Variables = Readonly<NodeJS.ProcessEnv>;

/** Runs Terraform in a directory; returns what it said, and throws that when it fails. */
export async function terraform(
  directory: string,
  args: readonly string[],
  environment: Variables = {},
): Promise<string> {
  const all = { ...(await terraformEnvironment(directory)), ...environment };
  return (await succeed("terraform", [...args, "-no-color"], { directory, environment: all })).output;
}

/** Runs Terraform in a directory, also where it fails. */
export async function tryTerraform(
  directory: string,
  args: readonly string[],
  environment: Variables = {},
  signal?: AbortSignal,
): Promise<Ended> {
  const all = { ...(await terraformEnvironment(directory)), ...environment };
  return run("terraform", [...args, "-no-color"], { directory, environment: all, signal });
}

/** What is set for Terraform and what it starts. Nothing else is inherited but `PATH`. */
export async function terraformEnvironment(home: string): Promise<Readonly<Record<string, string>>> {
  return {
    // `node` in a local-exec is then the one that runs the tests.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    CHECKPOINT_DISABLE: "1",
    // Nobody is there to be asked.
    TF_INPUT: "0",
    // Terraform's Go hardly collects its garbage: a start takes a third less time
    GOGC: "1600",
    ...(await provider()).environment,
  };
}
