import { isByContent, stepFor } from "../../entity/steps";
import { knownBefore, type PlannedChange } from "../../plan/planned-change";
import { fieldNoun, fieldWords, pathWords } from "../../text/names";
import { inBrief, inWords } from "../../text/words";
import { isFields } from "../../value/value";
import type { ComparedChange } from "../compare";
import { isActive, mayRun } from "../transition";
import { arrowOf, type Finding, type Findings, type FoundRisk, risksOfFindings } from "./edits";
import { experimentFindings } from "./experiment-risks";
import { hiddenRisk } from "./hidden";
import { type RunningExperiment, sourceFindings } from "./source-in-use";

/** What is risky about a change. */
export function foundRisksOf(
  change: ComparedChange,
  running: readonly RunningExperiment[],
  stack: string,
): FoundRisk[] {
  return risksOfFindings(findingsOf(change, running, stack));
}

function findingsOf(change: ComparedChange, running: readonly RunningExperiment[], stack: string): Findings {
  const { action, calls, former, fields, after } = change;
  if (action === "dry-run") return {};
  // a source that leaves the code stays as it is
  if (action === "forget") return { "running-unmanaged": leavingRisk(change) };
  if (former === "unknown" && !calls.includes("create")) {
    return { "unknown-before": calls.length > 0 ? OVERWRITTEN : undefined };
  }
  const partly = { "unknown-before": former === "unknown" ? CONTINUED : unshownRisk(change) };
  // without the status, nobody can tell what else is a risk
  if (change.record?.unshown.includes("status")) return partly;
  const step = { before: knownBefore(change), after };
  const findings = {
    experiment: () => ({ ...experimentFindings(step), "hidden-value": hiddenRisk(step, fields) }),
    source: () => sourceFindings(change, step, running),
    other: () => ({}),
  };
  return {
    ...partly,
    ...findings[change.entity.kind.role](),
    "overwrites-by-hand": byHandRisk(change),
    "moved-without-adopt": movedRisk(change, stack),
  };
}

function leavingRisk({ entity: { kind, request }, before }: PlannedChange): Finding | undefined {
  if (kind.role !== "experiment" || !mayRun(before)) return undefined;
  const left = request === undefined ? "the code" : "Terraform's state";
  const [when, may] = isActive(before) ? [" while it runs", "keeps"] : [", and its status is hidden", "may keep"];
  return {
    what: `it leaves ${left}${when}`,
    why: `it ${may} running in the service, and nothing here manages it any more`,
  };
}

const OVERWRITTEN: Finding = {
  what: "all declared fields are sent",
  why: "what the service has is unknown, and they overwrite it",
};

const CONTINUED: Finding = {
  what: "an earlier deploy may have created it",
  why: "if the service has it, the deploy goes on with the update, and all declared fields overwrite what it has",
};

function unshownRisk({ record }: ComparedChange): Finding | undefined {
  const unshown = record?.unshown ?? [];
  if (unshown.length === 0) return undefined;
  const it = unshown.length === 1 ? "it" : "them";
  return {
    what: `the record does not show ${inWords(unshown.map(fieldWords))}`,
    why: `what the service has of ${it} is unknown, and is overwritten by what is declared`,
  };
}

function byHandRisk({ record }: ComparedChange): Finding | undefined {
  const texts = (record?.byHand ?? []).map(({ path, names, before, after }) => {
    const again = path[0] === "status" && after === "active" ? " (it starts again)" : "";
    const isWhole = (before === undefined || after === undefined) && isFields(before ?? after);
    const edit = isWhole ? (after === undefined ? "removed" : "added") : arrowOf({ before, after });
    const [field = "", ...inside] = path;
    return `${inside.length === 0 ? fieldNoun(String(field)) : pathWords(path, names)} ${edit}${again}`;
  });
  if (texts.length === 0) return undefined;
  return { what: inBrief(texts), why: "somebody changed it by hand, and this update reverts it" };
}

/** What becomes of the create of an entity that the state of another stack, or another resource, has. */
function movedRisk({ calls, entity, movedFrom }: PlannedChange, stack: string): Finding | undefined {
  if (movedFrom === undefined || entity.request === undefined || !calls.includes("create")) return undefined;
  if (isByContent(entity.request)) return undefined;
  const from = movedFrom === stack ? "its former resource leaves the state" : `it leaves stack ${movedFrom}`;
  const { ifExists } = stepFor(entity.request, "create") ?? {};
  const why = ifExists === "duplicate" ? "the create may make a second one" : "the service will refuse the create";
  const what = `${from}, and it is created here, though it exists`;
  return { what, why, instead: "move it by terraform state mv, or adopt it by adopt: true" };
}
