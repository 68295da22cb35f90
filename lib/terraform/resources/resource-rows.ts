import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { SERVICE_TRIGGER, serviceResourcePrefix, suffixes } from "../../entity/resource-name";
import { type Action, isDueAtFirst, sentFields, stepFor } from "../../entity/steps";
import { Opaque } from "../../value/value";
import { type Hcl, hcl, reference } from "../language/hcl";
import { fixedRefusal, frozenRefusal, guard, importRefusal, lostRefusal, type Refusal } from "./guard";
import { THIS_APPLY } from "./stack-wide";
import type { TriggerResourceType } from "./trigger-resource";

/** One of the Terraform resources of an entity. */
export interface ResourceRow {
  /** Its construct id. */
  readonly id: "service" | "identity" | "record" | "revision" | "upsert";
  /** Its name in Terraform. */
  readonly name: string;
  /** What its triggers hold besides fields. */
  readonly own?: Readonly<Record<string, string>>;
  /** Names of the fields that its triggers hold, where they are declared. */
  readonly fields?: readonly string[];
  /** What Terraform does about a change of its triggers; what cannot be ignored, it refuses. */
  readonly onChange: "ignore" | "replace";
  /** The resources before it with which it is replaced, too, as far as the entity has them. */
  readonly replacedWith?: readonly ResourceRow["id"][];
  readonly run?: Run | undefined;
  /** Whether it refuses to be of another service than the declared, and also of another entity. */
  readonly refusesOrigin?: "service" | "service and identity";
  /** What it refuses besides. */
  readonly refuses?: readonly Refusal[];
}

/** The call of a resource, unless a condition holds. */
export interface Run {
  readonly action: Action;
  readonly unless?: Hcl;
}

/** What rows are made with. */
interface RowContext {
  readonly type: TriggerResourceType;
  /** The construct of the entity, and what the constructs of its stack share. */
  readonly scope: Construct;
  readonly stackWide: Construct;
  /** What resources keep of the service, and the text whose change sends updates again. */
  readonly origin: string;
  readonly reapply: string;
}

/**
 * The Terraform resources of an entity, in the order in which they are made. The last one holds the fields that others
 * refer to.
 */
export function resourceRows(entity: Entity, context: RowContext): readonly ResourceRow[] {
  if (entity.form === "single")
    return [...serviceRow(entity, context), ...identityRow(entity), upsertRow(entity, context)];
  const { changeable, adopt } = entity;
  const isFrozen = !adopt && stepFor(entity, "update") === undefined;
  return [
    ...identityRow(entity),
    recordRow(entity, context),
    // a part of it can change; another is created once
    ...(changeable.length === 0 ? [] : [isFrozen ? frozenRow(entity, context) : revisionRow(entity, context)]),
  ];
}

/** The service of an entity with one call: a change of the upsert's triggers replaces it, and what it held is forgotten. */
function serviceRow({ steps: [step], identity }: Entity, { origin }: RowContext): ResourceRow[] {
  // what is only tried out is at no service
  if (step?.action === "dry-run") return [];
  const name = `${serviceResourcePrefix}${identity.resourceName}`;
  return [{ id: "service", name, own: { [SERVICE_TRIGGER]: origin }, onChange: "ignore", refusesOrigin: "service" }];
}

/** An identity that only Terraform knows: the resource name does not show that it changes. */
function identityRow({ form, ignoreChanges, identity, fields }: Entity): ResourceRow[] {
  const isUnknown = identity.fields.some((field) => fields[field] instanceof Opaque);
  if (!isUnknown || (form === "single" && !ignoreChanges)) return [];
  const name = `${identity.resourceName}${suffixes.identity}`;
  return [{ id: "identity", name, fields: identity.fields, onChange: "replace" }];
}

