import { CommanderError } from "commander";
import { AdvisedError } from "../protocol/advised-error";

/** A command that has not done what it was asked for, or only a part of it. */
export class CommandError extends AdvisedError {
  override readonly name = "CommandError";
}

/** A command that has done all that it was asked for, and has found what it looks for. */
export class FoundError extends AdvisedError {
  override readonly name = "FoundError";
}

/** What the exit code of each command says. */
export const exitCodes = { nothingFound: 0, found: 1, notDone: 2 } as const;

/** The exit code of a command that has ended with an error: the one rule for all commands. */
export function exitCodeAfter(error: unknown): number {
  // commander ends so what was only asked for help
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.nothingFound;
  return error instanceof FoundError ? exitCodes.found : exitCodes.notDone;
}
