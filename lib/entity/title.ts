import { labelOf } from "../api/resource";
import type { Entity } from "./entity";

/** An entity as a command lists it. */
export interface Titled {
  readonly kind: string;
  /** Null where the deploy gives it. */
  readonly name: string | null;
}

/** The name of an entity as a reader sees it. */
export function nameText(name: string | null): string {
  return name ?? "(named during the deploy)";
}

/** "experiment one_page_checkout". */
export function entityTitle({ kind, name }: Titled): string {
  return `${labelOf(kind)} ${nameText(name)}`;
}

/** `experiment "one_page_checkout"`, as synth says it; the kind alone where only the deploy knows the identity. */
export function quotedTitle({ resource, identity: { text } }: Entity): string {
  return `${labelOf(resource.kind)}${typeof text === "string" ? ` ${JSON.stringify(text)}` : ""}`;
}

/** Where the code has an entity. */
export interface Placed {
  /** Path of the construct. */
  readonly construct: string;
  /** The file that declares it, if one does: `experiments/gift_note.yaml`. */
  readonly file?: string;
}

/** Where people find an entity: the file that declares it, or else the construct. */
export function placeText({ construct, file }: Placed): string {
  return file ?? construct;
}

/** "experiment one_page_checkout (checkout/one-page)"; without a place where the entity has left the code. */
export function placedTitle({ construct, file, ...entity }: Titled & Partial<Placed>): string {
  return construct === undefined ? entityTitle(entity) : `${entityTitle(entity)} (${placeText({ construct, file })})`;
}
