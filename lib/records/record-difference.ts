import { pathText } from "../text/path";
import type { Diff } from "../value/diff";
import { NAMING_KEYS } from "../value/pair";
import { mapped, Opaque, type Value } from "../value/value";
import type { RecordPlace } from "./record-rules";

/** One value that the service has otherwise than the code declares it: the smallest that differs. */
export interface RecordDifference {
  /** For example `groups[0].size`: the place in the declared list, or in the record's for what the code does not have. */
  readonly path: string;
  /** Missing for an element that the code does not have. */
  readonly declared?: unknown;
  /** Missing for an element that the record does not have. */
  readonly actual?: unknown;
}

/** A difference with what of it may be shown. */
export function shownDifference({ path, before, after, place: { hides } }: Diff<RecordPlace>): RecordDifference {
  const isUnpaired = after === undefined || typeof after === "object";
  const isHidden = hides === "all" || (hides === "unpaired" && isUnpaired);
  // an element of a list is told by its name
  const names = hides === "unpaired" && typeof path.at(-1) === "number" ? NAMING_KEYS : [];
  return {
    path: pathText(path),
    ...(after === undefined ? {} : { declared: withoutOpaque(after) }),
    ...(before === undefined ? {} : { actual: isHidden ? withoutTexts(before, names) : before }),
  };
}

/** What stands in the place of a text that may be a secret. */
const HIDDEN_TEXT = "(not shown: it may be a secret)";

/** A value without its texts, but for these keys: numbers, booleans and keys are no secrets. */
function withoutTexts(value: Value, names: readonly string[]): unknown {
  return mapped(value, (leaf, path) => {
    const isName = path.length === 1 && names.some((name) => name === path[0]);
    return typeof leaf === "string" && !isName ? HIDDEN_TEXT : leaf;
  });
}

/** A value without its opaque places. */
function withoutOpaque(value: Value): unknown {
  return mapped(value, (leaf) => (leaf instanceof Opaque ? undefined : leaf));
}
