import { AdvisedError } from "../protocol/advised-error";

/** An error of the applier. */
export class ApplierError extends AdvisedError {
  override readonly name: string = "ApplierError";
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
