import * as z from "zod";
import { isSameButALetter, isSameWord, mostSimilar } from "../text/did-you-mean";
import { inWords } from "../text/words";
import { isFields, isList, Opaque } from "../value/value";
import type { Body } from "./kind";
import { noFieldText, ownWordFor } from "./other-words";

/** The number of Unicode code points in a text. Every length in the API counts these. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A string of `minimum` to `maximum` code points, both inclusive. */
export function textOfLength(minimum: number, maximum: number) {
  return z
    .string()
    .superRefine((text, context) => {
      const length = codePoints(text);
      if (length < minimum) {
        context.addIssue({ code: "too_small", minimum, inclusive: true, origin: "string", input: text });
      } else if (length > maximum) {
        context.addIssue({ code: "too_big", maximum, inclusive: true, origin: "string", input: text });
      }
    })
    .meta({ ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });
}

/** Any text, for which editors offer some words: the API names no others, and does not say that these are all. */
export function textSuchAs(...words: readonly string[]) {
  return z.string().meta({ words });
}

/**
 * Restricts a text to some characters.
 *
 * @param characters single characters, and ranges such as `a-z`. Both the rule and its message are made from them
 */
export function onlyOf(schema: z.ZodString, ...characters: readonly string[]) {
  const set = characters.map((each) => (each.length === 1 ? each.replace(/[-.]/, "\\$&") : each));
  const pattern = new RegExp(`^[${set.join("")}]*$`);
  const others = new RegExp(`[^${set.join("")}]`);
  const names = characters.map((each) => (each === " " ? "space" : each));
  return schema
    .superRefine((text, { addIssue }) => {
      const index = text.search(others);
      if (index >= 0) addIssue({ code: "custom", message: `text of ${inWords(names)}`, params: { refused: index } });
    })
    .meta({ pattern: pattern.source });
}

/** A whole number, `int64` in the API. zod's own `int` ends at 2^53, and its `multipleOf` rounds. */
export function wholeNumber() {
  return z
    .number()
    .refine(Number.isInteger, "a whole number")
    .refine((value) => Math.abs(value) < 2 ** 63, "a 64-bit whole number")
    .meta({ type: "integer" });
}

/** A whole number of days or units, greater than 1. */
export function countAboveOne() {
  return wholeNumber()
    .gt(1)
    .meta({ exclusiveMaximum: 2 ** 63 });
}

/** A UTC hour, 0 to 23, or null. */
export function hourOfDay() {
  return wholeNumber().min(0).max(23).nullable();
}

/** What the API calls "object" without naming its fields: any JSON object. */
export function anyObject() {
  return z.record(z.string(), z.unknown());
}

/** An object inside a field. Nothing shows which of its fields the API requires, so none is. */
export function nestedObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).partial();
}

/** What the API says about a field besides its type. A marker never makes a value invalid: markers are for messages. */
interface Marker {
  /** The field takes effect only in this edition of the service. */
  readonly only?: "warehouse" | "enterprise";
  /** The field marks its experiment as one that is analysed in the warehouse. */
  readonly sign?: "warehouse";
  /** The value may be or contain a secret, so no message shows it. */
  readonly secret?: true;
}

// the mark lets a bundler leave this out where it is not used
const markers = /* @__PURE__ */ z.registry<Marker>();

/** Marks a field that takes effect only on warehouse-based experiments. */
export function warehouseOnly<S extends z.ZodType>(schema: S): S {
  return mark(schema, { only: "warehouse" });
}

/** Marks a field whose presence shows that an experiment is warehouse-based. */
export function warehouseSign<S extends z.ZodType>(schema: S): S {
  return mark(schema, { sign: "warehouse" });
}

/** Marks a field of the enterprise tier. */
export function enterpriseOnly<S extends z.ZodType>(schema: S): S {
  return mark(schema, { only: "enterprise" });
}

/** Marks a field whose value no message may show. */
export function mayHoldSecret<S extends z.ZodType>(schema: S): S {
  return mark(schema, { secret: true });
}

/** Whether the value at a path may be or contain a secret. */
export function isSecretAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  // the whole value contains everything
  if (path.length === 0) return true;
  let at: z.ZodType | undefined = schema;
  for (const step of path) {
    at = stepMeant(at, step);
    if (at === undefined) return false;
    if (markerOf(at).secret) return true;
  }
  return false;
}

/** The marker of a field, also inside `optional` and the like. */
export function markerOf(schema: z.ZodType): Marker {
  const { innerType } = schema.def as { readonly innerType?: z.ZodType };
  return markers.get(schema) ?? (innerType === undefined ? {} : markerOf(innerType));
}

