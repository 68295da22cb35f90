import { few } from "../../api/describe";
import { get, isList, isUnknown, same, type Value, Withheld } from "../value";
import { type BeforeAfter, changedText, type Finding, isActive, isOther, textAt } from "./finding";

/** What a change to a running experiment does to its results. */
export function runningRisks(step: BeforeAfter): Finding[] {
  if (!isActive(step.before) || !isActive(step.after)) return [];
  return [...groupRisk(step), ...allocationRisk(step), ...metricRisk(step), ...designRisk(step)];
}

const RUNS = "while the experiment runs";

function groupRisk({ before, after }: BeforeAfter): Finding[] {
  const changed = groupChanges(get(before, "groups"), get(after, "groups"));
  if (changed.length === 0) return [];
  const text = `${few(changed)} while the experiment runs: units may move between groups, and results from before and after do not compare`;
  return [{ name: "running-groups", text }];
}

/** What happened to the shares of groups: "group control resized from 50 to 30". */
function groupChanges(before: Value | undefined, after: Value | undefined): string[] {
  if (!isReadable(before) || !isReadable(after)) return [];
  const former = sizesByGroup(before);
  const present = sizesByGroup(after);
  const gone = [...former.keys()].filter((id) => !present.has(id)).map((id) => `group ${id} removed`);
  const rest = [...present].flatMap(([id, size]) => {
    if (!former.has(id)) return [`group ${id} added`];
    const last = former.get(id);
    if (last === size || isUnknown(size) || same(last, size)) return [];
    return [`group ${id} resized from ${shownSize(last)} to ${shownSize(size)}`];
  });
  return [...gone, ...rest];
}

/** Whether a list can be looked into: it is not withheld, and not too long for a plan. */
function isReadable(list: Value | undefined): boolean {
  return list === undefined || isList(list);
}

/** The sizes of groups by what tells them apart: the id, else the name, else the place. */
function sizesByGroup(groups: Value | undefined): Map<string, Value | undefined> {
  const list = isList(groups) ? groups : [];
  return new Map(
    list.map((group, index) => {
      const id = textAt(group, "id") ?? textAt(group, "name");
      const size = typeof group === "object" && group !== null && "size" in group ? group.size : undefined;
      return [id === undefined ? `${index + 1}` : JSON.stringify(id), size];
    }),
  );
}

function shownSize(size: Value | undefined): string {
  return typeof size === "number" ? String(size) : size instanceof Withheld ? `(${size.why})` : "no size";
}

function allocationRisk({ before, after }: BeforeAfter): Finding[] {
  const [former, present] = [get(before, "allocation"), get(after, "allocation")];
  if (typeof former !== "number" || typeof present !== "number" || present >= former) return [];
  const text = `allocation lowered from ${former} to ${present} while the experiment runs: units that took part leave it, and those that stay may differ from them`;
  return [{ name: "running-allocation", text }];
}

/** The fields that any of these risks is about. */
export const riskyFields = (): readonly string[] => [
  "status",
  "groups",
  "allocation",
  ...METRIC_FIELDS,
  ...DESIGN_FIELDS,
];

const METRIC_FIELDS = ["primaryMetrics", "secondaryMetrics", "primaryMetricTags", "secondaryMetricTags"] as const;

function metricRisk({ before, after }: BeforeAfter): Finding[] {
  const changed = METRIC_FIELDS.filter((field) => isOtherSet(get(before, field), get(after, field)));
  if (changed.length === 0) return [];
  const text = changedText(
    { before, after },
    changed,
    (fields) =>
      `${fields} changed while the experiment runs: metrics chosen after results can be seen make a chance finding more likely`,
    RUNS,
  );
  return [{ name: "running-metrics", text }];
}

/** Whether two lists name other metrics, or other directions; their order and their hypothesised values do not count. */
function isOtherSet(before: Value | undefined, after: Value | undefined): boolean {
  if (!isReadable(before) || !isReadable(after)) return false;
  const names = (list: Value | undefined) => (isList(list) ? list.map(metricKey).sort().join("\n") : "");
  return names(before) !== names(after);
}

function metricKey(metric: Value): string {
  if (typeof metric === "string") return JSON.stringify(metric);
  return JSON.stringify(["name", "type", "direction"].map((key) => textAt(metric, key) ?? null));
}

const DESIGN_FIELDS = [
  "idType",
  "secondaryIDType",
  "controlGroupID",
  "targetingGateID",
  "analyticsType",
  "sequentialTesting",
  "bonferroniCorrection",
  "bonferroniCorrectionPerMetric",
  "benjaminiHochbergPerVariant",
  "benjaminiHochbergPerMetric",
  "benjaminiPrimaryMetricsOnly",
  "defaultConfidenceInterval",
  "assignmentSourceName",
  "assignmentSourceExperimentName",
  "assignmentSourceFilters",
] as const;

function designRisk({ before, after }: BeforeAfter): Finding[] {
  const changed = DESIGN_FIELDS.filter((field) => isOther(get(before, field), get(after, field)));
  if (changed.length === 0) return [];
  const text = changedText(
    { before, after },
    changed,
    (fields) =>
      `${fields} changed while the experiment runs: who is counted, or how results are judged, is no longer what the experiment began with`,
    RUNS,
  );
  return [{ name: "running-design", text }];
}
