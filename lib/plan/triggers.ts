import * as z from "zod";
import { unwrap } from "../api/field-types";
import { triggerAttributes } from "../entity/resource-name";
import { DIGEST_TEXT } from "../entity/sha256";
import { parseUnrounded } from "../value/json";
import { at, isFields, isList, Opaque, type PathStep, readMarks, type Value } from "../value/value";
import type { Marks, PlannedResource } from "./plan";

/** A type of Terraform resource that represents entities. */
export type TriggerType = keyof typeof triggerAttributes;

export function isTriggerType(type: unknown): type is TriggerType {
  return typeof type === "string" && Object.hasOwn(triggerAttributes, type);
}

/** What a resource holds, with what Terraform marks of it. */
interface Triggers {
  readonly values: Readonly<Record<string, unknown>>;
  readonly sensitive: Marks;
  readonly unknown: Marks;
}

export type Side = "before" | "after";

/** The triggers of a resource before or after a plan; undefined where it is not there. */
export function triggersOf(resource: PlannedResource | undefined, side: Side): Triggers | undefined {
  const attributes = resource?.change[side];
  if (resource === undefined || !attributes) return undefined;
  const { type, change } = resource;
  const attribute = isTriggerType(type) ? triggerAttributes[type] : "";
  const values = attributes[attribute];
  return {
    values: isFields(values) ? values : {},
    sensitive: marksAt(change[`${side}_sensitive`], attribute),
    unknown: side === "before" ? false : marksAt(change.after_unknown, attribute),
  };
}

/**
 * What triggers show of a field; undefined where they do not have it.
 *
 * @param schema undefined for a trigger that is as Terraform holds it
 */
export function shownTrigger(
  { values, sensitive, unknown }: Triggers,
  name: string,
  schema?: z.ZodType,
): Value | undefined {
  const held = Object.hasOwn(values, name) ? values[name] : undefined;
  const value = schema === undefined || held === undefined ? (held as Value | undefined) : decodedTrigger(held, schema);
  // where all triggers are unknown, nothing tells which fields there are
  return withheld(value, marksAt(sensitive, name), unknown === true ? false : marksAt(unknown, name));
}

/**
 * A field as the API has it.
 *
 * @param trigger what Terraform holds: text, or a typed value
 * @param schema of the field: the same text is 5 or "5"
 */
export function decodedTrigger(trigger: unknown, schema: z.ZodType): Value {
  if (typeof trigger !== "string") return trigger as Value;
  if (DIGEST_TEXT.test(trigger)) return Opaque.digest(trigger);
  if (trigger === "null") return null;
  if (!takesText(schema)) return (parseUnrounded(trigger) ?? trigger) as Value;
  // text that would read as JSON was quoted; what is left of it is a list where either may stand
  return /^["[{]/.test(trigger) ? ((parseUnrounded(trigger) ?? trigger) as Value) : trigger;
}

/**
 * A value with opaque places for what Terraform does not show, and for secrets of the environment.
 *
 * @param unknown marks of what is known at deploy time only
 */
export function withheld(value: Value | undefined, sensitive: Marks, unknown: Marks): Value | undefined {
  if (unknown === true) return Opaque.unknown();
  if (value === undefined && !isMarked(unknown)) return undefined;
  if (sensitive === true) return Opaque.hidden(withheld(value, false, false));
  const inner = (step: PathStep) => withheld(at(value, step), marksAt(sensitive, step), marksAt(unknown, step));
  if (isList(value) || isList(unknown)) {
    const length = Math.max(...[value, unknown].map((each) => (isList(each) ? each.length : 0)));
    return Array.from({ length }, (_, index) => inner(index) ?? null);
  }
  if (isFields(value) || isMarked(unknown)) {
    const keys = new Set([value, unknown].flatMap((each) => (isFields(each) ? Object.keys(each) : [])));
    const entries = [...keys].map((key) => [key, inner(key)] as const);
    return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
  }
  return typeof value === "string" ? readMarks(value) : value;
}

export function marksAt(marks: Marks | undefined, step: PathStep): Marks {
  if (typeof marks === "boolean" || marks === undefined) return marks ?? false;
  return Object.hasOwn(marks, step) ? ((marks as Record<PathStep, Marks>)[step] ?? false) : false;
}

function isMarked(marks: Marks): boolean {
  return typeof marks === "boolean" ? marks : Object.values(marks).some(isMarked);
}

function takesText(schema: z.ZodType): boolean {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion) return inner.options.some((option) => takesText(option as z.ZodType));
  return inner.def.type === "string" || inner.def.type === "enum";
}
