import type * as z from "zod";
import { didYouMean, isSameWord } from "../text/did-you-mean";
import { inWords } from "../text/words";
import { isFields } from "../value/value";
import { fieldLike, fieldMeant, fieldsInside, stepInto, unwrap } from "./field-types";
import { fractionText, noFieldText, otherWordText, ownWordFor } from "./other-words";

/** An object that has an unknown field. */
interface ObjectAt {
  readonly schema: z.ZodType;
  /** All that was given, of the schema. */
  readonly value: unknown;
  /** Where the object is in it. */
  readonly path: readonly PropertyKey[];
}

/** What is likely meant by the key of an unknown field, to end a message. */
export function questionAbout(key: string, { schema, value, path }: ObjectAt): string {
  const object = objectAt(schema, path);
  const given = givenAt(value, path);
  const above = placeAbove(key, { schema, value, path });
  const held = heldIn(key, { schema, value, path });
  return (
    above.whereItLacks ??
    placeBelow(key, given, object) ??
    above.anywhere ??
    (held.length > 0 ? `; what it holds belongs one level up: ${inWords(held.slice(0, 3))}` : undefined) ??
    suggestion(key, given, object)
  );
}

/** What an unknown field holds that belongs beside it: most of it, or what is required there and missing. */
export function heldIn(key: string, { schema, value, path }: ObjectAt): string[] {
  const object = objectAt(schema, path);
  const given = givenAt(value, path);
  const content = given[key];
  if (object === undefined || !isFields(content)) return [];
  const keys = Object.keys(content);
  const free = Object.keys(object.shape).filter((field) => !Object.hasOwn(given, field));
  const fields = keys.filter((each) => fieldsMeant(object, each, free, content[each]).length > 0);
  const isMost = fields.length > 0 && 2 * fields.length >= keys.length;
  return isMost ? fields : fields.filter((each) => stepInto(object, each)?.safeParse(undefined).success === false);
}

/** The fields that a key is, nearly is, or is another tool's word for. */
function fieldsMeant(object: z.ZodObject, key: string, free: readonly string[], value: unknown): string[] {
  if (free.includes(key)) return [key];
  const meant = fieldMeant(object, key, [], value);
  return meant === undefined || !free.includes(meant) ? [] : [meant];
}

/** Whether there are fields, and no more than can be read at a glance. */
export function areFew(known: readonly string[]): boolean {
  return known.length > 0 && known.length <= 8;
}

/** The fields of the object at a path of a schema. */
export function fieldNamesAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  return Object.keys(objectAt(schema, path)?.shape ?? {});
}

/** Where a key belongs that is a field of what contains its object: of the nearest that lacks it, and of any. */
function placeAbove(key: string, { schema, value, path }: ObjectAt) {
  // a former service is given by its address alone
  const having = [...path.keys()]
    .filter((index) => path[index] !== "movedFrom" && fieldNamesAt(schema, path.slice(0, index)).includes(key))
    .reverse();
  const lacking = having.find((index) => !Object.hasOwn(givenAt(value, path.slice(0, index)), key));
  const [anywhere, whereItLacks] = [having[0], lacking].map((index) =>
    index === undefined ? undefined : `; it belongs one level up, beside ${String(path[index])}`,
  );
  return { anywhere, whereItLacks };
}

/** Where a key belongs that is a field of what its object contains: of what is given, or else of all, where they are few. */
function placeBelow(
  key: string,
  given: Readonly<Record<string, unknown>>,
  object: z.ZodObject | undefined,
): string | undefined {
  const all = object === undefined ? [] : fieldsInside(object, key, given[key]);
  const present = all.filter((field) => Object.hasOwn(given, field));
  const fields = present.length > 0 || all.length > MOST_PLACES ? present : all;
  return fields.length === 0 ? undefined : `; it belongs one level down, into ${inWords(fields, "or")}`;
}

/** In so many places, a field is like any other word. */
const MOST_PLACES = 3;

function suggestion(key: string, given: Readonly<Record<string, unknown>>, object: z.ZodObject | undefined): string {
  const known = Object.keys(object?.shape ?? {});
  const free = known.filter((field) => !Object.hasOwn(given, field));
  const twin = known.find((field) => !free.includes(field) && isSameWord(key, field));
  if (twin !== undefined) return `; "${twin}" is there, too: keep one of the two, with this name`;
  const question =
    noFieldText(key, known) ||
    (object === undefined ? "" : meantText(object, key, free, given[key])) ||
    (object === undefined ? "" : meantText(object, key, known, given[key]));
  if (question !== "" || !areFew(known)) return question;
  if (known.length === 1) return `; the only field is ${known[0]}`;
  const own = known.includes("parameterValues") ? "; values of your own stand in parameterValues" : "";
  return `; the fields are ${known.join(", ")}${own}`;
}

/** Which of some fields a key means, in words that end a message; "" where it means none. */
function meantText(object: z.ZodObject, key: string, names: readonly string[], value: unknown): string {
  // the very name of a field further down is no slip
  const near = fieldsInside(object, key).length > 0 ? undefined : fieldLike(object, key, names, value);
  const meant = near ?? ownWordFor(key, names);
  return meant === undefined ? "" : questionOf(key, meant, value);
}

/** Says that a key means a field: as a question where it is spelled like it, and else as the word for it here. */
export function questionOf(key: string, meant: string, value: unknown): string {
  return didYouMean(key, [meant]) || `${otherWordText(key, [meant])}${fractionText(key, value)}`;
}

function givenAt(value: unknown, path: readonly PropertyKey[]): Readonly<Record<PropertyKey, unknown>> {
  const at = path.reduce<unknown>((inner, step) => Object(inner)[step], value);
  return Object(at);
}

/** The object at a path of a schema; of a union, that of the first branch in which the path leads to one. */
function objectAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodObject | undefined {
  const at = unwrap(schema);
  if (at.def.type === "union") {
    const branches = (at as z.ZodUnion).options.map((branch) => objectAt(branch as z.ZodType, path));
    return branches.find((found) => found !== undefined);
  }
  const [step, ...rest] = path;
  if (step === undefined) return at.def.type === "object" ? (at as z.ZodObject) : undefined;
  const inner = stepInto(at, step);
  return inner && objectAt(inner, rest);
}
