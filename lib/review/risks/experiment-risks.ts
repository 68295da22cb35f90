import { groupMeant, isOfNoGroup } from "../../entity/group-ids";
import { lackingForStart } from "../../entity/incomplete-start";
import type { RiskName } from "../../protocol/risk-names";
import { inBrief, inWords } from "../../text/words";
import type { Diff } from "../../value/diff";
import { at, isFields, isHidden, isSame, listAt, Opaque, type Value } from "../../value/value";
import { isActive, isClosed, isDecided, isEnded, LAUNCHED, statusOf, transitionOf } from "../transition";
import { type BeforeAfter, differencesInside, type MeantStep, meantStep } from "./as-meant";
import { arrowOf, type Edit, editsOf, type Finding, type Findings, findingOfEdits, shortValue } from "./edits";
import { fieldsOfConcern } from "./field-meanings";
import { launchRisk, splitRisk, treatmentRisk } from "./groups";

/** Says what is risky about a step, and why; undefined where nothing is. */
type Judge = (step: MeantStep) => Finding | undefined;
type Judges = Readonly<Partial<Record<RiskName, Judge>>>;

/** Judges the fields of a concern, each of which is a risk once it changes. */
function anyChangeOf(concern: Parameters<typeof fieldsOfConcern>[0], why: string): Judge {
  return (step) => findingOfEdits(editsOf(step, fieldsOfConcern(concern)), why);
}

const SEEN = "changed after results could be seen";
const horizonRisk = anyChangeOf("horizon", `the stopping rule ${SEEN}`);

/** The risks of a change to an experiment that runs and goes on. */
const whileActive: Judges = {
  "running-groups": (step) =>
    splitRisk(step, "users change groups, so results from before and after cannot be compared"),
  "running-treatment": treatmentRisk,
  "running-allocation": loweredRisk,
  ramp: raisedRisk,
  "running-metrics": (step) =>
    findingOfEdits(metricEdits(step), "metrics chosen after results can be seen make a chance finding more likely"),
  "running-units": anyChangeOf("units", "the users counted are no longer those that the experiment began with"),
  "running-analysis": analysisRisk,
  "running-horizon": (step) => (isSequential(step) ? undefined : horizonRisk(step)),
  "running-hypothesis": (step) =>
    findingOfEdits(
      [...editsOf(step, fieldsOfConcern("hypothesis")), ...effectEdits(step)],
      "rewritten after results could be seen",
    ),
};

/** Of one that has ended, or ends with it. */
const whenEnded: Judges = {
  "ended-metrics": (step) => findingOfEdits(metricEdits(step), SEEN, "after results could be seen"),
  "ended-groups": (step) => splitRisk(step, SEEN),
};

const always: Judges = {
  "start-incomplete": startRisk,
  "launch-changed": launchRisk,
  "status-step": statusRisk,
  "decision-without-launched-group": decisionRisk,
};

/** What is risky about a change to an experiment. */
export function experimentFindings(fields: BeforeAfter): Findings {
  const { before, after } = fields;
  const step = meantStep(fields);
  const judges: Judges = {
    ...(isActive(before) && isActive(after) && whileActive),
    ...((isEnded(before) || (isActive(before) && isEnded(after))) && whenEnded),
    ...always,
  };
  return Object.fromEntries(Object.entries(judges).map(([name, judge]) => [name, judge(step)]));
}

function analysisRisk(step: MeantStep): Finding | undefined {
  const control = step.diffs.get("controlGroupID");
  // a group that nobody had named may well have been the one
  const isFirstNamed = (control?.before ?? null) === null && typeof control?.after === "string";
  const edits = editsOf(step, fieldsOfConcern("analysis"), (found) =>
    isFirstNamed && found === control ? `named: ${shortValue(found.after)}` : arrowOf(found),
  );
  return findingOfEdits(
    edits,
    isFirstNamed && edits.length === 1
      ? "results may have been judged against another group until now"
      : "results are judged by other rules than at the start",
  );
}

function startRisk(step: BeforeAfter): Finding | undefined {
  const lacking = transitionOf(step) === "starts" ? lackingForStart(step.after) : [];
  if (lacking.length === 0) return undefined;
  return {
    what: `it starts without ${inWords(lacking)}`,
    why: "what is added once it runs is chosen after results could be seen",
    instead: `add ${inWords(lacking)}`,
  };
}

function loweredRisk(step: BeforeAfter): Finding | undefined {
  const { from, to, what } = allocationStep(step);
  if (to >= from) return undefined;
  return { what, why: to === 0 ? "nobody takes part any more" : "users who took part drop out" };
}

/** More than this many times as many users at once is not a step of a ramp. */
const STEEP = 4;

function raisedRisk(step: BeforeAfter): Finding | undefined {
  const { from, to, what } = allocationStep(step);
  if (to <= from * STEEP) return undefined;
  if (from === 0) return { what, why: "from nobody, at once" };
  const between = Math.round(Math.sqrt(from * to));
  const instead = `${from} → ${between} → ${to}, with a look at the metrics between`;
  const why = `${Number((to / from).toFixed(1))} times as many users, at once`;
  return { what, why, ...(between <= from * STEEP && { instead }) };
}

