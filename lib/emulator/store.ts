/** Fields of an entity, by name. */
export type Content = Readonly<Record<string, unknown>>;

/** One entity that the service keeps. */
export interface StoredRecord {
  /** Name of the kind, for example `metric_source`. */
  readonly kind: string;
  /** Its identity; several fields are joined by `/`. */
  readonly id: string;
  /**
   * Its fields, spelled as they were sent: from the bodies and paths of its calls, the later over the earlier, and
   * those that the service fills in at creation. `dryRun` is not among them.
   */
  readonly data: Content;
  /** When it was made, in milliseconds since 1970. */
  readonly createdTime: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly modifiedTime: number;
}

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
  /** Status of the response; undefined when there was none, or none yet. */
  readonly status: number | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
}

/** What an emulator has kept. */
export interface Listed {
  readonly records: readonly StoredRecord[];
  readonly calls: readonly ReceivedCall[];
}
