import { type Diff, diff, type Rules } from "../../value/diff";
import { isFields, isList, isSame, type Value } from "../../value/value";

/**
 * What counts as a difference to a reader of results: what is absent, null, false or empty is one and the same, lists have
 * no order, and a text is the same as a list with it alone. An element that a list gains or loses always counts.
 */
const asMeant: Rules<"field" | "element"> = (before, after, place) => {
  if (place === "element" && (before === undefined || after === undefined)) return "other";
  if (meansNothing(before) && meansNothing(after)) return "same";
  if (isFields(before) && isFields(after)) return { before, after, inner: () => "field" };
  const [former, present] = isList(before) || isList(after) ? [asList(before), asList(after)] : [];
  if (isList(former) && isList(present)) {
    const fits = (one: Value, other: Value) => diff(one, other, asMeant, "element") === undefined;
    return { before: former, after: present, pairing: { order: "free", fits }, inner: () => "element" };
  }
  return isSame(before, after) ? "same" : "other";
};

/** What differs between two values as they are meant. */
export function meantDiff(before: Value | undefined, after: Value | undefined): Diff | undefined {
  return diff(before, after, asMeant, "field");
}

/** Whether nothing is meant by a value. */
export function meansNothing(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (isList(value)) return value.length === 0;
  return isFields(value) && Object.values(value).every(meansNothing);
}

function asList(value: Value | undefined): Value | undefined {
  return typeof value === "string" ? [value] : value;
}
