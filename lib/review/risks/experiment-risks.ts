import { isOfNoGroup, lackingForStart } from "../../entity/incomplete-start";
import type { RiskName } from "../../protocol/risk-names";
import { inBrief, inWords } from "../../text/words";
import type { Diff } from "../../value/diff";
import { at, Opaque, type Value } from "../../value/value";
import { isActive, isClosed, isDecided, isEnded, statusOf, transitionOf } from "../transition";
import { type BeforeAfter, type MeantStep, meantStep } from "./as-meant";
import { arrowOf, editsOf, sentence, shortValue } from "./edits";
import { fieldsOfConcern } from "./field-meanings";
import { type FoundRisk, reasoned, risksToldIn, type Told } from "./found-risk";
import { splitEdits } from "./groups";
import { launchText, treatmentText } from "./launch";
import { effectEdits, metricEdits } from "./metrics";

/** Says what is risky about a step, and why; undefined where nothing is. */
type Judge = (step: MeantStep) => Told | undefined;

const TWO_SAMPLES = "users change groups, so results from before and after cannot be compared";
const SEEN = "changed after results could be seen";

/** The risks of a change to an experiment: when each is there, and what it says. */
const judges: Readonly<Partial<Record<RiskName, Judge>>> = {
  "running-groups": whileActive((step) => withReason(splitEdits(step.diffs.get("groups")), TWO_SAMPLES)),
  "running-treatment": whileActive(treatmentText),
  "running-allocation": whileActive(loweredText),
  ramp: whileActive(raisedText),
  "running-metrics": whileActive((step) =>
    sentence(metricEdits(step), "metrics chosen after results can be seen make a chance finding more likely"),
  ),
  "running-units": whileActive((step) =>
    sentence(
      editsOf(step, fieldsOfConcern("units")),
      "the users counted are no longer those that the experiment began with",
    ),
  ),
  "running-analysis": whileActive(analysisText),
  "running-horizon": whileActive((step) =>
    isSequential(step) ? undefined : sentence(editsOf(step, fieldsOfConcern("horizon")), `the stopping rule ${SEEN}`),
  ),
  "running-hypothesis": whileActive((step) =>
    sentence(
      [...editsOf(step, fieldsOfConcern("hypothesis")), ...effectEdits(step)],
      "rewritten after results could be seen",
    ),
  ),
  "start-incomplete": startText,
  "ended-metrics": whenEnded((step) => sentence(metricEdits(step), SEEN, "after results could be seen")),
  "ended-groups": whenEnded((step) => withReason(splitEdits(step.diffs.get("groups")), SEEN)),
  "launch-changed": launchText,
  "status-step": statusStepText,
  "decision-without-launched-group": decisionText,
};

/**
 * What is risky about a change to an experiment.
 *
 * @param fields without anything before for one that is created
 */
export function experimentRisks(fields: BeforeAfter): FoundRisk[] {
  const step = meantStep(fields);
  return risksToldIn(Object.fromEntries(Object.entries(judges).map(([name, judge]) => [name, judge(step)])));
}

function whileActive(judge: Judge): Judge {
  return (step) => (isActive(step.before) && isActive(step.after) ? judge(step) : undefined);
}

/** After it has been stopped or decided, or in the very step that does so. */
function whenEnded(judge: Judge): Judge {
  return (step) => (isEnded(step.before) || (isActive(step.before) && isEnded(step.after)) ? judge(step) : undefined);
}

function analysisText(step: MeantStep): Told | undefined {
  const edits = editsOf(step, fieldsOfConcern("analysis"), analysisEdit);
  const isOnlyNamed = edits.length === 1 && isFirstNamed(at(step.before, CONTROL), at(step.after, CONTROL));
  return sentence(
    edits,
    isOnlyNamed
      ? "results may have been judged against another group until now"
      : "results are judged by other rules than at the start",
  );
}

function analysisEdit(found: Diff, field: string): string {
  const isFirst = field === CONTROL && isFirstNamed(found.before, found.after);
  return isFirst ? `named: ${shortValue(found.after)}` : arrowOf(found);
}

const CONTROL = "controlGroupID";

/** Whether a control group is named that nobody had named: it may well have been the one. */
function isFirstNamed(former: Value | undefined, present: Value | undefined): boolean {
  return (former ?? null) === null && typeof present === "string";
}

function startText({ before, after }: BeforeAfter): string | undefined {
  const isStart = transitionOf(Object.keys(before).length === 0 ? undefined : before, after) === "starts";
  const lacking = isStart ? lackingForStart(after) : [];
  return lacking.length === 0 ? undefined : `it starts without ${inWords(lacking)}`;
}

function withReason(edits: readonly string[], why: string): Told | undefined {
  return edits.length === 0 ? undefined : reasoned(inBrief(edits), why);
}

function loweredText(step: BeforeAfter): Told | undefined {
  const [from, to] = allocations(step);
  if (from === undefined || to === undefined || to >= from) return undefined;
  const why = to === 0 ? "nobody takes part any more" : "users who took part drop out";
  return reasoned(`allocation ${from} → ${to}`, why);
}

/** More than this many times as many users at once is not a step of a ramp. */
const STEEP = 4;

function raisedText(step: BeforeAfter): Told | undefined {
  const [from, to] = allocations(step);
  if (from === undefined || to === undefined || to <= from * STEEP) return undefined;
  const times = from === 0 ? "from nobody" : `${Number((to / from).toFixed(1))} times as many users`;
  return reasoned(`allocation ${from} → ${to}`, `${times}, at once`);
}

function allocations({ before, after }: BeforeAfter): (number | undefined)[] {
  return [before, after]
    .map((fields) => at(fields, "allocation"))
    .map((value) => (typeof value === "number" ? value : undefined));
}

/** Whether results may be looked at early by either set of rules. */
function isSequential({ before, after }: BeforeAfter): boolean {
  return [before, after].every(
    (fields) => at(fields, "sequentialTesting") === true || at(fields, "analyticsType") === "sprt",
  );
}

/** What is odd about a step of the status: it leads backwards, or skips the run. */
function statusStepText({ before, after }: BeforeAfter): string | undefined {
  const why = reasonAgainst({ before, after });
  return why === undefined ? undefined : `status ${statusOf(before)} → ${statusOf(after)}: ${why}`;
}

function reasonAgainst({ before, after }: BeforeAfter): string | undefined {
  if (isActive(before) && statusOf(after) === "setup") {
    return "it has run and is set back, so what it measured may no longer count";
  }
  if ((isEnded(before) || isClosed(before)) && isActive(after)) {
    return "it has ended and starts again, with users that were in it before";
  }
  return statusOf(before) === "setup" && isDecided(after) ? "it is decided without having run" : undefined;
}

/** What a decision lacks that names no group, or none of those that there are. */
function decisionText({ before, after }: BeforeAfter): Told | undefined {
  if (!isDecided(after) || isDecided(before)) return undefined;
  const group = at(after, "launchedGroupID");
  if (isOfNoGroup(group, at(after, "groups"))) {
    return reasoned(
      `it is decided for ${shortValue(group)}, which is the id of no group`,
      "nothing says which group won",
    );
  }
  if (group instanceof Opaque || (group ?? null) !== null) return undefined;
  return reasoned("it is decided without a launched group", "nothing says which group won, or that none did");
}
