/** A call under `/console/v1` that arrived, refused or not. */
export interface ReceivedCall {
  /** HTTP method. */
  readonly method: string;
  /** Raw path: percent-encoded, with its query. */
  readonly path: string;
  /** Kind of entity that the path is about, or undefined when the service has no such path. */
  readonly kind: string | undefined;
  /** The body as it was sent. Undefined when it was not read, is not JSON or is too long, and without the key. */
  readonly body: unknown;
  /** Headers by lower-case name. The value of a key header is `***`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Status of the answer; undefined when there was none, or none yet. */
  readonly status: number | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
}

/** A call while it is being answered. */
export type OpenCall = { -readonly [Field in keyof ReceivedCall]: ReceivedCall[Field] };
