import { visible } from "../api/escape-invisible";

/** A command that cannot go on, or has found what it was asked to look for. The text holds no secret. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  readonly exitCode: number = 1;

  /**
   * @param what what happened
   * @param next what to do
   * @param details further lines, one for each problem
   */
  constructor(
    what: string,
    readonly next: string,
    readonly details: readonly string[] = [],
  ) {
    super(what);
  }
}

/** A command that was asked for in a way that it does not understand. */
export class WrongUsageError extends CommandError {
  override readonly name = "WrongUsageError";
  override readonly exitCode = 2;
}

/** An error as a user reads it. Nothing in it can act on a terminal. */
export function errorText(error: unknown): string {
  if (!(error instanceof CommandError)) return visible(`error: ${error instanceof Error ? error.message : error}`);
  const lines = [`error: ${error.message}`, ...error.details.map((detail) => `  - ${detail}`), `  next: ${error.next}`];
  return lines.map(visible).join("\n");
}