/** How many percent take part; where either cannot be read, none before and after. */
function allocationStep({ before, after }: BeforeAfter): { readonly from: number; readonly to: number; what: string } {
  const [last, next] = [at(before, "allocation"), at(after, "allocation")];
  const [from, to] = typeof last === "number" && typeof next === "number" ? [last, next] : [0, 0];
  return { from, to, what: `allocation ${from} → ${to}` };
}

/** Whether results may be looked at early by either set of rules. */
function isSequential({ before, after }: BeforeAfter): boolean {
  return [before, after].every(
    (fields) => at(fields, "sequentialTesting") === true || at(fields, "analyticsType") === "sprt",
  );
}

/** What is odd about a step of the status: it leads backwards, or skips the run. */
function statusRisk({ before, after }: BeforeAfter): Finding | undefined {
  const [from, to] = [statusOf(before), statusOf(after)];
  const finding = (why: string) => ({ what: `status ${from} → ${to}`, why });
  if (from === "active" && to === "setup") {
    return finding("it has run and is set back, so what it measured may no longer count");
  }
  if ((isEnded(before) || isClosed(before)) && to === "active") {
    return finding("it has ended and starts again, with users that were in it before");
  }
  return from === "setup" && isDecided(after) ? finding("it is decided without having run") : undefined;
}

/** What a decision lacks that names no group, or none of those that there are. */
function decisionRisk({ before, after }: BeforeAfter): Finding | undefined {
  if (!isDecided(after) || isDecided(before)) return undefined;
  const group = at(after, LAUNCHED);
  if (isOfNoGroup(group, at(after, "groups"))) {
    const what = `it is decided for ${shortValue(group)}, which is the id of no group`;
    const instead = `name the group by its id: ${groupMeant(String(group), at(after, "groups"))}`;
    return { what, why: "nothing says which group won", instead };
  }
  if (group instanceof Opaque || (group ?? "") !== "") return undefined;
  return { what: "it is decided without a launched group", why: "nothing says which group won, or that none did" };
}

/** The metrics, their directions, or the tags that select them, that are others: "primary metrics orders → refunds". */
function metricEdits(step: MeantStep): Edit[] {
  return editsOf(step, fieldsOfConcern("metrics"), (list) => {
    const { inside = [] } = list;
    const others = inside.filter((metric) => fateOf(metric) === "other");
    const namesOn = (side: "before" | "after") =>
      others.flatMap(({ [side]: metric }) => (metric === undefined ? [] : [nameInText(metric, list)]));
    const [gone, added] = [namesOn("before"), namesOn("after")];
    const turned = inside.flatMap((metric) => {
      const [last, next] = [traitsOf(metric.before), traitsOf(metric.after)];
      const isTurned = fateOf(metric) === "kept" && last !== next;
      return isTurned ? [`${shortValue(metricName(metric.after))} ${last} → ${next}`] : [];
    });
    const [from, to] = [inBrief(gone, 3), inBrief(added, 3)];
    const single = [...gone.map((name) => `${name} removed`), ...added.map((name) => `${name} added`)];
    const moved = from === "" || to === "" ? single : [from === to ? "changed" : `${from} → ${to}`];
    const texts = [...moved, ...turned];
    return texts.length === 0 ? undefined : inBrief(texts, 3);
  });
}

/** What a hypothesis says of its metrics, where it says something else: "effect on orders 1 → 2". */
function effectEdits({ diffs }: MeantStep): Edit[] {
  const metrics = ["primaryMetrics", "secondaryMetrics"].flatMap((field) => diffs.get(field)?.inside ?? []);
  return metrics.flatMap((metric): Edit[] => {
    const effect = differencesInside(metric).get("hypothesizedValue");
    if (fateOf(metric) !== "kept" || effect === undefined || effect.isUnclear) return [];
    const text = `hypothesised effect on ${shortValue(metricName(metric.after))} ${arrowOf(effect)}`;
    return [{ text, isUnsent: false }];
  });
}

/** Whether a metric is the same one before and after: of two whose names a plan hides, nobody can tell. */
function fateOf({ before, after }: Diff): "kept" | "other" | "unclear" {
  if (before === undefined || after === undefined) return "other";
  const [one, other] = [metricName(before), metricName(after)];
  if (isSame(one, other)) return "kept";
  return isHidden(one) && isHidden(other) ? "unclear" : "other";
}

/** What tells a metric from others; a tag is a name itself. */
function metricName(metric: Value | undefined): Value | undefined {
  return isFields(metric) ? at(metric, "name") : metric;
}

/** The name of a metric; with its traits, where others of its lists have that name: "orders (sum increase)". */
function nameInText(metric: Value, lists: Diff): string {
  const name = metricName(metric);
  const isNameOf = (each: Value) => isSame(metricName(each), name);
  const isOneOfSeveral = [lists.before, lists.after].some((list) => listAt(list).filter(isNameOf).length > 1);
  // a tag has none
  return isOneOfSeveral && isFields(metric)
    ? `${shortValue(name)} (${traitsOf(metric, "no direction")})`
    : shortValue(name);
}

/** What else of a metric decides about results. */
function traitsOf(metric: Value | undefined, nothing = "none"): string {
  const traits = ["type", "direction"].map((key) => at(metric, key)).filter((trait) => typeof trait === "string");
  return traits.join(" ") || nothing;
}
