import { parted, rawText, type Words } from "../report/document";
import { seenText, valueWords } from "../report/value-text";
import { dayText } from "../text/days";
import { fieldWords } from "../text/names";
import { capitalised, inWords } from "../text/words";
import { at, type Fields, isSame, listAt, Opaque, type Value } from "../value/value";
import { ownValue } from "./card-users";
import type { Change, Decision, UserEffect } from "./model";
import { isActive } from "./transition";

/** What is worth knowing of an experiment; of several, what they have in common. */
export function experimentFacts(change: Change, isOne: boolean): Record<string, Words | undefined> {
  const { effect, alsoSent } = change;
  if (effect === undefined) return {};
  const fields = presentFields(change);
  return {
    Status: statusWords(change),
    ...(isOne && ownFacts(change, fields, effect)),
    ...endFact(change, fields),
    "Also sent": alsoSent && `${inWords(alsoSent.map(fieldWords))}, as declared: a change in the console is reverted`,
  };
}

function ownFacts(change: Change, fields: Fields, { groups, decision }: UserEffect): Record<string, Words | undefined> {
  const [isStart, hypothesis] = [startsRun(change), at(fields, "hypothesis")];
  return {
    ...(change.forUsers === "decides" && decisionFacts(decision)),
    ...(isStart && { Hypothesis: hypothesis ? ownValue(hypothesis) : NONE }),
    ...metricFacts(change, fields, isStart),
    ...(isStart && { "Compared with": groups.find(({ after }) => after?.isControl)?.after?.title }),
  };
}

const NONE: Words = { nothing: "none" };

function decisionFacts({ launched, group, reason }: Decision = {}): Record<string, Words | undefined> {
  // a winner that is a group is in the title and the table
  const named = group === undefined && launched !== undefined ? ownValue(launched) : undefined;
  return {
    Winner: launched === undefined ? NONE : named,
    Reason: reason === undefined ? undefined : ownValue(reason),
  };
}

function metricFacts(change: Change, fields: Fields, isStart: boolean): Record<string, Words | undefined> {
  if (!isStart && !isActive(fields)) return {};
  const facts = ["primary", "secondary"].map((rank): [string, Words | undefined] => {
    const names = [`${rank}Metrics`, `${rank}MetricTags`] as const;
    const [metrics, tags] = names.map((name) => at(fields, name));
    const label = `${capitalised(rank)} ${listAt(metrics).length > 1 ? "metrics" : "metric"}`;
    // what changes stands among the fields
    if (!isStart && change.fields.some(({ path: [field] }) => names.some((name) => name === field))) return [label, ""];
    const words = metricsWords(metrics, tags);
    if (rawText(words) !== "") return [label, words];
    return [label, isStart && rank === "primary" ? NONE : undefined];
  });
  return Object.fromEntries(facts);
}

/** The status of the API, where it is known: titles say it in words. */
export function statusWords(change: Change): Words | undefined {
  const [last, next] = [change.before.status, presentFields(change).status];
  if (next === undefined || next === null) return undefined;
  if (last === undefined || isSame(last, next)) return ownCode(next);
  return [ownCode(last), " → ", { strong: ownCode(next) }];
}

function ownCode(value: Value): Words {
  return typeof value === "string" ? { code: value } : valueWords(value);
}

function endFact(change: Change, fields: Fields): Record<string, Words | undefined> {
  const { endsOn, forUsers } = change;
  const isOver = forUsers === "stops" || forUsers === "decides" || forUsers === "archives";
  if (endsOn !== undefined) return { [isOver ? "Was to end" : "Ends"]: `${dayText(endsOn)}, as declared` };
  const duration = at(fields, "duration");
  const isPlanned = duration !== undefined && duration !== null && forUsers?.startsWith("starts");
  if (isPlanned) return { Ends: [ownValue(duration), typeof duration === "number" ? " days after the start" : ""] };
  return isActive(fields) && !isOver ? { Ends: "no day is declared" } : {};
}

/** Metrics with the direction that they should take. */
function metricsWords(list: Value | undefined, tags: Value | undefined): Words {
  const listed = (value: Value | undefined): readonly Value[] =>
    value instanceof Opaque ? [value] : Array.isArray(value) ? value : [];
  const metrics = listed(list).map((metric): Words => {
    const [name, direction, type] = ["name", "direction", "type"].map((key) => at(metric, key));
    if (typeof name !== "string") return valueWords(metric);
    const should = typeof direction === "string" ? ` should ${direction}` : "";
    return [seenText(name), { quiet: `${should}${typeof type === "string" ? ` (${type.replaceAll("_", " ")})` : ""}` }];
  });
  return parted([...metrics, ...listed(tags).map((tag): Words => ["all with the tag ", ownValue(tag)])], ", ");
}

/** What is declared; of what leaves the code, what was. */
export function presentFields({ action, before, after }: Change): Fields {
  return action === "forget" ? before : after;
}

/** Whether it starts, or is new: what it declares then stands among the facts. */
export function startsRun({ forUsers, action }: Change): boolean {
  return forUsers?.startsWith("starts") === true || action === "create";
}
