import { visible } from "./visible";

/** What all errors of the package's public API are. */
export abstract class ExperimentationError extends Error {}

/** An error that says what happened and what to do next. Its text holds no secret. */
export class AdvisedError extends Error {
  override readonly name: string = "AdvisedError";

  /**
   * @param what what happened
   * @param next what to do
   * @param details further lines, each about one fact
   */
  constructor(
    what: string,
    readonly next: string,
    readonly details: readonly string[] = [],
  ) {
    super(what);
  }
}

/** The lines of an error as a user reads it. Nothing in them can act on a terminal. */
export function errorLines(error: unknown): string[] {
  const lines =
    error instanceof AdvisedError
      ? [`error: ${error.message}`, ...error.details.map((detail) => `  - ${detail}`), `  next: ${error.next}`]
      : [`error: ${error instanceof Error ? error.message : String(error)}`];
  return lines.map(visible);
}
