import type { TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import { sha256 } from "../../protocol/sha256";
import { type DeferredFields, type DeferredJson, DeferredValue, deferredValuesOf } from "../props/deferred-value";
import { StackSupport } from "../stack-support";
import { Local } from "./hcl";
import { hasDuplicateKeys, type TriggerResourceType } from "./trigger-resource";
import { escapeMarkers } from "./trigger-text";

/** The fields that are compared, and how a refusal reads. */
export interface Guarded {
  /** Terraform name of the guarded resource. */
  readonly address: string;
  /** What kind of resource it is. */
  readonly type: TriggerResourceType;
  /** What is declared now. */
  readonly fields: DeferredFields;
  /** Names of the fields that no call can change. */
  readonly guarded: readonly string[];
  /** The refusal for these changed fields. */
  readonly refusal: (fields: string) => string;
}

/**
 * Refuses, while Terraform plans, a change that no call can make: the resource still holds what was sent, and its
 * postconditions compare that with what is declared now.
 *
 * @param id construct id of what the guard needs
 */
export function guard(
  scope: Construct,
  id: string,
  { address, type, fields, guarded, refusal }: Guarded,
): TerraformResourceLifecycle {
  const held = (field: string) => `self.${type.attribute}[${field}]`;
  const declared = guarded.filter((field) => fields[field] !== undefined);
  const values = Object.fromEntries(declared.map((field) => [field, type.encode(fields[field] ?? null)]));
  const isLiteral = (field: string) =>
    deferredValuesOf(fields[field] ?? null).every(({ deferredValue }) => !deferredValue.fromTerraform);
  const inline =
    guarded.length === 1 ? declared.filter(isLiteral).map((field) => inlineText(values[field]))[0] : undefined;
  // Terraform prints a condition that fails: with the values beside it, it stays short
  if (declared.length > 0 && inline === undefined) new Local(scope, id, values).overrideLogicalId(address);
  const wanted = (field: string) => inline ?? `local.${address}[${field}]`;
  const spelled = spelling(inline === undefined ? declared.filter((field) => isJson(fields[field] ?? null)) : []);
  const isGained = (field: string) =>
    declared.length === guarded.length ? "true" : `can(${held(field)}) != can(${wanted(field)})`;
  const isChanged = (field: string) =>
    declared.length === 0
      ? `can(${held(field)})`
      : `try(${spelled(held(field), field)} != ${spelled(wanted(field), field)}, ${isGained(field)})`;
  const conditions = [
    watch(scope, guarded.filter(isLiteral), isChanged, refusal),
    // a value of Terraform's may be sensitive, and a message that depends on one is not shown
    ...guarded.filter((field) => !isLiteral(field)).map((field) => watch(scope, [field], isChanged, refusal)),
  ].flat();
  return { ignoreChanges: [type.attribute], ...(conditions.length === 0 ? {} : { postcondition: conditions }) };
}

/**
 * Makes the expression for what a field is compared by. What is no text is JSON in a trigger, of which Terraform has
 * another spelling where it makes it itself: for `<`, `>`, `&` and numbers such as 1e-7.
 *
 * @param json names of the fields that are JSON
 */
function spelling(json: readonly string[]): (value: string, field: string) => string {
  if (json.length === 0) return (value) => `jsonencode(${value})`;
  const respelled = (value: string) => `try(jsonencode(jsondecode(${value})), jsonencode(${value}))`;
  return (value, field) => {
    if (field.startsWith('"'))
      return json.includes(JSON.parse(field) as string) ? respelled(value) : `jsonencode(${value})`;
    return `(contains(${JSON.stringify(json)}, ${field}) ? ${respelled(value)} : jsonencode(${value}))`;
  };
}

/** Whether a field is JSON in a trigger, and stays itself when Terraform reads it. */
function isJson(field: DeferredJson): boolean {
  if (field instanceof DeferredValue) return !field.isText;
  return typeof field !== "string" && !hasDuplicateKeys(field);
}

/**
 * The condition that none of these fields differs.
 *
 * @param isChanged Terraform expression that tells whether the field that an expression names differs
 */
function watch(
  scope: Construct,
  fields: readonly string[],
  isChanged: (field: string) => string,
  refusal: Guarded["refusal"],
): TerraformResourceLifecycle["postcondition"] & {} {
  const [only] = fields;
  if (only === undefined) return [];
  // for one field no list, and no text that depends on it: with them, a plan takes a fifth longer
  if (fields.length === 1) {
    return [{ condition: `\${!${isChanged(JSON.stringify(only))}}`, errorMessage: escapeMarkers(refusal(only)) }];
  }
  const changed = `[for field in ${listOf(scope, fields)} : field if ${isChanged("field")}]`;
  const [before = "", after = ""] = refusal(HERE).split(HERE);
  return [
    {
      condition: `\${length(${changed}) == 0}`,
      errorMessage: `${escapeMarkers(before)}\${join(", ", ${changed})}${escapeMarkers(after)}`,
    },
  ];
}

/** Terraform expression for a list of fields: a local that all things share whose list is the same. */
function listOf(scope: Construct, fields: readonly string[]): string {
  const support = StackSupport.of(scope);
  const name = `experimentation_fields_${sha256(JSON.stringify(fields)).slice(0, 8)}`;
  if (support.node.tryFindChild(name) === undefined) new Local(support, name, [...fields]).overrideLogicalId(name);
  return `local.${name}`;
}

/** Stands where the changed fields go, in a text that is cut there. */
const HERE = "\0";

/** A value that is short and plain enough to stand in a condition, as a Terraform expression. */
function inlineText(value: unknown): string | undefined {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && /^[\w .:@/-]{0,64}$/.test(value) ? JSON.stringify(value) : undefined;
}
