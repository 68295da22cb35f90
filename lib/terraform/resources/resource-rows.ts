import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { SERVICE_TRIGGER, serviceResourcePrefix, suffixes } from "../../entity/resource-name";
import { type Action, isDueAtFirst, sentFields, stepFor } from "../../entity/step";
import { Opaque } from "../../value/value";
import { type Hcl, hcl, reference } from "../language/hcl";
import { guard } from "./guard";
import { fixedRefusal, frozenRefusal, lostRefusal, type Refusal } from "./refusals";
import { THIS_APPLY } from "./stack-wide";
import type { TriggerResourceType } from "./trigger-resource";

/** One of the Terraform resources that an entity may have. */
export interface ResourceRow {
  /** Its construct id. An entity has at most one of the two revisions. */
  readonly id: "service" | "identity" | "record" | "revision" | "upsert";
  readonly when: (entity: Entity) => boolean;
  /** Its name in Terraform, made of the entity's. */
  readonly name: (resourceName: string) => string;
  /** What its triggers hold besides fields. */
  readonly own?: (entity: Entity) => readonly OwnTrigger[];
  /** Names of the fields that its triggers hold, where they are declared. */
  readonly fields?: (entity: Entity) => readonly string[];
  /** What Terraform does about a change of its triggers; what cannot be ignored, it refuses. */
  readonly onChange: (entity: Entity) => "ignore" | "replace";
  /** The resources before it with which it is replaced, too, as far as the entity has them. */
  readonly replacedWith?: (entity: Entity) => readonly ResourceRow["id"][];
  readonly run?: (entity: Entity, type: TriggerResourceType) => Run | undefined;
  /** Whether it refuses to be of another service than the declared, and also of another entity. */
  readonly refusesOrigin?: (entity: Entity) => "service" | "service and identity" | undefined;
  /** What it refuses besides. */
  readonly refuses?: (entity: Entity, context: Context) => readonly Refusal[];
}

/** The call of a resource, unless a condition holds. */
interface Run {
  readonly action: Action;
  readonly unless?: Hcl;
}

/** What refusals are made with. */
interface Context {
  readonly scope: Construct;
  readonly type: TriggerResourceType;
  /** Terraform's name of the resource. */
  readonly name: string;
}

