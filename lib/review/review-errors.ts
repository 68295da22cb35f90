/** A plan that a review cannot be made of. */
export class UnusablePlanError extends Error {
  override readonly name = "UnusablePlanError";

  /**
   * @param what what is wrong with it
   * @param details further lines, each about one fact
   */
  constructor(
    what: string,
    readonly details: readonly string[] = [],
  ) {
    super(what);
  }
}
