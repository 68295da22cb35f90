import { experiment } from "../api/experiment-schema";
import type { Kind } from "../api/kind";
import { describeValue, inWords } from "../text/words";
import { parseJson } from "../value/json";
import type { RecordFields } from "./record-identity";

/** A field of an exported experiment that no construct declares. */
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

const undeclared = Object.entries({ ...audience, ...times });

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
  if (kind.name !== experiment.name) return [];
  return undeclared
    .filter(([field, says]) => Object.hasOwn(record, field) && says(record[field]))
    .map(([field]) => ({ field, text: `${field} ${describeValue(record[field])}` }));
}
