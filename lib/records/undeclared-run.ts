import { experiment } from "../api/experiment-schema";
import type { Kind } from "../api/kind";
import { describeValue, inWords } from "../text/words";
import { parseJson } from "../value/json";
import type { RecordFields } from "./record-identity";

/** A field of an exported record that no construct declares. */
interface UndeclaredField {
  readonly field: string;
  /** With its value, in brief: `holdoutIDs ["global_holdout"]`. */
  readonly text: string;
}

/** Whether a value of a field that says who takes part says anything. */
const audience: Readonly<Record<string, (value: unknown) => boolean>> = {
  inlineTargetingRulesJSON: (value) => typeof value === "string" && hasContent(parseJson(value) ?? value),
  inlineTargetingRules: hasContent,
  holdoutIDs: hasContent,
  // what the service fills in for an ordinary one
  experimentType: (value) => typeof value === "string" && !/^(|experiment|a\/?b([ _-]?test)?)$/i.test(value),
};

const times: typeof audience = {
  startTime: isTime,
  endTime: isTime,
};

/** In which states a time is still to come: later, it only says when it happened. */
const toCome: Readonly<Record<keyof typeof times, readonly unknown[]>> = {
  startTime: ["setup"],
  endTime: ["setup", "active"],
};

const ofExperiments = Object.entries({ ...audience, ...times });

/** Names by which services say more of who takes part than the interface names. */
const MORE_AUDIENCE =
  /holdout|target(ing)?(rule|gate|segment|condition|s?$)|override|audience|exclu|(allow|block|white|black)list/i;

/** Names by which services say that an entity is put away. */
const PUT_AWAY = /^(is)?_?(archived|deleted)(_?(at|time|on))?$/i;

function isTime(value: unknown): boolean {
  return typeof value === "number";
}

/** Whether a value holds anything but empty lists, objects and texts. */
function hasContent(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasContent);
  return value !== undefined && value !== null && value !== "";
}

/** What of a record says who takes part, and from when and until when, and is in no construct: an update may keep or clear it. */
export function undeclaredAudience(kind: Kind, record: RecordFields): UndeclaredField[] {
  const found = undeclaredRun(kind, record);
  return found.filter(({ field }) => toCome[field]?.includes(record.status) ?? true);
}

/** Says it of one entity, for readers of a comparison. */
export function undeclaredNote(subject: string, fields: readonly UndeclaredField[]): string {
  const texts = fields.map(({ text }) => text);
  const them = texts.length === 1 ? "it" : "them";
  return `the service has ${inWords(texts)} for ${subject}, which no field declares: an update may keep or clear ${them}`;
}

/** The same, with when it started and ended. */
export function undeclaredRun(kind: Kind, record: RecordFields): UndeclaredField[] {
  const known = kind.name === experiment.name ? ofExperiments : [];
  const told = known
    .filter(([field, says]) => Object.hasOwn(record, field) && says(record[field]))
    .map(([field]) => field);
  const others = Object.keys(record).filter((field) => {
    const isNamed = PUT_AWAY.test(field) || (kind.name === experiment.name && MORE_AUDIENCE.test(field));
    const isKnown = Object.hasOwn(kind.fields.shape, field) || known.some(([name]) => name === field);
    return isNamed && !isKnown && record[field] !== false && record[field] !== 0 && hasContent(record[field]);
  });
  return [...told, ...others].map((field) => ({ field, text: `${field} ${describeValue(record[field])}` }));
}
