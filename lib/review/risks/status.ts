import { statusOf } from "../transition";
import { get, type Values, Withheld } from "../value";
import type { BeforeAfter } from "./finding";

const ENDED = ["decision_made", "abandoned", "archived", "experiment_stopped", "assignment_stopped"];

/** What is odd about a step of the status: it leads backwards, or skips the run. */
export function statusStepText({ before, after }: BeforeAfter): string | undefined {
  const [from, to] = [statusOf(before), statusOf(after)];
  if (from === undefined || to === undefined) return undefined;
  const why = reasonAgainst(from, to);
  return why === undefined ? undefined : `status ${from} → ${to}: ${why}`;
}

function reasonAgainst(from: string, to: string): string | undefined {
  if (from === "active" && to === "setup") return "it has run and is set back, so what it measured may no longer count";
  if (ENDED.includes(from) && to === "active")
    return "it has ended and starts again, with units that were in it before";
  if (from === "setup" && to === "decision_made") return "it is decided without having run";
  return undefined;
}

/** What a decision lacks that names no group. */
export function decisionText({ before, after }: BeforeAfter): string | undefined {
  const group = get(after, "launchedGroupID");
  const isNamed = group instanceof Withheld || (group ?? null) !== null;
  if (isNamed || !isDecided(after) || isDecided(before)) return undefined;
  return "it is decided without a launched group: nothing tells which group won, or that none did";
}

/** Whether an experiment is decided. */
export function isDecided(fields: Values): boolean {
  return statusOf(fields) === "decision_made";
}
