import { inBrief } from "../../text/words";
import { IN_ORDER } from "../../value/diff";
import { pair } from "../../value/pair";
import { at, isFields, isList, type Value } from "../../value/value";
import { arrowText, type Edit, editOf, editsOf, elementsByName, keyText, textsByName } from "./edits";
import { fieldsOfConcern } from "./field-meanings";
import type { BeforeAfter } from "./found-risk";

/** The metrics, their directions, or the tags that select them, that are others: "primary metrics orders → refunds". */
export function metricEdits(step: BeforeAfter): Edit[] {
  return editsOf(step, fieldsOfConcern("metrics"), (former, present) => {
    if (![former, present].every((list) => list === undefined || list === null || isList(list))) return undefined;
    const [last, next] = [metricTexts(former), metricTexts(present)];
    const gone = [...last.keys()].filter((name) => !next.has(name)).map(keyText);
    const added = [...next.keys()].filter((name) => !last.has(name)).map(keyText);
    const turned = [...next].flatMap(([name, now]) => {
      const then = last.get(name);
      return then === undefined || then === now ? [] : [`${keyText(name)} ${then} → ${now}`];
    });
    const swapped = gone.length > 0 && added.length > 0 ? [arrowText(inBrief(gone, 3), inBrief(added, 3))] : [];
    const single = [...gone.map((name) => `${name} removed`), ...added.map((name) => `${name} added`)];
    const told = [...(swapped.length > 0 ? swapped : single), ...turned];
    return told.length === 0 ? undefined : ` ${inBrief(told, 3)}`;
  });
}

/** What a hypothesis says of its metrics, where it says something else: "effect on orders 1 → 2". */
export function effectEdits({ before, after }: BeforeAfter): Edit[] {
  return ["primaryMetrics", "secondaryMetrics"].flatMap((field) => {
    const [last, next] = [metricsByName(at(before, field)), metricsByName(at(after, field))];
    return [...next].flatMap(([name, present]) => {
      const former = last.get(name) ?? [];
      return pair(former, present, IN_ORDER).pairs.flatMap(({ from = -1, to = -1 }) => {
        const [one, other] = [former[from], present[to]];
        if (one === undefined || other === undefined) return [];
        return editOf(`hypothesised effect on ${keyText(name)}`, effectOf(one), effectOf(other));
      });
    });
  });
}

/** Metrics by their names; those of one name in one order, whatever their places in the list are. */
function metricsByName(list: Value | undefined): ReadonlyMap<string, readonly Value[]> {
  const orderOf = (metric: Value) => JSON.stringify([metricTraits(metric), effectOf(metric)]);
  const sorted = (metrics: readonly Value[]) => [...metrics].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return new Map([...elementsByName(list, metricName)].map(([name, metrics]) => [name, sorted(metrics)]));
}

function effectOf(metric: Value): Value {
  return at(metric, "hypothesizedValue") ?? null;
}

/** What tells a metric from others; a tag is a name itself. */
function metricName(metric: Value): Value | undefined {
  return isFields(metric) ? at(metric, "name") : metric;
}

/** What else of a metric decides about results. */
function metricTraits(metric: Value): string {
  if (!isFields(metric)) return "";
  const traits = ["type", "direction"].map((key) => at(metric, key)).filter((trait) => typeof trait === "string");
  return traits.length === 0 ? "none" : traits.join(" ");
}

function metricTexts(list: Value | undefined): ReadonlyMap<string, string> {
  return textsByName(list, metricName, metricTraits);
}
