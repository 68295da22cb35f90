import { AdvisedError } from "../text/errors";

/** A platform could not be asked, or does not do as its interface says. Its text holds no token. */
export class PlatformError extends AdvisedError {
  override readonly name: string = "PlatformError";
}

/** The token may not do this, or nothing is there: 401, 403, 404 or 410. */
export class RefusedError extends PlatformError {
  override readonly name = "RefusedError";

  constructor(
    what: string,
    next: string,
    readonly status: number,
  ) {
    super(what, next);
  }
}

/** Nobody knows whether something was written. */
export class UnclearWriteError extends PlatformError {
  override readonly name = "UnclearWriteError";
}
