/** An error of the applier. Its text says what happened and what to do next, and holds no secret. */
export class ApplierError extends Error {
  override readonly name: string = "ApplierError";

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

/** Nothing was sent: the request, its values or the settings are not valid. */
export class NotSentError extends ApplierError {
  override readonly name = "NotSentError";
}

/** The call did not succeed: the service refused it, or did not answer. */
export class RefusedError extends ApplierError {
  override readonly name = "RefusedError";
}

/** It is unknown whether the call took effect. */
export class UnknownOutcomeError extends ApplierError {
  override readonly name = "UnknownOutcomeError";
}

/** The applier was asked to stop. */
export class InterruptedError extends ApplierError {
  override readonly name = "InterruptedError";
}

/** The applier failed for a reason that it does not know. */
export class DefectError extends ApplierError {
  override readonly name = "DefectError";

  constructor(what: string) {
    super(what, "this is a defect of cdktf-experimentation; please report it with this text");
  }
}

/** An error as a user reads it. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApplierError)) return `error: ${error instanceof Error ? error.message : String(error)}`;
  return [`error: ${error.message}`, ...error.details.map((detail) => `  - ${detail}`), `  next: ${error.next}`].join(
    "\n",
  );
}
