import type * as z from "zod";
import { isObject } from "../api/describe";
import { withSecretHeaders } from "../api/prompt-version-schema";
import { type Resource, requiredFields } from "../api/resource";
import { stepInto, unwrap } from "../api/schema-walk";
import { Deferred, type Fields, holdsDeferred, type Json, withDeferred } from "../entity/deferred-value";
import { elementNames } from "./element-names";
import { type ComparedPlace, difference, inside, type RecordDifference } from "./record-difference";
import type { RecordFields } from "./record-identity";
import { comparedText, isSameLeaf } from "./same-leaf";

/** Fields that are never compared: the service adds up the one, and the other is for a call that keeps nothing. */
const NOT_COMPARED: ReadonlySet<string> = new Set(["manualQualityScores", "dryRun"]);

/**
 * What a record has otherwise than the code declares it. All rules of what counts as a difference are here:
 *
 * - Only what is declared counts. A key that the record lacks says nothing, at any depth. Null is the same as undeclared,
 *   unless the update requires the field, so that null is the way to say "none".
 * - Values that only the deploy knows, and secrets, are not compared and not shown; where a field has one, neither is a text
 *   of the record that may be it, because it stands where the code has no text.
 * - A number is the same as its text, a text as a list with it alone, a time as the same instant in another form; texts are
 *   compared after NFC, without carriage returns and trailing blanks. Nothing is the same as null.
 * - Elements of lists are matched by `id`, `name` or `key`, else by content, and have no order.
 * - What the API calls an object without naming its fields is data of the user's: there order and types count, and so does
 *   a key that the code does not have.
 */
export function differencesFromRecord(resource: Resource, declared: Fields, record: RecordFields): RecordDifference[] {
  const [ours, theirs] = [withoutSecretHeaders(declared), withoutSecretHeaders(record)];
  const required = resource.update === undefined ? [] : requiredFields(resource.update.body);
  return Object.keys(ours)
    .filter((name) => !NOT_COMPARED.has(name) && !resource.identity.includes(name))
    .filter((name) => ours[name] !== null || required.includes(name))
    .flatMap((name) => {
      const value = ours[name] as Json;
      const hides = holdsDeferred(value) ? "unpaired" : "nothing";
      return compared({ path: [name], hides }, value, own(theirs, name), stepInto(resource.fields, name));
    });
}

/** @param schema undefined inside data of the user's */
function compared(
  place: ComparedPlace,
  declared: Json,
  actual: unknown,
  schema: z.ZodType | undefined,
): RecordDifference[] {
  if (declared instanceof Deferred || actual === undefined) return [];
  if (schema !== undefined && isNothing(declared) && isNothing(actual)) return [];
  if (isObject(declared) && isObject(actual)) return comparedObjects(place, declared as Fields, actual, schema);
  if (schema === undefined && Array.isArray(declared) && Array.isArray(actual))
    return comparedData(place, declared, actual);
  if (schema !== undefined && (Array.isArray(declared) || Array.isArray(actual))) {
    const [ours, theirs] = [declared, actual].map((each) => (typeof each === "string" ? [each] : each));
    if (Array.isArray(ours) && Array.isArray(theirs)) {
      const differences = comparedLists(place, ours, theirs, stepInto(schema, 0) ?? schema);
      return Array.isArray(declared) || differences.length === 0 ? differences : [difference(place, declared, actual)];
    }
  }
  return isSameLeaf(place.path.at(-1), declared, actual, schema === undefined)
    ? []
    : [difference(place, declared, actual)];
}

function comparedObjects(place: ComparedPlace, declared: Fields, actual: RecordFields, schema: z.ZodType | undefined) {
  const schemaOf = (name: string) => (schema === undefined ? undefined : stepInto(schema, name));
  const isData = schema === undefined || unwrap(schema).def.type !== "object";
  const known = Object.entries(declared).filter(([, value]) => isData || value !== null);
  const differences = known.flatMap(([name, value]) =>
    compared(inside(place, name), value, own(actual, name), isData ? undefined : schemaOf(name)),
  );
  const more = isData ? Object.keys(actual).filter((name) => !Object.hasOwn(declared, name)) : [];
  return [...differences, ...more.map((name) => difference(inside(place, name), undefined, actual[name]))];
}

