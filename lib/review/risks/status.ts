import { isNoLongerSent, noLongerSentText } from "../no-longer-sent";
import { get, Withheld } from "../value";
import type { BeforeAfter, Finding } from "./finding";

const ENDED = ["decision_made", "abandoned", "archived"];

/** What is odd about the way of an experiment's status. */
export function statusRisks(step: BeforeAfter): Finding[] {
  return [...stepRisk(step), ...decisionRisk(step)];
}

function stepRisk({ before, after }: BeforeAfter): Finding[] {
  const [from, to] = [get(before, "status"), get(after, "status")];
  if (typeof from !== "string" || typeof to !== "string") return [];
  const why = reasonAgainst(from, to);
  return why === undefined ? [] : [{ name: "status-step", text: `status goes from ${from} to ${to}: ${why}` }];
}

function reasonAgainst(from: string, to: string): string | undefined {
  if (from === "active" && to === "setup")
    return "an experiment that has run is set back, and what it has measured may no longer count";
  if (ENDED.includes(from) && to === "active")
    return "an experiment that has ended starts again, with units that were in it before";
  if (from === "setup" && to === "decision_made") return "a decision is recorded for an experiment that has never run";
  return undefined;
}

const LAUNCHED = "launchedGroupID";

function decisionRisk({ before, after }: BeforeAfter): Finding[] {
  if (!lacksGroup(after) || lacksGroup(before)) return [];
  const text = isNoLongerSent({ before, after }, LAUNCHED)
    ? `${noLongerSentText([LAUNCHED])}, and the status is decision_made`
    : "the status is decision_made, but no launched group is named: nothing tells which group won, or that none did";
  return [{ name: "decision-without-launched-group", text }];
}

function lacksGroup(fields: BeforeAfter["after"]): boolean {
  const group = get(fields, LAUNCHED);
  return get(fields, "status") === "decision_made" && !(group instanceof Withheld) && (group ?? null) === null;
}
