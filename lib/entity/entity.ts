import type { Kind } from "../api/kind";
import { titleOf } from "../text/names";
import { type Fields, joined, Opaque } from "../value/value";
import { resourceNameOf, resourceNameOfPath, suffixes } from "./resource-name";
import { type StepOptions, type Steps, stepsOf } from "./steps";

/** What a construct declares: one entity of the service, and what deploys may send for it. Frozen. */
export interface Entity extends Steps {
  /** Path of the construct. */
  readonly construct: string;
  /** The file that declares it, if one does: `experiments/gift_note.yaml`. */
  readonly file?: string;
  readonly kind: Kind;
  readonly identity: Identity;
  /** All that is declared, with what is derived from it. */
  readonly fields: Fields;
  /** Whether it exists already: no create. */
  readonly adopt: boolean;
  /** Names of the warnings and risks that the construct acknowledges. */
  readonly acknowledged: readonly string[];
  /** Whether it is left alone once it is created. What is only tried out is not. */
  readonly ignoreChanges: boolean;
  /** The day on which it should have ended: `2026-12-18`. */
  readonly endsOn: string | undefined;
}

/** What an entity is made of. */
export interface EntitySource
  extends Pick<Entity, "construct" | "file" | "kind" | "fields" | "acknowledged">,
    StepOptions {
  /** Those of the fields that calls may send; all when left out. */
  readonly sent?: Fields;
  readonly endsOn?: string | undefined;
}

/** Makes an entity from its fields. */
export function entityOf({
  construct,
  file,
  kind,
  fields,
  sent = fields,
  acknowledged,
  endsOn,
  ...options
}: EntitySource): Entity {
  const entity: Entity = {
    construct,
    file,
    kind,
    identity: identityOf(kind, fields, construct),
    fields,
    adopt: options.adopt === true,
    acknowledged,
    ignoreChanges: options.ignoreChanges === true && fields.dryRun !== true,
    endsOn,
    ...stepsOf(kind, sent, options),
  };
  // not the kind, which all entities of its kind share
  for (const value of Object.values({ ...entity, kind: null })) freezeDeeply(value);
  return Object.freeze(entity);
}

/** Freezes a value and all in it, but for tokens of the framework. */
export function freezeDeeply(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  if (value instanceof Opaque) return;
  for (const inner of Object.values(value)) freezeDeeply(inner);
}

/** What distinguishes an entity from others. */
interface Identity {
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
function identityOf(kind: Kind, fields: Fields, path: string): Identity {
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
export function titleOfEntity({ kind, identity: { text } }: Pick<Entity, "kind" | "identity">): string {
  return titleOf({ kind: kind.name, name: typeof text === "string" ? text : null });
}
