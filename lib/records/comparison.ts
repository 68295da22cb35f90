import type * as z from "zod";
import { stepInto, unwrap } from "../api/field-types";
import { type Kind, requiredFields } from "../api/kind";
import { withSecretHeaders } from "../api/prompt-version-schema";
import { type Diff, diff, type Inside, type Rules } from "../value/diff";
import { NAMING_KEYS } from "../value/pair";
import {
  at,
  type Fields,
  holdsOpaque,
  isFields,
  isList,
  isTooLong,
  mapped,
  Opaque,
  type PathStep,
  replaceOpaque,
  type Value,
} from "../value/value";
import type { RecordFields } from "./record-identity";

/** Fields that are never compared: the service adds up the one, and the other is for a call that keeps nothing. */
const NOT_COMPARED: ReadonlySet<string> = new Set(["manualQualityScores", "dryRun"]);

/**
 * What a record has otherwise than the code declares it, by `asRecorded`: for each field that differs, the record's value
 * as `before`, and the declared one as `after`.
 */
export function differencesFromRecord(kind: Kind, declared: Fields, record: RecordFields): Diff[] {
  const [ours, theirs] = [withoutSecretHeaders(declared), withoutSecretHeaders(record as Fields)];
  return Object.keys(ours)
    .filter((name) => isCompared(kind, name, ours[name]))
    .flatMap((name) => {
      const hides = holdsOpaque(ours[name]) && !isTooLong(ours[name]) ? "unpaired" : "nothing";
      const place = { schema: stepInto(kind.fields, name), hides } as const;
      return diff(at(theirs, name), ours[name], asRecorded, place, [name]) ?? [];
    });
}

/** The identity is what the record was found by. Null says something only where the update requires the field. */
function isCompared({ identity, update }: Kind, name: string, declared: Fields[string]): boolean {
  if (NOT_COMPARED.has(name) || identity.includes(name)) return false;
  return declared !== null || (update !== undefined && requiredFields(update.body).includes(name));
}

/** Headers that authenticate keep their names: their values are secrets, wherever they come from. */
function withoutSecretHeaders<Given extends RecordFields>(fields: Given): Given {
  return withSecretHeaders(fields, ({ value: _, ...header }) => header);
}

/** What is declared as it may be shown: without what is known at deploy time, and without secrets. */
export function shownDeclaration(fields: Fields): RecordFields {
  return replaceOpaque(withoutSecretHeaders(fields), () => undefined) as RecordFields;
}

/** What the rules know of a place in a record. */
interface RecordPlace {
  /** Undefined inside data of the user's. */
  readonly schema: z.ZodType | undefined;
  /** Which texts of the record are not shown here: those that stand where the code has no text, or all. */
  readonly hides: "nothing" | "unpaired" | "all";
  /** Whether it counts that one side has nothing there: an element of a list, or a key in data that the code lacks. */
  readonly isWhole?: true;
}

/**
 * What counts as a difference between a record of the service and the code:
 *
 * - Only what is declared counts. A key that the record lacks says nothing, at any depth. Null is the same as undeclared,
 *   unless the update requires the field, so that null is the way to say "none".
 * - Values known at deploy time, and secrets, are not compared and not shown; where a field has one, neither is a text
 *   of the record that may be it, because it stands where the code has no text.
 * - A number is the same as its text, a text as a list with it alone, a time as the same instant in another form; texts are
 *   compared after NFC, without carriage returns and trailing blanks. Nothing is the same as null.
 * - Elements of lists are matched by `id`, `name` or `key`, else by content, and have no order.
 * - What the API calls an object without naming its fields is data of the user's: there order and types count, and so does
 *   a key that the code does not have.
 */
const asRecorded: Rules<RecordPlace> = (actual, declared, place, path) => {
  const { schema, isWhole } = place;
  const different = () => ({ shownBefore: shownOf(actual, declared, place, path.at(-1)) });
  const same = (isSame: boolean) => (isSame ? "same" : different());
  if (isWhole && (declared === undefined || actual === undefined)) return different();
  if (actual === undefined) return "same";
  // of what is too long for a plan, its digest tells that it is declared, and not what it is
  if (declared instanceof Opaque) return isTooLong(declared) ? different() : "same";
  if (schema !== undefined && isNothing(declared) && isNothing(actual)) return "same";
  if (isFields(declared) && isFields(actual)) return ofObjects(actual, declared, place);
  const [ours, theirs] = [asListBeside(declared, actual), asListBeside(actual, declared)];
  if (!isList(ours) || !isList(theirs)) {
    return same(isSameLeaf(path.at(-1), declared, actual, schema === undefined));
  }
  if (schema === undefined) {
    const isData = isList(declared) && isList(actual) && declared.length === actual.length;
    return isData ? ofData(actual, declared, place) : different();
  }
  if (isList(declared)) return ofLists(theirs, declared, place);
  return same(diff(theirs, ours, asRecorded, place, path) === undefined);
};

