import type { Kind } from "../api/kind";
import { titleOf } from "../text/names";
import { type Fields, joined, Opaque } from "../value/value";
import { resourceNameOf, resourceNameOfPath, suffixes } from "./resource-name";

/** What distinguishes an entity from others. */
export interface Identity {
  /** Names of the fields that identify it. */
  readonly fields: readonly string[];
  /** What messages call it: `checkout_button`, `Metrics/s3/revenue`. A deferred value where only the deploy knows it. */
  readonly text: string | Opaque;
  /** Terraform's name of the resource that creates it: the key inside a stack. */
  readonly resourceName: string;
}

/**
 * Identifies an entity. Where only the deploy knows its identity, the path of its construct takes the place of that.
 *
 * @param path of the construct
 */
export function identityOf(kind: Kind, fields: Fields, path: string): Identity {
  const parts = kind.identity.map((field) => fields[field] ?? "");
  const texts = parts.filter((part) => !(part instanceof Opaque)).map(String);
  const isKnown = texts.length === parts.length && texts.some((text) => text !== "");
  const name = isKnown ? resourceNameOf(kind.name, texts) : resourceNameOfPath(kind.name, path);
  return {
    fields: kind.identity,
    text: textOfIdentity(kind.identity, fields),
    resourceName: name + (fields.dryRun === true ? suffixes.dryRun : ""),
  };
}

/** What messages call the entity with these fields. */
export function textOfIdentity(identity: readonly string[], fields: Fields): string | Opaque {
  const parts = identity
    .map((field) => fields[field] ?? "")
    .map((part) => (part instanceof Opaque ? part : String(part)));
  return joined(parts.filter((part) => part !== "").flatMap((part, index) => (index === 0 ? [part] : ["/", part])));
}

/** "experiment one_page_checkout", as people read of it. */
export function titleOfEntity({
  kind,
  identity: { text },
}: {
  readonly kind: Pick<Kind, "name">;
  readonly identity: Pick<Identity, "text">;
}): string {
  return titleOf({ kind: kind.name, name: typeof text === "string" ? text : null });
}
