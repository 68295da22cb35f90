import { triggerAttributes } from "../entity/resource-name";
import type { PlannedResource } from "./plan";
import type { PlannedEntity } from "./planned-entity";
import { marksAt } from "./trigger-value";
import { get, same, type Value, type Values, Withheld } from "./value";

/** Why a plan sends again what did not change; undefined where it does not tell. */
export function reapplyCause({ type, record, revision, keeper }: PlannedEntity): string | undefined {
  // the last of them makes the call, and is replaced with each of the others
  if ([keeper, record, revision].some((each) => each?.action_reason === "replace_by_request")) {
    return "asked for by -replace";
  }
  const planned = revision ?? record;
  if (planned === undefined) return undefined;
  const [before, after] = (["before", "after"] as const).map((side) => textOfReapply(planned.change, side, type));
  if (same(before, after)) return undefined;
  if (after === undefined) return `reapply ${shownText(before)} was removed`;
  return before === undefined ? `reapply ${shownText(after)}` : `reapply ${shownText(before)} → ${shownText(after)}`;
}

/** The text of a trigger that only `reapply` sets; undefined where there is none. */
function textOfReapply(
  change: PlannedResource["change"],
  side: "before" | "after",
  type: PlannedEntity["type"],
): Value | undefined {
  const attribute = triggerAttributes[type];
  const marked = (marks: typeof change.after_unknown) => marksAt(marksAt(marks, attribute), "reapply") === true;
  if (side === "after" && marked(change.after_unknown)) return new Withheld("unknown");
  const value = get((change[side]?.[attribute] ?? {}) as Values, "reapply");
  const isSensitive = marked(side === "before" ? change.before_sensitive : change.after_sensitive);
  return isSensitive && value !== undefined ? new Withheld("sensitive", value) : value;
}

function shownText(value: Value | undefined): string {
  if (value instanceof Withheld) return value.why === "unknown" ? "(known after the deploy)" : "(sensitive)";
  return JSON.stringify(value);
}
