import { isObject } from "../api/describe";
import { pathText } from "../api/field-path";
import { Deferred } from "../entity/deferred-value";
import { NAMING_KEYS } from "./element-names";

/** One value that the service has otherwise than the code declares it: the smallest that differs. */
export interface RecordDifference {
  /** For example `groups[0].size`: the place in the declared list, or in the record's for what the code does not have. */
  readonly path: string;
  /** Missing for an element that the code does not have. */
  readonly declared?: unknown;
  /** Missing for an element that the record does not have. */
  readonly actual?: unknown;
}

/** Where two values stand. */
export interface ComparedPlace {
  readonly path: readonly (string | number)[];
  /** Which texts of the record are not shown here: those that stand where the code has no text, or all. */
  readonly hides: "nothing" | "unpaired" | "all";
}

/** The place of a key or an index at another place. */
export function inside({ path, hides }: ComparedPlace, step: string | number): ComparedPlace {
  return { path: [...path, step], hides };
}

/** A difference at a place, with what of it may be shown. */
export function difference({ path, hides }: ComparedPlace, declared: unknown, actual: unknown): RecordDifference {
  const isUnpaired = declared === undefined || typeof declared === "object";
  const isHidden = hides === "all" || (hides === "unpaired" && isUnpaired);
  // an element of a list is told by its name
  const names = hides === "unpaired" && typeof path.at(-1) === "number" ? NAMING_KEYS : [];
  return {
    path: pathText(path),
    ...(declared === undefined ? {} : { declared: withoutDeferred(declared) }),
    ...(actual === undefined ? {} : { actual: isHidden ? withoutTexts(actual, names) : actual }),
  };
}

/** What stands in the place of a text that may be a secret. */
const HIDDEN_TEXT = "(not shown: it may be a secret)";

/** A value without its texts: numbers, booleans and keys are no secrets. */
function withoutTexts(value: unknown, names: readonly string[]): unknown {
  if (typeof value === "string") return HIDDEN_TEXT;
  if (Array.isArray(value)) return value.map((element) => withoutTexts(element, []));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, inner]) => [key, names.includes(key) ? inner : withoutTexts(inner, [])]),
  );
}

/** A value without those that only the deploy knows. */
function withoutDeferred(value: unknown): unknown {
  if (value instanceof Deferred) return undefined;
  if (Array.isArray(value)) return value.map((element) => withoutDeferred(element) ?? null);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutDeferred(inner)]));
}
