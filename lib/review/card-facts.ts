import { parted, rawText, type Words } from "../report/document";
import { seenText, valueWords } from "../report/value-text";
import { dayText } from "../text/days";
import { fieldWords } from "../text/names";
import { capitalised, inWords } from "../text/words";
import { at, type Fields, isFields, isSame, listAt, Opaque, type Value } from "../value/value";
import { ownValue } from "./card-users";
import type { Change, Decision, UserEffect } from "./model";
import { isActive } from "./transition";

/** Something worth knowing, and the fields that it says, which need not stand elsewhere. */
export interface Fact {
  readonly label: string;
  readonly words: Words;
  readonly says?: readonly string[];
}

/** What is worth knowing of an experiment; of several, what they have in common. */
export function experimentFacts(change: Change, isOne: boolean): Fact[] {
  const { effect, alsoSent } = change;
  if (effect === undefined) return [];
  const fields = presentFields(change);
  const also = alsoSent && `${inWords(alsoSent.map(fieldWords))}, as declared: a change in the console is reverted`;
  return [
    ...statusFact(change),
    ...(isOne ? ownFacts(change, fields, effect) : []),
    ...endFact(change, fields),
    ...(also === undefined ? [] : [{ label: "Also sent", words: also }]),
  ];
}

/** The status of the API, where it is known: titles say it in words. */
function statusFact(change: Change): Fact[] {
  const [last, next] = [change.before.status, presentFields(change).status];
  if (next === undefined || next === null) return [];
  const isAlone = last === undefined || isSame(last, next);
  const words = isAlone ? valueWords(next) : [valueWords(last), " → ", { strong: valueWords(next) }];
  return [{ label: "Status", words, says: ["status"] }];
}

function ownFacts(change: Change, fields: Fields, { groups, decision }: UserEffect): Fact[] {
  const isStart = startsRun(change);
  const control = groups.find(({ after }) => after?.isControl)?.after?.title;
  const { hypothesis } = fields;
  return [
    ...(change.forUsers === "decides" ? decisionFacts(decision) : []),
    ...(isStart
      ? [{ label: "Hypothesis", words: hypothesis ? ownValue(hypothesis) : NONE, says: ["hypothesis"] }]
      : []),
    ...metricFacts(change, fields, isStart),
    ...(isStart && control !== undefined ? [{ label: "Compared with", words: control, says: ["controlGroupID"] }] : []),
  ];
}

const NONE: Words = { nothing: "none" };

function decisionFacts({ launched, group, reason }: Decision = {}): Fact[] {
  const winner = group?.title ?? (launched === undefined ? NONE : ownValue(launched));
  return [
    { label: "Winner", words: winner, says: ["launchedGroupID"] },
    ...(reason === undefined ? [] : [{ label: "Reason", words: ownValue(reason), says: ["decisionReason"] }]),
  ];
}

function metricFacts(change: Change, fields: Fields, isStart: boolean): Fact[] {
  if (!isStart && !isActive(fields)) return [];
  return ["primary", "secondary"].flatMap((rank): Fact[] => {
    const names = [`${rank}Metrics`, `${rank}MetricTags`];
    const [metrics, tags] = names.map((name) => at(fields, name));
    const words = metricsWords(metrics, tags);
    const isNone = rawText(words) === "";
    // what changes while it runs stands among the fields, with what it was
    const isElsewhere = !isStart && change.fields.some(({ path: [field] }) => names.includes(String(field)));
    const isMissed = isStart && rank === "primary";
    if (isElsewhere || (isNone && !isMissed)) return [];
    const label = `${capitalised(rank)} ${listAt(metrics).length > 1 ? "metrics" : "metric"}`;
    return [{ label, words: isNone ? NONE : words, says: listAt(metrics).every(isSaidMetric) ? names : [] }];
  });
}

/** Whether a metric has nothing but what its words say. */
function isSaidMetric(metric: Value): boolean {
  return isFields(metric) && Object.keys(metric).every((key) => ["name", "direction", "type"].includes(key));
}

function endFact(change: Change, fields: Fields): Fact[] {
  const { endsOn, forUsers } = change;
  const isOver = forUsers === "stops" || forUsers === "decides" || forUsers === "archives";
  if (endsOn !== undefined)
    return [{ label: isOver ? "Was to end" : "Ends", words: `${dayText(endsOn)}, as declared` }];
  const duration = at(fields, "duration") ?? null;
  if (duration !== null && forUsers?.startsWith("starts")) {
    const words: Words = [ownValue(duration), typeof duration === "number" ? " days after the start" : ""];
    return [{ label: "Ends", words, says: ["duration"] }];
  }
  return isActive(fields) && !isOver ? [{ label: "Ends", words: "no day is declared" }] : [];
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
