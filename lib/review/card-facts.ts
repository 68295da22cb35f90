import { parted, rawText, type Words } from "../report/document";
import { seenText, valueWords } from "../report/value-text";
import { dayText } from "../text/days";
import { fieldWords } from "../text/names";
import { capitalised, inWords } from "../text/words";
import { at, type Fields, isFields, isSame, listAt, Opaque, type Value } from "../value/value";
import { ownValue } from "./card-users";
import type { Change, Decision, UserEffect } from "./model";
import { isActive } from "./transition";

/** Something worth knowing, and the fields that it says: what they are, of the status also what it was. */
export interface Fact {
  readonly label: string;
  readonly words: Words;
  readonly says?: readonly string[];
}

/** What is worth knowing of an experiment; of several, what they have in common. */
export function experimentFacts(change: Change, isOne: boolean): Fact[] {
  const { effect, alsoSent, forUsers } = change;
  if (effect === undefined) return [];
  const fields = presentFields(change);
  const also = alsoSent && `${inWords(alsoSent.map(fieldWords))}, as declared: a change in the console is reverted`;
  return [
    ...statusFact(change.before.status, fields.status),
    ...(isOne && forUsers === "decides" ? decisionFacts(effect.decision) : []),
    ...(isOne && startsRun(change) ? startFacts(fields, effect) : []),
    ...(isOne ? metricFacts(change, fields) : []),
    ...endFact(change, fields),
    ...fact("Also sent", also),
  ];
}

/** A fact, if there is something to say. */
function fact(label: string, words: Words | undefined, ...says: string[]): Fact[] {
  return words === undefined ? [] : [{ label, words, says }];
}

const NONE: Words = { nothing: "none" };

/** The status of the API, where it is known: titles say it in words. */
function statusFact(last: Value | undefined, next: Value | undefined): Fact[] {
  if (next === undefined || next === null) return [];
  const words = valueWords(next);
  const isAlone = last === undefined || isSame(last, next);
  return fact("Status", isAlone ? words : [valueWords(last), " → ", { strong: words }], "status");
}

function decisionFacts({ launched, group, reason }: Decision = {}): Fact[] {
  const winner = group?.title ?? (launched === undefined ? NONE : ownValue(launched));
  return [
    ...fact("Winner", winner, "launchedGroupID"),
    ...fact("Reason", reason === undefined ? undefined : ownValue(reason), "decisionReason"),
  ];
}

function startFacts({ hypothesis }: Fields, { groups }: UserEffect): Fact[] {
  const control = groups.find(({ after }) => after?.isControl)?.after?.title;
  return [
    ...fact("Hypothesis", hypothesis ? ownValue(hypothesis) : NONE, "hypothesis"),
    ...fact("Compared with", control, "controlGroupID"),
  ];
}

function metricFacts(change: Change, fields: Fields): Fact[] {
  const isStart = startsRun(change);
  if (!isStart && !isActive(fields)) return [];
  return ["primary", "secondary"].flatMap((rank) => {
    const names = [`${rank}Metrics`, `${rank}MetricTags`];
    // what changes while it runs stands among the fields, with what it was
    if (!isStart && change.fields.some(({ path: [field] }) => names.includes(String(field)))) return [];
    const [metrics, tags] = names.map((name) => at(fields, name));
    const words = metricsWords(metrics, tags);
    const none = isStart && rank === "primary" ? NONE : undefined;
    const label = `${capitalised(rank)} ${listAt(metrics).length > 1 ? "metrics" : "metric"}`;
    const says = listAt(metrics).every(isSaidMetric) ? names : [];
    return fact(label, rawText(words) === "" ? none : words, ...says);
  });
}

/** Metrics with the direction that they should take. */
function metricsWords(list: Value | undefined, tags: Value | undefined): Words {
  const listed = (value: Value | undefined) => (value instanceof Opaque ? [value] : listAt(value));
  const metrics = listed(list).map((metric): Words => {
    const [name, direction, type] = METRIC.map((key) => at(metric, key));
    if (typeof name !== "string") return valueWords(metric);
    const should = typeof direction === "string" ? ` should ${direction}` : "";
    return [seenText(name), { quiet: `${should}${typeof type === "string" ? ` (${type.replaceAll("_", " ")})` : ""}` }];
  });
  return parted([...metrics, ...listed(tags).map((tag): Words => ["all with the tag ", ownValue(tag)])], ", ");
}

/** What the words for a metric say of it. */
const METRIC = ["name", "direction", "type"];

function isSaidMetric(metric: Value): boolean {
  return isFields(metric) && Object.keys(metric).every((key) => METRIC.includes(key));
}

function endFact({ endsOn, forUsers }: Change, fields: Fields): Fact[] {
  const isOver = forUsers === "stops" || forUsers === "decides" || forUsers === "archives";
  if (endsOn !== undefined) return fact(isOver ? "Was to end" : "Ends", `${dayText(endsOn)}, as declared`);
  const { duration } = fields;
  if (typeof duration === "number" && forUsers?.startsWith("starts")) {
    return fact("Ends", `${duration} days after the start`, "duration");
  }
  return isActive(fields) && !isOver ? fact("Ends", "no day is declared") : [];
}

/** What is declared; of what leaves the code, what was. */
export function presentFields({ action, before, after }: Change): Fields {
  return action === "forget" ? before : after;
}

/** Whether it starts, or is new: what it declares then stands among the facts. */
export function startsRun({ forUsers, action }: Change): boolean {
  return forUsers?.startsWith("starts") === true || action === "create";
}
