import { AdvisedError, type Topic } from "../text/errors";

/** An error of the applier. */
export class ApplierError extends AdvisedError {
  override readonly name: string = "ApplierError";
}

/** Nothing was sent: the request, its values or the settings are not valid. */
export class NotSentError extends ApplierError {
  override readonly name = "NotSentError";

  /** @param next what to do: that nothing was sent follows, because Terraform takes the resource for tainted all the same */
  constructor(what: string, next: string, details: readonly string[] = [], topic?: Topic) {
    super(what, `${next}; nothing was sent`, details, topic);
  }
}

/** The applier was asked to stop. */
export class InterruptedError extends ApplierError {
  override readonly name = "InterruptedError";
}
