import { few } from "../../api/describe";
import { get, isList, isObjectValue, listAt, type Value, Withheld } from "../value";
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
    const [last, next] = [effectsByName(get(before, field)), effectsByName(get(after, field))];
    return [...next].flatMap(([name, value]) =>
      last.has(name)
        ? editsOf({ before: { value: last.get(name) }, after: { value } }, [
            ["value", `hypothesised effect on ${name}`],
          ])
        : [],
    );
  });
}

/** The effect that each metric is expected to have: a list where several have one name. */
function effectsByName(list: Value | undefined): Map<string, Value> {
  const metrics = byName(list, (metric) => get(metric, "hypothesizedValue") ?? null);
  return new Map(
    [...metrics].map(([name, effects]) => [name, effects.find((each) => each instanceof Withheld) ?? oneOf(effects)]),
  );
}

function oneOf(effects: readonly Value[]): Value {
  const [only = null, ...others] = effects;
  return others.length === 0 ? only : effects;
}

/** What tells metrics from others, with what else of them decides about results. */
function metricsByName(list: Value | undefined): Map<string, string> {
  return new Map([...byName(list, metricTraits)].map(([name, traits]) => [name, traits.sort().join(", ")]));
}

/** Something of each metric, by its name, which several metrics may have. */
function byName<Trait>(list: Value | undefined, traitOf: (metric: Value) => Trait): Map<string, Trait[]> {
  const named = new Map<string, Trait[]>();
  for (const metric of listAt(list)) {
    const name = metricName(metric);
    const traits = named.get(name);
    if (traits === undefined) named.set(name, [traitOf(metric)]);
    else traits.push(traitOf(metric));
  }
  return named;
}

function metricName(metric: Value): string {
  return shortValue(isObjectValue(metric) ? get(metric, "name") : metric);
}

function metricTraits(metric: Value): string {
  if (!isObjectValue(metric)) return "";
  const traits = ["type", "direction"].map((key) => get(metric, key)).filter((trait) => typeof trait === "string");
  return traits.length === 0 ? "none" : traits.join(" ");
}
