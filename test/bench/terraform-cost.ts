import { provider } from "../support/provider";
import type { Cost } from "./figures";
import { costOf } from "./processes";
import { accessTo, type Site } from "./synthesised";

/**
 * What a command of Terraform costs, with all that it starts: a stand-in for the provider is not among that, since it
 * runs in the benchmark's own process.
 *
 * @throws Error when the exit code is not 0
 */
export async function costOfTerraform({ workspace, emulator }: Site, args: readonly string[]): Promise<Cost> {
  return costOf({
    program: "terraform",
    args: args.slice(0, -1),
    each: args.slice(-1),
    environment: { ...(await provider()).environment, ...accessTo(emulator), CHECKPOINT_DISABLE: "1" },
    directory: workspace.stackDirectory,
  });
}
