import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { sha256 } from "../../entity/sha256";
import { pageLink } from "../../text/errors";
import { labelOf, placeText } from "../../text/names";
import { inWords } from "../../text/words";
import { holdsOpaque, Opaque, type Value } from "../../value/value";
import { type Hcl, hcl, list, reference, type Template, text } from "../language/hcl";
import { declareLocal } from "./stack-wide";
import { hasDuplicateKeys, type TriggerResourceType } from "./trigger-resource";

/** What Terraform refuses while it plans: that a condition does not hold, in words. */
export interface Refusal {
  readonly condition: Hcl;
  readonly message: Template;
}

const LINK = `(${pageLink("cannot-change")})`;

/** An entity as the messages of a plan name it: `experiment "checkout_button" (checkout/button)`. */
export function subjectOf(entity: Entity): string {
  const { kind, identity } = entity;
  const name = typeof identity.text === "string" ? `"${identity.text}" ` : "";
  return `${labelOf(kind.name)} ${name}(${placeText(entity)})`;
}

/** What the fields of a guard are compared with, and its refusal. */
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
  const { fields } = guarded.entity;
  const declared = declaredValues(names, guarded);
  const literal = names.filter((name) => isLiteral(fields[name]));
  // a Terraform value may be sensitive, and Terraform hides a message that depends on one
  const fromTerraform = names.filter((name) => !literal.includes(name));
  return [
    // a list and a computed message would make a plan a fifth slower, so one field does without them
    ...(literal.length > 1
      ? [refusalOfSeveral(literal, declared, guarded)]
      : literal.map((name) => refusalOfOne(name, declared, guarded))),
    ...fromTerraform.map((name) => refusalOfOne(name, declared, guarded)),
  ];
}

/**
 * Refuses a change of one field. That of `layerID`, where none is declared:
 *
 *     condition = !can(self.triggers["layerID"])
 */
function refusalOfOne(name: string, declared: DeclaredValues, { entity, type, refusal }: Guarded): Refusal {
  const comparable = declared.jsonFields.includes(name) ? normalJsonOf : jsonOf;
  return { condition: hcl`!${isChanged(hcl`${name}`, type, declared, comparable)}`, message: refusal(entity, name) };
}

/**
 * Refuses a change of any of several fields. That of a segment:
 *
 *     condition     = length(<changed>) == 0
 *     error_message = "segment \"beta\" (stack/beta): ${join(", ", <changed>)} changed, but the service has no update …"
 *
 *     <changed> is [for field in local.experimentation_fields_… : field if <field is changed>]
 */
function refusalOfSeveral(
  names: readonly string[],
  declared: DeclaredValues,
  { entity, stackWide, type, refusal }: Guarded,
): Refusal {
  const { jsonFields } = declared;
  const comparable = (value: Hcl) =>
    jsonFields.length === 0
      ? jsonOf(value)
      : hcl`(contains(${list(jsonFields)}, field) ? ${normalJsonOf(value)} : ${jsonOf(value)})`;
  const isThisChanged = isChanged(hcl`field`, type, declared, comparable);
  const changed = hcl`[for field in ${listOf(stackWide, names)} : field if ${isThisChanged}]`;
  return {
    // Terraform prints the condition before the message
    condition: hcl`/* no call can change these fields */ length(${changed}) == 0`,
    message: refusal(entity, hcl`join(", ", ${changed})`),
  };
}

/**
 * Whether a field has another value than the declared one, or only one of the two has it. That of a segment, abridged:
 *
 *     try(jsonencode(self.triggers[field]) != jsonencode(local.segment_beta[field]),
 *         can(self.triggers[field]) != can(local.segment_beta[field]))
 *
 * @param field its name, or a variable for it
 * @param comparable makes a value so that equal ones compare as equal
 */
function isChanged(
  field: Hcl,
  { attribute }: TriggerResourceType,
  { declaredAt, areAllDeclared }: DeclaredValues,
  comparable: (value: Hcl) => Hcl,
): Hcl {
  const held = hcl`${reference("self", attribute)}[${field}]`;
  if (declaredAt === undefined) return hcl`can(${held})`;
  const now = declaredAt(field);
  // comparing fails where one side lacks the field: where all are declared, that is the resource
  const isGainedOrLost = areAllDeclared ? hcl`true` : hcl`can(${held}) != can(${now})`;
  return hcl`try(${comparable(held)} != ${comparable(now)}, ${isGainedOrLost})`;
}

/** What is declared of the fields that a guard compares. */
interface DeclaredValues {
  /** The value of a field, by its name or a variable for it; undefined where none of the fields is declared. */
  readonly declaredAt: ((field: Hcl) => Hcl) | undefined;
  /** Whether all of the fields are declared. */
  readonly areAllDeclared: boolean;
  /** Names of the fields that are JSON on both sides: Terraform may write equal values in other ways. */
  readonly jsonFields: readonly string[];
}

/** The declared values. They stand in a local; that of a single field, where it is short, in the condition itself. */
function declaredValues(names: readonly string[], { entity, scope, resourceName, type }: Guarded): DeclaredValues {
  const declared = names.flatMap((name) => {
    const value = entity.fields[name];
    return value === undefined ? [] : [{ name, value, trigger: type.encode(value) }];
  });
  const areAllDeclared = declared.length === names.length;
  const [first] = declared;
  if (first === undefined) return { declaredAt: undefined, areAllDeclared, jsonFields: [] };
  const short = names.length === 1 && isLiteral(first.value) ? shortLiteral(first.trigger) : undefined;
  if (short !== undefined) return { declaredAt: () => short, areAllDeclared, jsonFields: [] };
  // Terraform prints a condition that fails: it stays short when the values are in a local
  const values = Object.fromEntries(declared.map(({ name, trigger }) => [name, trigger]));
  const local = declareLocal(scope, resourceName, values);
  return {
    declaredAt: (field) => hcl`${local}[${field}]`,
    areAllDeclared,
    jsonFields: declared.filter(({ value }) => isJson(value)).map(({ name }) => name),
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
function isJson(field: Value): boolean {
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

/** Why a change is refused that no call of the kind can make. */
export function fixedRefusal(entity: Entity, changed: string | Hcl): Template {
  const reason =
    entity.changeable.length === 0
      ? `changed, but the service has no update for a ${labelOf(entity.kind.name)}. Revert to the former values`
      : "cannot change after creation. Revert to the former value";
  return text`${subjectOf(entity)}: ${changed} ${reason}; ${toMakeAnother(entity)}. ${LINK}`;
}

/** Why a change is refused that an update could make if it had all its fields. */
export function frozenRefusal(entity: Entity, changed: string | Hcl): Template {
  return text`${subjectOf(entity)}: ${changed} changed, but an update also needs ${entity.missing.join(", ")}. Add what is missing, or revert to the former values; ${toMakeAnother(entity)}. ${LINK}`;
}

/** Why a plan is refused where nothing tells whether a field of a frozen revision has changed. */
export function lostRefusal(entity: Entity): Template {
  return text`${subjectOf(entity)}: the record of what was sent last is lost, so a change could go unnoticed, and an update also needs ${entity.missing.join(", ")}. Add what is missing, so that the update sends what is declared. ${LINK}`;
}

function toMakeAnother({ kind }: Entity): string {
  return `to make another ${labelOf(kind.name)}, give it another ${inWords(kind.identity, "or")}`;
}
