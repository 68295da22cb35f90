import { quoted, visible } from "../../api/escape-invisible";
import { namesIn } from "../list-pairs";
import type { FieldChange } from "../model";
import { isList, isObjectValue, type Value, Withheld } from "../value";
import { type DiffLine, diffOf } from "./text-diff";

/** A changed field as a reader sees it: two values, or the lines of a long text. */
export type FieldView =
  | { readonly form: "values"; readonly path: string; readonly before?: string; readonly after?: string }
  | { readonly form: "lines"; readonly path: string; readonly lines: readonly DiffLine[] };

/** Stands where the value of a field would that the update leaves out: it may stay in the service. */
const NO_LONGER_SENT = "(no longer sent)";

/** Longest text that is shown as a value, in characters. */
const LONGEST_IN_LINE = 100;

/**
 * How a reader sees a changed field.
 *
 * @param show how a value is written; on one line when left out
 */
export function viewOf({ path: name, before, after, noLongerSent }: FieldChange, show = shown): FieldView {
  const path = visible(name);
  if (noLongerSent && before !== undefined) {
    return isText(before) && isLong(before)
      ? { form: "lines", path: `${path} ${NO_LONGER_SENT}`, lines: diffOf(before, "") }
      : { form: "values", path, before: show(before), after: NO_LONGER_SENT };
  }
  const [former, present] = [orderOf(before), orderOf(after)];
  if (former !== undefined && present !== undefined) {
    return { form: "values", path: `${path} (order)`, before: former, after: present };
  }
  if (isText(before) && isText(after) && (isLong(before) || isLong(after))) {
    return { form: "lines", path, lines: diffOf(before ?? "", after ?? "") };
  }
  return {
    form: "values",
    path,
    ...(before === undefined ? {} : { before: show(before) }),
    ...(after === undefined ? {} : { after: show(after) }),
  };
}

/** A value on one line, with nothing in it that cannot be seen. */
export function shown(value: Value): string {
  if (value instanceof Withheld) return value.why === "sensitive" ? "(sensitive)" : "(known after the deploy)";
  if (typeof value === "string") return quoted(value);
  if (isList(value)) return `[${value.map(shown).join(", ")}]`;
  if (!isObjectValue(value)) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${quoted(key)}: ${shown(inner ?? null)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A value with a line for each of its parts, where it is too long for one. */
export function laidOut(value: Value, indent = ""): string {
  const flat = shown(value);
  const isShort = indent.length + flat.length <= WIDTH;
  if (isShort || typeof value !== "object" || value === null || value instanceof Withheld) return flat;
  const inner = `${indent}  `;
  const parts = isList(value)
    ? value.map((element) => laidOut(element, inner))
    : Object.entries(value).map(([key, field]) => `${quoted(key)}: ${laidOut(field ?? null, inner)}`);
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** How long a line may be where a value is laid out, in characters. */
const WIDTH = 60;

/** The names of a list's elements, in their order; undefined for anything else. */
function orderOf(value: Value | undefined): string | undefined {
  const names = isList(value) ? namesIn(value) : undefined;
  return names === undefined ? undefined : shown([...names]);
}

function isText(value: Value | undefined): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isLong(text: string | undefined): boolean {
  return text !== undefined && (text.length > LONGEST_IN_LINE || text.includes("\n"));
}
