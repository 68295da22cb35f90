import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { sha256 } from "../../entity/sha256";
import { Opaque, opaqueIn, type Value } from "../../value/value";
import { type Hcl, hcl, list, reference, type Template } from "../language/hcl";
import { StackRegistry } from "../stack-registry";
import { Local } from "./hcl-output";
import type { Refusal } from "./refusals";
import { hasDuplicateKeys, type TriggerResourceType } from "./trigger-resource";

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
  readonly refusal: (entity: Entity, changed: string | Hcl) => Template;
}

/** A field's value in the resource, and as it is declared. */
interface Sides {
  /** Takes the field's name, or a variable for it, as an expression. */
  readonly held: (field: Hcl) => Hcl;
  /** Undefined where none of the fields is declared. */
  readonly declared: ((field: Hcl) => Hcl) | undefined;
  /** Whether some of the fields are not declared. */
  readonly isPartly: boolean;
  /** Names of the fields that are JSON on both sides: Terraform may write equal values in other ways. */
  readonly json: readonly string[];
}

/**
 * Refuses, while Terraform plans, a change that no call can make: the resource still holds what was sent, since it ignores
 * changes, and these refusals compare that with what is declared now. That of `layerID`, where none is declared:
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
export function guard(scope: Construct, id: string, guarded: Guarded): Refusal[] {
  const { entity, names } = guarded;
  const sides = sidesOf(scope, id, guarded);
  const together = names.filter((field) => isLiteral(entity.fields[field]));
  // a Terraform value may be sensitive, and Terraform hides a message that depends on one
  const alone = names.filter((field) => !together.includes(field)).map((field) => [field]);
  return [together, ...alone].flatMap((fields) => {
    const [only, ...others] = fields;
    if (only === undefined) return [];
    // a list and a computed message would make a plan a fifth slower, so one field does without them
    return others.length === 0 ? ofOne(only, sides, guarded) : ofSeveral(listOf(scope, fields), sides, guarded);
  });
}

function ofOne(field: string, sides: Sides, { entity, refusal }: Guarded): Refusal {
  const comparable = sides.json.includes(field) ? decoded : encoded;
  return { condition: hcl`!${isChanged(hcl`${field}`, sides, comparable)}`, message: refusal(entity, field) };
}

function ofSeveral(fields: Hcl, sides: Sides, { entity, refusal }: Guarded): Refusal {
  const { json } = sides;
  const comparable = (value: Hcl) =>
    json.length === 0 ? encoded(value) : hcl`(contains(${list(json)}, field) ? ${decoded(value)} : ${encoded(value)})`;
  const changed = hcl`[for field in ${fields} : field if ${isChanged(hcl`field`, sides, comparable)}]`;
  return {
    // Terraform prints the condition before the message
    condition: hcl`/* no call can change these fields */ length(${changed}) == 0`,
    message: refusal(entity, hcl`join(", ", ${changed})`),
  };
}

/** Whether a field has another value than the declared one, or only one of the two has it. */
function isChanged(field: Hcl, { held, declared, isPartly }: Sides, comparable: (value: Hcl) => Hcl): Hcl {
  const before = held(field);
  if (declared === undefined) return hcl`can(${before})`;
  const now = declared(field);
  // where all are declared, what cannot be compared is one that the resource lacks
  const isGained = isPartly ? hcl`can(${before}) != can(${now})` : hcl`true`;
  return hcl`try(${comparable(before)} != ${comparable(now)}, ${isGained})`;
}

/** The two sides of the fields. What is declared stands in a local; a short value, in the condition itself. */
function sidesOf(scope: Construct, id: string, { entity, resourceName, type, names }: Guarded): Sides {
  const declared = names.flatMap((name) => {
    const value = entity.fields[name];
    return value === undefined ? [] : [{ name, value, encoded: type.encode(value) }];
  });
  const self = reference("self", type.attribute);
  const sides = { held: (field: Hcl) => hcl`${self}[${field}]`, isPartly: declared.length < names.length, json: [] };
  const [only] = declared;
  if (only === undefined) return { ...sides, declared: undefined };
  const short = names.length === 1 && isLiteral(only.value) ? shortLiteral(only.encoded) : undefined;
  if (short !== undefined) return { ...sides, declared: () => short };
  // Terraform prints a condition that fails: it stays short when the values are in a local
  const values = Object.fromEntries(declared.map(({ name, encoded }) => [name, encoded]));
  new Local(scope, id, values).overrideLogicalId(resourceName);
  return {
    ...sides,
    declared: (field) => hcl`${reference("local", resourceName)}[${field}]`,
    json: declared.filter(({ value }) => isJson(value)).map(({ name }) => name),
  };
}

/** A value so that equal values compare as equal. */
function encoded(value: Hcl): Hcl {
  return hcl`jsonencode(${value})`;
}

/** The same for JSON in a trigger: Terraform's own differs in `<`, `>`, `&` and numbers such as 1e-7. */
function decoded(value: Hcl): Hcl {
  return hcl`try(jsonencode(jsondecode(${value})), ${encoded(value)})`;
}

/** Whether a field is JSON in a trigger, and unchanged when Terraform decodes it. */
function isJson(field: Value): boolean {
  if (field instanceof Opaque) return !field.isText;
  return typeof field !== "string" && !hasDuplicateKeys(field);
}

/** Whether nothing in a field comes from Terraform. */
function isLiteral(field: Value | undefined): boolean {
  return opaqueIn(field).every(({ opaque }) => !opaque.fromTerraform);
}

/** A value that is short and plain enough to be written into a condition. */
function shortLiteral(value: unknown): Hcl | undefined {
  if (typeof value === "number" || typeof value === "boolean") return reference(String(value));
  return typeof value === "string" && /^[\w .:@/-]{0,64}$/.test(value) ? hcl`${value}` : undefined;
}

/** A list of fields: a local, shared by all entities with the same list. */
function listOf(scope: Construct, fields: readonly string[]): Hcl {
  const registry = StackRegistry.of(scope);
  const name = `experimentation_fields_${sha256(JSON.stringify(fields)).slice(0, 8)}`;
  if (registry.node.tryFindChild(name) === undefined) new Local(registry, name, [...fields]).overrideLogicalId(name);
  return reference("local", name);
}