const markedFields = new WeakMap<Body, readonly (readonly [name: string, marker: Marker])[]>();

/** The fields of a schema that have a marker, in their order. Kept, because zod takes long to look one up. */
export function markersIn(body: Body): readonly (readonly [name: string, marker: Marker])[] {
  const known = markedFields.get(body);
  if (known !== undefined) return known;
  const found = Object.entries(body.shape)
    .map(([name, field]) => [name, markerOf(field as z.ZodType)] as const)
    .filter(([, marker]) => Object.keys(marker).length > 0);
  markedFields.set(body, found);
  return found;
}

function mark<S extends z.ZodType>(schema: S, marker: Marker): S {
  markers.add(schema, marker as never);
  return schema;
}

/** The schema of a field or an element, also inside optional, nullable and the like; undefined where any value is allowed. */
export function stepInto(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  const at = unwrap(schema);
  switch (at.def.type) {
    case "object": {
      const { shape } = at as z.ZodObject;
      // "toString" and the like are not fields
      return Object.hasOwn(shape, step) ? (shape[String(step)] as z.ZodType) : undefined;
    }
    case "array":
      return (at as z.ZodArray).element as z.ZodType;
    default:
      return undefined;
  }
}

/** The fields of an object that are objects, or lists of objects, with a field of this name that takes a value like the one given. */
export function fieldsInside({ shape }: z.ZodObject, name: string, value?: unknown): string[] {
  return Object.entries(shape).flatMap(([field, schema]) => {
    const inner = unwrap(schema as z.ZodType);
    const object = inner.def.type === "array" ? unwrap((inner as z.ZodArray).element as z.ZodType) : inner;
    const below = object.def.type === "object" ? stepInto(object, name) : undefined;
    return below !== undefined && isOfShape(below, value) ? [field] : [];
  });
}

/**
 * The field that a key most likely means which is the name of none, by its spelling or as another tool's word.
 *
 * @param given the keys beside it: it means none of them
 * @param value what it has: a value of another shape is meant for a field of nearly its very name alone
 */
export function fieldMeant(
  schema: z.ZodType,
  key: string,
  given: readonly string[] = [],
  value?: unknown,
): string | undefined {
  const at = unwrap(schema);
  if (at.def.type !== "object") return undefined;
  const { shape } = at as z.ZodObject;
  // the very name of a field further down is no slip
  if (Object.hasOwn(shape, key) || fieldsInside(at as z.ZodObject, key).length > 0) return undefined;
  const known = Object.keys(shape);
  const isGivenTwice = given.some((each) => each !== key && known.includes(each) && isSameWord(key, each));
  if (isGivenTwice || noFieldText(key, known) !== "") return undefined;
  const free = known.filter((field) => !given.includes(field));
  const near = fieldLike(at, key, free, value);
  if (near !== undefined) return near;
  const own = ownWordFor(key, free);
  return own !== undefined && isOfShape(shape[own] as z.ZodType, value) ? own : undefined;
}

/** The name among those of some fields that is most similar to a key, and likely meant by a value like the one given. */
export function fieldLike(
  schema: z.ZodType,
  key: string,
  names: readonly string[],
  value: unknown,
): string | undefined {
  const near = mostSimilar(key, names);
  const field = near === undefined ? undefined : stepInto(schema, near);
  const isLikely =
    near !== undefined && (field === undefined || isOfShape(field, value) || isSameButALetter(key, near));
  return isLikely ? near : undefined;
}

/** Whether a value is a list where a field takes lists, an object where it takes objects, and neither elsewhere. JSON in quotes is what it holds. */
function isOfShape(schema: z.ZodType, value: unknown): boolean {
  if (value === undefined || value === null || value instanceof Opaque) return true;
  const text = typeof value === "string" ? value.trimStart() : "";
  const isObject = isFields(value) || text.startsWith("{");
  const given = isList(value) || text.startsWith("[") ? "list" : isObject ? "object" : "";
  switch (unwrap(schema).def.type) {
    case "array":
      return given === "list";
    case "object":
    case "record":
      return given === "object";
    case "union":
    case "unknown":
      return true;
    default:
      return given === "" || text !== "";
  }
}

/** The schema of a field or an element, also of a field whose name is nearly that of the step. */
export function stepMeant(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  const meant = fieldMeant(schema, String(step));
  return stepInto(schema, meant ?? step);
}

/** The schema inside optional, non-optional and nullable. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner === undefined ? schema : unwrap(inner);
}

/** Whether a schema may accept text: any but those that certainly refuse it. */
export function acceptsText(schema: z.ZodType): boolean {
  return !["number", "boolean", "array", "object", "record"].includes(unwrap(schema).def.type);
}
