import { AdvisedError } from "../protocol/advised-error";

/** A command that cannot go on, or has found what it was asked to look for. */
export class CommandError extends AdvisedError {
  override readonly name: string = "CommandError";
  readonly exitCode: number = 1;
}

/** A command that was asked for in a way that it does not understand. */
export class WrongUsageError extends CommandError {
  override readonly name = "WrongUsageError";
  override readonly exitCode = 2;
}
