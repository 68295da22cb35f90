import { inBrief } from "../../text/words";
import type { Diff } from "../../value/diff";
import { at, isFields, isHidden, isSame, listAt, type Value } from "../../value/value";
import { differencesInside, type MeantStep } from "./as-meant";
import { arrowOf, arrowText, type Edit, editsOf, isUnclear, shortValue } from "./edits";
import { fieldsOfConcern } from "./field-meanings";

/** The metrics, their directions, or the tags that select them, that are others: "primary metrics orders → refunds". */
export function metricEdits(step: MeantStep): Edit[] {
  return editsOf(step, fieldsOfConcern("metrics"), (list) => {
    const { inside = [] } = list;
    const others = inside.filter((metric) => fateOf(metric) === "other");
    const gone = others.flatMap(({ before }) => (before === undefined ? [] : [nameInText(before, list)]));
    const added = others.flatMap(({ after }) => (after === undefined ? [] : [nameInText(after, list)]));
    const kept = inside.filter((metric) => fateOf(metric) === "kept");
    const turned = kept.flatMap(({ before, after }) => {
      const [last, next] = [traitsOf(before), traitsOf(after)];
      return last === next ? [] : [`${shortValue(metricName(after))} ${last} → ${next}`];
    });
    const swapped = [arrowText(inBrief(gone, 3), inBrief(added, 3))];
    const single = [...gone.map((name) => `${name} removed`), ...added.map((name) => `${name} added`)];
    const told = [...(gone.length > 0 && added.length > 0 ? swapped : single), ...turned];
    return told.length === 0 ? undefined : inBrief(told, 3);
  });
}

/** What a hypothesis says of its metrics, where it says something else: "effect on orders 1 → 2". */
export function effectEdits({ diffs }: MeantStep): Edit[] {
  const metrics = ["primaryMetrics", "secondaryMetrics"].flatMap((field) => diffs.get(field)?.inside ?? []);
  return metrics.flatMap((metric): Edit[] => {
    const effect = differencesInside(metric).get("hypothesizedValue");
    if (fateOf(metric) !== "kept" || effect === undefined || isUnclear(effect)) return [];
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

/** The name of a metric; with its traits, where others of its lists have that name. */
function nameInText(metric: Value, lists: Diff): string {
  const name = metricName(metric);
  const isOneOfSeveral = [lists.before, lists.after].some(
    (list) => listAt(list).filter((each) => isSame(metricName(each), name)).length > 1,
  );
  return isOneOfSeveral ? `${shortValue(name)} ${traitsOf(metric)}` : shortValue(name);
}

/** What else of a metric decides about results. */
function traitsOf(metric: Value | undefined): string {
  const traits = ["type", "direction"].map((key) => at(metric, key)).filter((trait) => typeof trait === "string");
  return traits.length === 0 ? "none" : traits.join(" ");
}
