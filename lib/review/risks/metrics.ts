import { few } from "../../api/describe";
import { get, isList, isObjectValue, listAt, type Value } from "../value";
import { type Edit, editsOf, shortValue } from "./edits";
import { fieldsOfConcern } from "./field-meanings";
import type { BeforeAfter } from "./finding";

/** The metrics, their directions, or the tags that select them, that are others: "primary metrics orders → refunds". */
export function metricEdits(step: BeforeAfter): Edit[] {
  return editsOf(step, fieldsOfConcern("metrics"), (former, present) => {
    if (![former, present].every((list) => list === undefined || list === null || isList(list))) return undefined;
    const [last, next] = [metricsByName(former), metricsByName(present)];
    const gone = [...last.keys()].filter((name) => !next.has(name));
    const added = [...next.keys()].filter((name) => !last.has(name));
    const turned = [...next].flatMap(([name, now]) => {
      const then = last.get(name);
      return then === undefined || then === now ? [] : [`${name} ${then} → ${now}`];
    });
    const swapped = gone.length > 0 && added.length > 0 ? [`${few(gone, 3)} → ${few(added, 3)}`] : [];
    const single = [...gone.map((name) => `${name} removed`), ...added.map((name) => `${name} added`)];
    const told = [...(swapped.length > 0 ? swapped : single), ...turned];
    return told.length === 0 ? undefined : ` ${few(told, 3)}`;
  });
}

/** What a hypothesis says of its metrics, where it says something else: "effect on orders 1 → 2". */
export function effectEdits({ before, after }: BeforeAfter): Edit[] {
  return ["primaryMetrics", "secondaryMetrics"].flatMap((field) => {
    const last = new Map(listAt(get(before, field)).map((metric) => [metricName(metric), metric]));
    return listAt(get(after, field)).flatMap((metric) => {
      const former = last.get(metricName(metric));
      if (former === undefined) return [];
      const words = `hypothesised effect on ${metricName(metric)}`;
      const values = { before: { value: effectOf(former) }, after: { value: effectOf(metric) } };
      return editsOf(values, [["value", words]]);
    });
  });
}

function effectOf(metric: Value): Value {
  return get(metric, "hypothesizedValue") ?? null;
}

/** What tells metrics from others, with what else of them decides about results. */
function metricsByName(list: Value | undefined): Map<string, string> {
  return new Map(listAt(list).map((metric) => [metricName(metric), metricTraits(metric)]));
}

function metricName(metric: Value): string {
  return shortValue(isObjectValue(metric) ? get(metric, "name") : metric);
}

function metricTraits(metric: Value): string {
  if (!isObjectValue(metric)) return "";
  const traits = ["type", "direction"].map((key) => get(metric, key)).filter((trait) => typeof trait === "string");
  return traits.length === 0 ? "none" : traits.join(" ");
}