/** A text as a list with it alone, where the other side is a list. */
function asListBeside(value: Value | undefined, other: Value | undefined): Value | undefined {
  return typeof value === "string" && isList(other) ? [value] : value;
}

/** What is shown of a record's value: texts that may be secrets are hidden. Numbers, booleans and keys are none. */
function shownOf(
  actual: Value | undefined,
  declared: Value | undefined,
  { hides }: RecordPlace,
  step: PathStep | undefined,
): Value | undefined {
  const isUnpaired = declared === undefined || typeof declared === "object";
  if (actual === undefined || hides === "nothing" || (hides === "unpaired" && !isUnpaired)) return actual;
  // an element of a list keeps its name, so that readers know which one it is
  const shownKeys = hides === "unpaired" && typeof step === "number" ? NAMING_KEYS : [];
  return withHiddenTexts(actual, shownKeys);
}

/** A value whose texts cannot be read, and are still compared; those of some keys of its own stay. */
export function withHiddenTexts(value: Value, shownKeys: readonly PathStep[] = []): Value {
  return mapped(value, (leaf, [key, ...deeper]) => {
    const isShown = deeper.length === 0 && key !== undefined && shownKeys.includes(key);
    return typeof leaf === "string" && !isShown ? Opaque.hidden(leaf) : leaf;
  }) as Value;
}

function ofObjects(actual: Fields, declared: Fields, { schema, hides }: RecordPlace): Inside<RecordPlace> {
  const isData = schema === undefined || unwrap(schema).def.type !== "object";
  const ours = Object.entries(declared).filter(([, value]) => isData || value !== null);
  const more = isData ? Object.entries(actual).filter(([key]) => !Object.hasOwn(declared, key)) : [];
  return {
    // in the order of the code
    before: Object.fromEntries([...ours.map(([key]) => [key, at(actual, key)]), ...more]),
    after: Object.fromEntries(ours),
    inner: (step) => ({
      schema: isData ? undefined : stepInto(schema, step),
      hides,
      ...(!Object.hasOwn(declared, step) && { isWhole: true }),
    }),
  };
}

/** Lists in data of the user's. */
function ofData(before: readonly Value[], after: readonly Value[], { hides }: RecordPlace): Inside<RecordPlace> {
  // somebody may have changed the order, so that what the deploy gives stands in another place
  const inner = { schema: undefined, hides: holdsOpaque(after) ? "all" : hides } as const;
  return { before, after, pairing: { order: "fixed", fits: () => true }, inner: () => inner };
}

function ofLists(before: readonly Value[], after: readonly Value[], place: RecordPlace): Inside<RecordPlace> {
  const { schema, hides } = place;
  const element = schema && (stepInto(schema, 0) ?? schema);
  const fitting: RecordPlace = { schema: element, hides: "all" };
  return {
    before,
    after,
    pairing: {
      order: "free",
      named: (name: PathStep) => comparedText(String(name)),
      fits: (theirs, ours) => diff(theirs, ours, asRecorded, fitting) === undefined,
    },
    // elements that are paired only because both are left over may each hold a text of the other's counterpart
    inner: (_, isByName) => ({
      schema: element,
      hides: isByName || hides === "nothing" ? hides : "all",
      isWhole: true,
    }),
  };
}

function isNothing(value: Value | undefined): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && !(value instanceof Opaque) && Object.keys(value).length === 0;
}

/** Whether two values are the same that are not lists, and not both objects. */
function isSameLeaf(step: PathStep | undefined, declared: Value | undefined, actual: Value, isData: boolean): boolean {
  if (declared === actual) return true;
  if (typeof declared === "string" && typeof actual === "string" && comparedText(declared) === comparedText(actual)) {
    return true;
  }
  if (isData) return false;
  const instant = /time(stamp)?$/i.test(String(step)) ? instantOf(declared) : undefined;
  if (instant !== undefined && instant === instantOf(actual)) return true;
  return isNumberText(declared, actual) || isNumberText(actual, declared);
}

function isNumberText(number: unknown, text: unknown): boolean {
  return typeof number === "number" && typeof text === "string" && text.trim() !== "" && Number(text) === number;
}

/** Greatest number that counts seconds: what is above counts milliseconds. */
const MOST_SECONDS = 100_000_000_000;

/** Milliseconds since 1970; a text without a zone is UTC. */
function instantOf(value: unknown): number | undefined {
  if (typeof value === "number") return Math.abs(value) < MOST_SECONDS ? value * 1000 : value;
  if (typeof value !== "string") return undefined;
  if (/^-?\d+(\.\d+)?$/.test(value)) return instantOf(Number(value));
  const [, day, time = "T00:00", zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(value.trim()) ?? [];
  const instant = day === undefined ? Number.NaN : Date.parse(`${day}${time.replace(" ", "T")}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** A text without what makes no difference: how its lines end, and its composition of characters. */
function comparedText(text: string): string {
  return text
    .normalize("NFC")
    .split(/\r\n?|\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