/** The Terraform resources of entities, in the order in which they are made. The last one holds the fields that others refer to. */
export const resourceRows: readonly ResourceRow[] = [
  {
    // a change replaces the upsert, which forgets what it held
    id: "service",
    // what is only tried out is at no service
    when: ({ form, steps: [step] }) => form === "single" && step?.action !== "dry-run",
    name: (name) => `${serviceResourcePrefix}${name}`,
    own: () => [SERVICE_TRIGGER],
    onChange: () => "ignore",
    refusesOrigin: () => "service",
  },
  {
    // the resource name does not show that an identity changes that only Terraform knows
    id: "identity",
    when: ({ form, ignoreChanges, identity, fields }) =>
      (form === "record" || ignoreChanges) && identity.fields.some((field) => fields[field] instanceof Opaque),
    name: (name) => `${name}${suffixes.identity}`,
    fields: ({ identity }) => identity.fields,
    onChange: () => "replace",
  },
  {
    // what is created once
    id: "record",
    when: ({ form }) => form === "record",
    name: (name) => name,
    own: () => ["created", SERVICE_TRIGGER],
    fields: ({ identity, fixed }) => [...identity.fields, ...fixed],
    onChange: () => "ignore",
    replacedWith: () => ["identity"],
    run: ({ adopt }) => (adopt ? undefined : { action: "create" }),
    refusesOrigin: () => "service and identity",
    refuses: (entity, { scope, type, name: resourceName }) => {
      const names = entity.ignoreChanges ? [] : entity.fixed;
      return guard(scope, "immutable", { entity, resourceName, type, names, refusal: fixedRefusal });
    },
  },
  {
    // what changes
    id: "revision",
    when: (entity) => hasRevision(entity) && !isFrozen(entity),
    name: revisionName,
    own: () => ["of", "reapply"],
    fields: ({ identity, changeable }) => [...identity.fields, ...changeable],
    onChange: ({ ignoreChanges }) => (ignoreChanges ? "ignore" : "replace"),
    replacedWith: ({ ignoreChanges }) => (ignoreChanges ? ["record"] : []),
    run: (entity, type) => {
      const update = stepFor(entity, "update");
      // without one, it is adopted and left alone
      if (update === undefined) return undefined;
      const isCreated = hcl`${creatingApply(entity, type)} == ${THIS_APPLY}`;
      return isDueAtFirst(update) ? { action: "update" } : { action: "update", unless: isCreated };
    },
  },
  {
    // the same where the update lacks fields: it keeps what was sent last, so that changes are seen once there is an update
    id: "revision",
    when: (entity) => hasRevision(entity) && isFrozen(entity),
    name: revisionName,
    own: () => ["of", "madeWith"],
    fields: ({ identity, changeable }) => [...identity.fields, ...changeable],
    onChange: () => "ignore",
    replacedWith: () => ["record"],
    refuses: (entity, { scope, type, name: resourceName }) => {
      if (entity.ignoreChanges) return [];
      const names = entity.changeable.filter((field) => !entity.identity.fields.includes(field));
      return [
        ...guard(scope, "frozen", { entity, resourceName, type, names, refusal: frozenRefusal }),
        lost(entity, type),
      ];
    },
  },
  {
    // of an entity with one call, which a change makes again
    id: "upsert",
    when: ({ form }) => form === "single",
    name: (name) => name,
    // what exists already is not created again
    own: ({ steps: [step] }) => (step?.action === "create" ? [] : ["reapply"]),
    // without a step, it is adopted and left alone
    fields: ({ fields, steps: [step] }) => (step === undefined ? Object.keys(fields) : sentFields(step)),
    onChange: ({ ignoreChanges }) => (ignoreChanges ? "ignore" : "replace"),
    replacedWith: () => ["service", "identity"],
    run: ({ steps: [step] }) => step && { action: step.action },
    // another identity replaces it, which `terraform state mv` brings; where changes are ignored, it is refused instead
    refusesOrigin: ({ ignoreChanges, identity }) =>
      ignoreChanges && typeof identity.text === "string" ? "service and identity" : undefined,
  },
];

type OwnTrigger = keyof ReturnType<typeof ownTriggers>;

/** What the triggers of an entity's resources may hold besides fields. */
export function ownTriggers(entity: Entity, type: TriggerResourceType, origin: string, reapply: string) {
  return {
    /** The apply that created it. */
    created: entity.adopt ? "adopted" : THIS_APPLY.inTemplate,
    [SERVICE_TRIGGER]: origin,
    /** The record that a revision is of. */
    of: reference(recordAddress(entity, type), "id").inTemplate,
    /** The apply that made a frozen revision. */
    madeWith: THIS_APPLY.inTemplate,
    reapply,
  };
}

function revisionName(name: string): string {
  return `${name}${suffixes.revision}`;
}

/** Whether a part of it can change; another part is created once. */
function hasRevision({ form, changeable }: Entity): boolean {
  return form === "record" && changeable.length > 0;
}

function isFrozen(entity: Entity): boolean {
  return !entity.adopt && stepFor(entity, "update") === undefined;
}

function recordAddress({ identity }: Entity, type: TriggerResourceType): string {
  return `${type.name}.${identity.resourceName}`;
}

/** The apply that created the entity, as its record holds it. */
function creatingApply(entity: Entity, type: TriggerResourceType): Hcl {
  return hcl`${reference(recordAddress(entity, type), type.attribute)}["created"]`;
}

/**
 * Refuses a frozen revision that is made later than its record: it holds what is declared, though nobody has sent it. One
 * that had an update does not tell.
 */
function lost(entity: Entity, type: TriggerResourceType): Refusal {
  const madeWith = hcl`${reference("self", type.attribute)}["madeWith"]`;
  return {
    condition: hcl`!can(${madeWith}) || try(${madeWith} == ${creatingApply(entity, type)}, false)`,
    message: lostRefusal(entity),
  };
}