/** What is created once. */
function recordRow(entity: Entity, { origin, ...context }: RowContext): ResourceRow {
  const { identity, fixed, adopt, ignoreChanges } = entity;
  const name = identity.resourceName;
  // what was imported holds nothing to compare with
  const isGuarded = !ignoreChanges && fixed.some((field) => entity.fields[field] !== undefined);
  return {
    id: "record",
    name,
    own: { created: adopt ? "adopted" : THIS_APPLY.inTemplate, [SERVICE_TRIGGER]: origin },
    fields: [...identity.fields, ...fixed],
    onChange: "ignore",
    replacedWith: ["identity"],
    run: adopt ? undefined : { action: "create" },
    refusesOrigin: "service and identity",
    refuses: [
      ...(adopt && !isGuarded ? [] : [importRefusal(entity, context.type)]),
      ...(ignoreChanges ? [] : guard(fixed, { ...context, entity, resourceName: name, refusal: fixedRefusal })),
    ],
  };
}

/** What changes. */
function revisionRow(entity: Entity, { type, reapply }: RowContext): ResourceRow {
  const { identity, changeable, ignoreChanges } = entity;
  const update = stepFor(entity, "update");
  const isCreated = hcl`${creatingApply(entity, type)} == ${THIS_APPLY}`;
  return {
    id: "revision",
    name: revisionName(entity),
    own: { of: recordID(entity, type), reapply },
    fields: [...identity.fields, ...changeable],
    onChange: ignoreChanges ? "ignore" : "replace",
    replacedWith: ignoreChanges ? ["record"] : [],
    // without an update, it is adopted and left alone
    run: update && { action: "update", ...(!isDueAtFirst(update) && { unless: isCreated }) },
  };
}

/** The same where the update lacks fields: it keeps what was sent last, so that changes are seen once there is an update. */
function frozenRow(entity: Entity, context: RowContext): ResourceRow {
  const { identity, changeable, ignoreChanges } = entity;
  const { type } = context;
  const name = revisionName(entity);
  const guarded = changeable.filter((field) => !identity.fields.includes(field));
  return {
    id: "revision",
    name,
    own: { of: recordID(entity, type), madeWith: THIS_APPLY.inTemplate },
    fields: [...identity.fields, ...changeable],
    onChange: "ignore",
    replacedWith: ["record"],
    refuses: ignoreChanges
      ? []
      : [
          ...guard(guarded, { ...context, entity, resourceName: name, refusal: frozenRefusal }),
          refusalOfLost(entity, type),
        ],
  };
}

/** An entity with one call, which a change makes again. */
function upsertRow(entity: Entity, { reapply }: RowContext): ResourceRow {
  const { steps, identity, fields, ignoreChanges } = entity;
  const [step] = steps;
  return {
    id: "upsert",
    name: identity.resourceName,
    // what exists already is not created again
    own: step?.action === "create" ? {} : { reapply },
    // without a step, it is adopted and left alone
    fields: step === undefined ? Object.keys(fields) : sentFields(step),
    onChange: ignoreChanges ? "ignore" : "replace",
    replacedWith: ["service", "identity"],
    run: step && { action: step.action },
    // another identity replaces it, which `terraform state mv` brings; where changes are ignored, it is refused instead
    ...(ignoreChanges && typeof identity.text === "string" && { refusesOrigin: "service and identity" }),
  };
}

function revisionName({ identity }: Entity): string {
  return `${identity.resourceName}${suffixes.revision}`;
}

/** The id of the record that a revision is of. */
function recordID({ identity }: Entity, type: TriggerResourceType): string {
  return reference(type.name, identity.resourceName, "id").inTemplate;
}

/** The apply that created the entity, as its record holds it. */
function creatingApply({ identity }: Entity, type: TriggerResourceType): Hcl {
  return hcl`${reference(type.name, identity.resourceName, type.attribute)}["created"]`;
}

/**
 * Refuses a frozen revision that is made later than its record: it holds what is declared, though nobody has sent it. One
 * that had an update does not tell.
 */
function refusalOfLost(entity: Entity, type: TriggerResourceType): Refusal {
  const madeWith = hcl`${reference("self", type.attribute)}["madeWith"]`;
  return {
    condition: hcl`!can(${madeWith}) || try(${madeWith} == ${creatingApply(entity, type)}, false)`,
    message: lostRefusal(entity),
  };
}