/** Lists in data of the user's. */
function comparedData(place: ComparedPlace, declared: readonly Json[], actual: readonly unknown[]): RecordDifference[] {
  if (declared.length !== actual.length) return [difference(place, declared, actual)];
  // somebody may have changed the order, so that what the deploy gives stands in another place
  const at: ComparedPlace = holdsDeferred(declared) ? { ...place, hides: "all" } : place;
  return declared.flatMap((value, index) => compared(inside(at, index), value, actual[index], undefined));
}

function comparedLists(place: ComparedPlace, declared: readonly Json[], actual: readonly unknown[], schema: z.ZodType) {
  const byName = partnersByName(declared, actual);
  const partners = byName ?? partnersByContent(declared, actual, schema);
  // those that are paired for want of others may have each other's texts
  const at: ComparedPlace = byName === undefined && place.hides !== "nothing" ? { ...place, hides: "all" } : place;
  const taken = new Set(partners);
  return [
    ...declared.flatMap((value, index) => {
      const partner = partners[index];
      if (partner === undefined) return [difference(inside(at, index), value, undefined)];
      return compared(inside(at, index), value, actual[partner], schema);
    }),
    ...actual.flatMap((value, index) => (taken.has(index) ? [] : [difference(inside(at, index), undefined, value)])),
  ];
}

/** For each declared element the place of the one of its name; undefined unless all elements have names of their own. */
function partnersByName(declared: readonly unknown[], actual: readonly unknown[]): (number | undefined)[] | undefined {
  const [ours, theirs = []] = elementNames([declared, actual], (name) => comparedText(String(name))) ?? [];
  const places = new Map(theirs.map((name, index) => [name, index]));
  return ours?.map((name) => places.get(name));
}

/** The same by content: as many as fit each other, where possible in the same place; then what is left, in its order. */
function partnersByContent(
  declared: readonly Json[],
  actual: readonly unknown[],
  schema: z.ZodType,
): (number | undefined)[] {
  const partners: (number | undefined)[] = declared.map(() => undefined);
  const holders = new Map<number, number>();
  const places = [...actual.keys()];
  const fits = (index: number, place: number) =>
    compared({ path: [], hides: "all" }, declared[index] ?? null, actual[place], schema).length === 0;
  // an element of the record that lacks keys fits several: who holds it looks for another
  const finds = (index: number, seen: Set<number>): boolean =>
    [...(index < places.length ? [index] : []), ...places].some((place) => {
      if (seen.has(place) || !fits(index, place)) return false;
      seen.add(place);
      const holder = holders.get(place);
      if (holder !== undefined && !finds(holder, seen)) return false;
      holders.set(place, index);
      partners[index] = place;
      return true;
    });
  // what the deploy gives fits everywhere, and takes what nothing else does
  const isDeferred = (index: number) => declared[index] instanceof Deferred;
  const order = [...declared.keys()].sort((a, b) => Number(isDeferred(a)) - Number(isDeferred(b)));
  for (const index of order) finds(index, new Set());
  const free = places.filter((place) => !holders.has(place));
  return partners.map((partner) => partner ?? free.shift());
}

function isNothing(value: unknown): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && !(value instanceof Deferred) && Object.keys(value).length === 0;
}

/** Headers that authenticate keep their names: their values are secrets, wherever they come from. */
function withoutSecretHeaders<Given extends RecordFields>(fields: Given): Given {
  return withSecretHeaders(fields, ({ value: _, ...header }) => header);
}

/** What is declared as it may be shown: without what only the deploy knows, and without secrets. */
export function shownDeclaration(fields: Fields): RecordFields {
  return withDeferred(withoutSecretHeaders(fields), () => undefined) as RecordFields;
}

/** A field of an object; never what every object inherits. */
function own(object: RecordFields, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
