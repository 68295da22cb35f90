import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { sha256 } from "../../entity/sha256";
import { pageLink } from "../../text/errors";
import { labelOf, placeText } from "../../text/names";
import { inWords } from "../../text/words";
import { holdsOpaque, Opaque, type Value } from "../../value/value";
import { type Hcl, hcl, list, reference, type Template, text } from "../language/hcl";
import { declareLocal, IMPORTED_ADVICE } from "./stack-wide";
import { hasDuplicateKeys, type TriggerResourceType } from "./trigger-resource";

/** What Terraform refuses while it plans: that a condition does not hold, in words. */
export interface Refusal {
  readonly condition: Hcl;
  readonly message: Template;
}

// on a line of its own that begins with a space: Terraform wraps others, and a command in two lines cannot be pasted
const LINK = `\n  ${pageLink("cannot-change")}`;

/** An entity as the messages of a plan name it: `experiment "checkout_button" (checkout/button)`. */
export function subjectOf(entity: Entity): string {
  const { kind, identity } = entity;
  const name = typeof identity.text === "string" ? `"${identity.text}" ` : "";
  return `${labelOf(kind.name)} ${name}(${placeText(entity)})`;
}

/** What is guarded. */
interface Guarded {
  /** What is declared now. */
  readonly entity: Entity;
  /** The scope of a local of its own. */
  readonly scope: Construct;
  /** The scope of locals that the entities of a stack share. */
  readonly stackWide: Construct;
  /** Terraform's name of the guarded resource. */
  readonly resourceName: string;
  /** The type of that resource. */
  readonly type: TriggerResourceType;
  /** The refusal for these changed fields. */
  readonly refusal: (entity: Entity, changed: string | Hcl) => Template;
}

/**
 * Refuses, while Terraform plans, a change that no call can make: the resource still holds what was sent, since it ignores
 * changes, and each refusal compares that with what is declared now.
 *
 * @param names of the fields of which none may change
 */
export function guard(names: readonly string[], guarded: Guarded): Refusal[] {
  const isChanged = comparisonOf(names, guarded);
  // a Terraform value may be sensitive, and Terraform hides a message that depends on one: each has a message of its own
  const literal = names.filter((name) => isLiteral(guarded.entity.fields[name]));
  const fromTerraform = names.filter((name) => !literal.includes(name));
  const ofOne = (name: string) => refusalOfOne(name, isChanged(name), guarded);
  // what refuses several makes a plan a fifth slower
  if (literal.length < 2) return [...literal, ...fromTerraform].map(ofOne);
  return [refusalOfSeveral(literal, isChanged(), guarded), ...fromTerraform.map(ofOne)];
}

/**
 * The refusal of a changed field, which its message names:
 *
 *     condition     = !<"layerID" is changed>
 *     error_message = "experiment \"beta\" (stack/beta): layerID cannot change after creation. …"
 */
function refusalOfOne(name: string, isChanged: Hcl, { entity, refusal }: Guarded): Refusal {
  return { condition: hcl`!${isChanged}`, message: refusal(entity, name) };
}

/**
 * The refusal of several fields, whose message names those that are changed:
 *
 *     condition     = /* no call can change these fields *\/ length(<changed>) == 0
 *     error_message = "segment \"beta\" (stack/beta): ${join(", ", <changed>)} changed, but the service has no update …"
 *
 *     <changed> is [for field in local.experimentation_fields_… : field if <field is changed>]
 *
 * @param isChanged whether the field of the variable `field` is changed
 */
function refusalOfSeveral(names: readonly string[], isChanged: Hcl, { entity, stackWide, refusal }: Guarded): Refusal {
  const changed = hcl`[for field in ${listOf(stackWide, names)} : field if ${isChanged}]`;
  // Terraform prints the condition before the message
  const condition = hcl`/* no call can change these fields */ length(${changed}) == 0`;
  return { condition, message: refusal(entity, hcl`join(", ", ${changed})`) };
}

/**
 * Compares fields that a resource holds with what is declared. The declared values stand in a local; that of a single field,
 * where it is short, in the condition itself.
 *
 * @returns the expression of whether a field, or the one of the variable `field`, has another value than the declared one,
 * or only one of the two has it. That of a segment, abridged:
 *
 *     try(jsonencode(self.triggers[field]) != jsonencode(local.segment_beta[field]),
 *         self.triggers != null && can(self.triggers[field]) != can(local.segment_beta[field]))
 */
