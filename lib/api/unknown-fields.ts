import type * as z from "zod";
import { didYouMean } from "../text/did-you-mean";
import { inWords } from "../text/words";
import { fieldsInside, stepInto, unwrap } from "./field-types";
import { fractionText, noFieldText, otherWordText } from "./other-words";

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
  const known = fieldNamesAt(schema, path);
  const given = givenAt(value, path);
  const above = placeAbove(key, { schema, value, path });
  return (
    above.whereItLacks ??
    placeBelow(key, objectAt(schema, path)) ??
    above.anywhere ??
    contentAbove(given[key], known) ??
    suggestion(key, given, known)
  );
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

/** Where a key belongs that is a field of what its object contains. */
function placeBelow(key: string, object: z.ZodObject | undefined): string | undefined {
  const fields = object === undefined ? [] : fieldsInside(object, key);
  return fields.length === 0 ? undefined : `; it belongs one level down, into ${inWords(fields, "or")}`;
}

/** Says that fields belong to their object itself that stand under a key of its own. */
function contentAbove(content: unknown, known: readonly string[]): string | undefined {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return undefined;
  const keys = Object.keys(content);
  const fields = keys.filter((each) => known.includes(each));
  return fields.length === 0 || 2 * fields.length < keys.length
    ? undefined
    : `; what it holds belongs one level up: ${inWords(fields.slice(0, 3))}`;
}

function suggestion(key: string, given: Readonly<Record<string, unknown>>, known: readonly string[]): string {
  const free = known.filter((field) => !Object.hasOwn(given, field));
  const otherWord = otherWordText(key, free);
  const question =
    noFieldText(key, known) ||
    didYouMean(key, free) ||
    (otherWord && `${otherWord}${fractionText(key, given[key])}`) ||
    didYouMean(key, known) ||
    otherWordText(key, known);
  if (question !== "" || !areFew(known)) return question;
  if (known.length === 1) return `; the only field is ${known[0]}`;
  const own = known.includes("parameterValues") ? "; values of your own stand in parameterValues" : "";
  return `; the fields are ${known.join(", ")}${own}`;
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
