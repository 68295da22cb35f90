import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { sha256 } from "../../entity/sha256";
import { Opaque, opaqueIn, type Value } from "../../value/value";
import { escapeMarkers } from "../language/escape";
import { StackRegistry } from "../stack-registry";
import { Local } from "./hcl-output";
import { hasDuplicateKeys, type Postconditions, type TriggerResourceType } from "./trigger-resource";

/** The fields that a guard compares, and its refusal. */
export interface Guarded {
  /** What is declared now. */
  readonly entity: Entity;
  /** Terraform's name of the guarded resource. */
  readonly resourceName: string;
  /** The type of that resource. */
  readonly type: TriggerResourceType;
  /** Names of the fields of which none may change. */
  readonly names: readonly string[];
  /** The refusal for these changed fields. */
  readonly refusal: (entity: Entity, changed: string) => string;
}

/** A field in an expression: its name in quotes, or a variable that stands for several names in turn. */
interface FieldTerm {
  readonly expression: string;
  /** Missing for the variable. */
  readonly name?: string;
}

/**
 * Refuses, while Terraform plans, a change that no call can make: the resource still holds what was sent, since it ignores
 * changes, and these postconditions compare that with what is declared now. That of `layerID`, where none is declared:
 *
 *     condition = !can(self.triggers["layerID"])
 *
 * That of a segment, whose declared values are in a local:
 *
 *     condition     = length(<changed>) == 0
 *     error_message = "segment \"beta\" (stack/beta): ${join(", ", <changed>)} changed, but the service has no update …"
 *
 *     <changed> is [for field in local.experimentation_fields_… : field if
 *       try(jsonencode(self.triggers[field]) != jsonencode(local.segment_beta[field]),
 *           can(self.triggers[field]) != can(local.segment_beta[field]))]   # where one of the two has it
 *
 * @param id construct id of the local that holds the declared values
 */
export function guard(
  scope: Construct,
  id: string,
  { entity, resourceName, type, names, refusal }: Guarded,
): Postconditions {
  const { fields } = entity;
  const refused = (changed: string) => refusal(entity, changed);
  const held = ({ expression }: FieldTerm) => `self.${type.attribute}[${expression}]`;
  const declared = names.filter((field) => fields[field] !== undefined);
  const values = Object.fromEntries(declared.map((field) => [field, type.encode(fields[field] ?? null)]));
  const isLiteral = (field: string) => opaqueIn(fields[field] ?? null).every(({ opaque }) => !opaque.fromTerraform);
  const [only] = names.length === 1 ? declared : [];
  const inline = only !== undefined && isLiteral(only) ? inlineText(values[only]) : undefined;
  // Terraform prints a condition that fails: it stays short when the values are in a local
  if (declared.length > 0 && inline === undefined) new Local(scope, id, values).overrideLogicalId(resourceName);
  const declaredValue = ({ expression }: FieldTerm) => inline ?? `local.${resourceName}[${expression}]`;
  const comparable = comparison(inline === undefined ? declared.filter((field) => isJson(fields[field] ?? null)) : []);
  const isGained = (field: FieldTerm) =>
    declared.length === names.length ? "true" : `can(${held(field)}) != can(${declaredValue(field)})`;
  const isChanged = (field: FieldTerm) =>
    declared.length === 0
      ? `can(${held(field)})`
      : `try(${comparable(held(field), field)} != ${comparable(declaredValue(field), field)}, ${isGained(field)})`;
  return [
    ...conditionOf(scope, names.filter(isLiteral), refused, isChanged),
    // a Terraform value may be sensitive, and Terraform hides a message that depends on one
    ...names.filter((field) => !isLiteral(field)).flatMap((field) => conditionOf(scope, [field], refused, isChanged)),
  ];
}

/**
 * Returns a function that wraps an expression for a field's value, so that equal values compare as equal. A value that
 * is not text is JSON in a trigger, and Terraform's own JSON differs in `<`, `>`, `&` and numbers such as 1e-7.
 *
 * @param json names of the fields that are JSON
 */
function comparison(json: readonly string[]): (value: string, field: FieldTerm) => string {
  if (json.length === 0) return (value) => `jsonencode(${value})`;
  const normalised = (value: string) => `try(jsonencode(jsondecode(${value})), jsonencode(${value}))`;
  return (value, { name, expression }) => {
    if (name !== undefined) return json.includes(name) ? normalised(value) : `jsonencode(${value})`;
    return `(contains(${JSON.stringify(json)}, ${expression}) ? ${normalised(value)} : jsonencode(${value}))`;
  };
}

/** Whether a field is JSON in a trigger, and unchanged when Terraform decodes it. */
function isJson(field: Value): boolean {
  if (field instanceof Opaque) return !field.isText;
  return typeof field !== "string" && !hasDuplicateKeys(field);
}

/**
 * The condition that none of these fields differs.
 *
 * @param isChanged makes the Terraform expression for whether a field differs
 */
function conditionOf(
  scope: Construct,
  names: readonly string[],
  refusal: (changed: string) => string,
  isChanged: (field: FieldTerm) => string,
): Postconditions {
  const [only] = names;
  if (only === undefined) return [];
  // a list and a computed message would make a plan a fifth slower, so one field does without them
  if (names.length === 1) {
    const errorMessage = escapeMarkers(refusal(only));
    return [{ condition: `\${!${isChanged({ name: only, expression: JSON.stringify(only) })}}`, errorMessage }];
  }
  const changed = `[for field in ${listOf(scope, names)} : field if ${isChanged({ expression: "field" })}]`;
  const pieces = refusal(CHANGED_FIELDS).split(CHANGED_FIELDS).map(escapeMarkers);
  return [
    {
      // Terraform prints the condition before the message
      condition: `\${/* no call can change these fields */ length(${changed}) == 0}`,
      errorMessage: pieces.join(`\${join(", ", ${changed})}`),
    },
  ];
}

/** Terraform expression for a list of fields: a local, shared by all entities with the same list. */
function listOf(scope: Construct, fields: readonly string[]): string {
  const registry = StackRegistry.of(scope);
  const name = `experimentation_fields_${sha256(JSON.stringify(fields)).slice(0, 8)}`;
  if (registry.node.tryFindChild(name) === undefined) new Local(registry, name, [...fields]).overrideLogicalId(name);
  return `local.${name}`;
}

/** Placeholder for the changed fields in a refusal. */
const CHANGED_FIELDS = "\0";

/** The Terraform expression for a value that is short and plain enough to be written into a condition. */
function inlineText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && /^[\w .:@/-]{0,64}$/.test(value) ? JSON.stringify(value) : undefined;
}