function comparisonOf(
  names: readonly string[],
  { entity: { fields }, scope, resourceName, type }: Guarded,
): (name?: string) => Hcl {
  const declared = names.filter((name) => fields[name] !== undefined);
  const values = Object.fromEntries(declared.map((name) => [name, type.encode(fields[name] ?? null)]));
  const [only = "", ...others] = names;
  const short = others.length === 0 && isLiteral(fields[only]) ? shortLiteral(values[only]) : undefined;
  // Terraform prints a condition that fails: it stays short when the values are in a local
  const isInLocal = short === undefined && declared.length > 0;
  const local = isInLocal ? declareLocal(scope, resourceName, values) : undefined;
  const jsonFields = isInLocal ? declared.filter((name) => isJson(fields[name])) : [];

  return (name) => {
    const field = name === undefined ? hcl`field` : hcl`${name}`;
    const all = reference("self", type.attribute);
    const held = hcl`${all}[${field}]`;
    const now = local === undefined ? short : hcl`${local}[${field}]`;
    if (now === undefined) return hcl`can(${held})`;
    // comparing fails where one side lacks the field: where all are declared, that is the resource. One that was imported
    // has none, and is refused for that alone
    const isLost = hcl`${all} != null`;
    const isGainedOrLost = declared.length === names.length ? isLost : hcl`${isLost} && can(${held}) != can(${now})`;
    return hcl`try(${comparable(held)} != ${comparable(now)}, ${isGainedOrLost})`;

    function comparable(value: Hcl): Hcl {
      if (name !== undefined) return jsonFields.includes(name) ? normalJsonOf(value) : jsonOf(value);
      if (jsonFields.length === 0) return jsonOf(value);
      return hcl`(contains(${list(jsonFields)}, field) ? ${normalJsonOf(value)} : ${jsonOf(value)})`;
    }
  };
}

/** A value as JSON: to Terraform, a list and a tuple of the same elements are not equal. */
function jsonOf(value: Hcl): Hcl {
  return hcl`jsonencode(${value})`;
}

/** JSON in a trigger as Terraform writes it: other writers differ in `<`, `>`, `&` and numbers such as 1e-7. */
function normalJsonOf(value: Hcl): Hcl {
  return hcl`try(jsonencode(jsondecode(${value})), ${jsonOf(value)})`;
}

/** Whether a field is JSON in a trigger, and unchanged when Terraform decodes it. */
function isJson(field: Value | undefined): boolean {
  if (field instanceof Opaque) return !field.isText;
  return typeof field !== "string" && !hasDuplicateKeys(field);
}

/** Whether nothing in a field comes from Terraform. */
function isLiteral(field: Value | undefined): boolean {
  return !holdsOpaque(field, ({ fromTerraform }) => fromTerraform);
}

/** A value that is short and plain enough to be written into a condition. */
function shortLiteral(value: unknown): Hcl | undefined {
  if (typeof value === "number" || typeof value === "boolean") return reference(String(value));
  return typeof value === "string" && /^[\w .:@/-]{0,64}$/.test(value) ? hcl`${value}` : undefined;
}

/** A list of fields: a local, shared by all entities with the same list. */
function listOf(stackWide: Construct, fields: readonly string[]): Hcl {
  const name = `experimentation_fields_${sha256(JSON.stringify(fields)).slice(0, 8)}`;
  return declareLocal(stackWide, name, [...fields]);
}

/**
 * Refuses a record that `terraform import` made: it holds nothing, so nobody knows of its create. Only the record of an entity
 * that is adopted needs nothing more.
 */
export function importRefusal(entity: Entity, { name, attribute }: TriggerResourceType): Refusal {
  return {
    condition: hcl`${reference("self", attribute)} != null`,
    message: text`${subjectOf(entity)}: ${IMPORTED_ADVICE} "${`${name}.${entity.identity.resourceName}`}"`,
  };
}

/** Why a change is refused that no call of the kind can make. */
export function fixedRefusal(entity: Entity, changed: string | Hcl): Template {
  const reason =
    entity.changeable.length === 0
      ? `changed, but the service has no update for a ${labelOf(entity.kind.name)}. Revert to the former values`
      : "cannot change after creation. Revert to the former value";
  return text`${subjectOf(entity)}: ${changed} ${reason}; ${toMakeAnother(entity)}.${LINK}`;
}

/** Why a change is refused that an update could make if it had all its fields. */
export function frozenRefusal(entity: Entity, changed: string | Hcl): Template {
  return text`${subjectOf(entity)}: ${changed} changed, but an update also needs ${entity.missing.join(", ")}. Add what is missing, or revert to the former values; ${toMakeAnother(entity)}.${LINK}`;
}

/** Why a plan is refused where nothing tells whether a field of a frozen revision has changed. */
export function lostRefusal(entity: Entity): Template {
  return text`${subjectOf(entity)}: the record of what was sent last is lost, so a change could go unnoticed, and an update also needs ${entity.missing.join(", ")}. Add what is missing, so that the update sends what is declared.${LINK}`;
}

function toMakeAnother({ kind }: Entity): string {
  return `to make another ${labelOf(kind.name)}, give it another ${inWords(kind.identity, "or")}`;
}
