import type { Command } from "commander";

/** Says of a command that it takes stacks, and where they are: the same words, with the same meaning, everywhere. */
export function takingStacks(command: Command): Command {
  return command
    .argument("[stack...]", "names of stacks, or patterns with *, as cdktf takes them; all stacks when left out")
    .option("--output <folder>", "folder that cdktf synth has written to (default: as in cdktf.json, else cdktf.out)");
}
