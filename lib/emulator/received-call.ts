/** A call under `/console/v1` as it arrived, refused or not. */
export interface ReceivedCall {
  readonly method: string;
  /** Raw: percent-encoded, with its query. */
  readonly path: string;
  /** Kind of entity that the path is about, or undefined when the service has no such path. */
  readonly kind: string | undefined;
  /** The body as it travelled; undefined when it was not read, when it is no JSON or too long, and of a call without the key. */
  readonly body: unknown;
  /** By lower-case name; the value of a key header is `***`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Status that was answered; undefined when none was, or not yet. */
  readonly status: number | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
}

/** A call while it is being answered. */
export type OpenCall = { -readonly [Field in keyof ReceivedCall]: ReceivedCall[Field] };
