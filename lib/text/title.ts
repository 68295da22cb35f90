/** An entity as people read of it. */
export interface Titled {
  readonly kind: string;
  /** Null where it is known at deploy time only. */
  readonly name: string | null;
}

/** "experiment one_page_checkout (checkout/one-page)"; without a place where none is given. */
export function titleOf({ kind, name, place }: Titled & { readonly place?: string | undefined }): string {
  return `${labelOf(kind)} ${nameText(name)}${place === undefined ? "" : ` (${place})`}`;
}

/** The name of an entity as a reader sees it. */
export function nameText(name: string | null): string {
  return name ?? "(named during the deploy)";
}

/** A kind as messages name it: "metric source" for `metric_source`. */
export function labelOf(kind: string): string {
  return kind.replaceAll("_", " ");
}

/** Where the code has an entity. */
export interface Placed {
  /** Path of the construct. */
  readonly construct: string;
  /** The file that declares it, if one does: `experiments/gift_note.yaml`. */
  readonly file?: string;
}

/** Where people find an entity: the file that declares it, or else the construct; nowhere once it has left the code. */
export function placeText<Construct extends string | undefined>(placed: {
  readonly construct?: Construct;
  readonly file?: string | undefined;
}): string | Construct {
  return placed.file ?? (placed.construct as Construct);
}
