import type { Kind } from "../api/kind";
import { type Fields, Opaque } from "../value/value";
import { type Identity, identityOf } from "./identity";
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
  return frozenEntity({
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
  });
}

/** Freezes what is declared; not the kind, which all entities of its kind share. */
function frozenEntity(entity: Entity): Entity {
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
