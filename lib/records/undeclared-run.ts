import { experiment } from "../api/experiment-schema";
import type { Kind } from "../api/kind";
import { promptVersion } from "../api/prompt-version-schema";
import { segment } from "../api/segment-schema";
import { describeKind, describeValue, inWords } from "../text/words";
import { parseJson } from "../value/json";
import { isFields } from "../value/value";
import type { RecordFields } from "./record-identity";

/** A field of an exported record that no construct declares. */
interface UndeclaredField {
  readonly field: string;
  /** With its value, in brief: `holdoutIDs ["global_holdout"]`. */
  readonly text: string;
  /** Whether an update, which cannot hold it, is ever sent. */
  readonly isUpdated: boolean;
}

/** Of fields that the interface shows in responses alone: whether a value is somebody's choice, which people have to know of. */
type Says = Readonly<Record<string, (value: unknown) => boolean>>;

const ofExperiments: Says = {
  inlineTargetingRulesJSON: hasJsonContent,
  inlineTargetingRules: hasContent,
  // what the service fills in for an ordinary one
  experimentType: (value) => hasContent(value) && !/^(experiment|a\/?b([ _-]?test)?)$/i.test(String(value)),
  startTime: hasContent,
  endTime: hasContent,
};

const saysByKind: Readonly<Record<string, Says>> = {
  [experiment.name]: ofExperiments,
  [segment.name]: { isEnabled: (value) => hasContent(value) && value !== true },
  [promptVersion.name]: { workflow_body: saysOfBody },
};

function saysOfBody(body: unknown): boolean {
  const { type = "JSON", value, ...others }: RecordFields = isFields(body) ? body : { value: body };
  return type !== "JSON" || hasJsonContent(value) || hasContent(others);
}

/** In which states of an experiment a time is still to come: later, it only says when it happened. */
const toCome: Readonly<Record<string, readonly unknown[]>> = {
  startTime: ["setup"],
  endTime: ["setup", "active"],
};

/** Names by which services say more of who takes part than the interface names. */
const MORE_AUDIENCE =
  /holdout|target(ing)?(rule|gate|segment|condition|s?$)|override|audience|exclu|(allow|block|white|black)list/i;

/** Names by which services say that an entity is put away. */
const PUT_AWAY = /^(is)?_?(archived|deleted)(_?(at|time|on))?$/i;

/** Whether a value holds anything but empty lists, objects and texts. */
function hasContent(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasContent);
  return value !== undefined && value !== null && value !== "";
}

/** Whether a value, or the JSON that a text is, holds anything. */
function hasJsonContent(value: unknown): boolean {
  return hasContent(typeof value === "string" ? (parseJson(value) ?? value) : value);
}

/** What of a record says who takes part, and from when and until when, and is in no construct: an update may keep or clear it. */
export function undeclaredAudience(kind: Kind, record: RecordFields): UndeclaredField[] {
  const found = undeclaredRun(kind, record);
  return found.filter(({ field }) => toCome[field]?.includes(record.status) ?? true);
}

/** Says it of one entity, for readers of a comparison. */
export function undeclaredNote(subject: string, fields: readonly UndeclaredField[]): string {
  const texts = fields.map(({ text }) => text);
  return `the service has ${inWords(texts)} for ${subject}, which no field declares: ${undeclaredFate(fields)}`;
}

/** What deploys do to such fields of one entity. */
export function undeclaredFate(fields: readonly UndeclaredField[]): string {
  const them = fields.length === 1 ? "it" : "them";
  return fields.some(({ isUpdated }) => isUpdated) ? `an update may keep or clear ${them}` : `no call changes ${them}`;
}

/** The same, with when it started and ended. */
export function undeclaredRun(kind: Kind, record: RecordFields): UndeclaredField[] {
  const known: Says = { holdoutIDs: hasContent, ...saysByKind[kind.name] };
  const told = Object.keys(known).filter((field) => Object.hasOwn(record, field) && known[field]?.(record[field]));
  const others = Object.keys(record).filter((field) => {
    const isNamed = PUT_AWAY.test(field) || (kind.name === experiment.name && MORE_AUDIENCE.test(field));
    const isKnown = Object.hasOwn(kind.fields.shape, field) || Object.hasOwn(known, field);
    return isNamed && !isKnown && record[field] !== false && record[field] !== 0 && hasContent(record[field]);
  });
  const isUpdated = (kind.update ?? kind.upsert) !== undefined;
  // a body may hold a secret
  const described = kind.name === promptVersion.name ? describeKind : describeValue;
  return [...told, ...others].map((field) => ({ field, text: `${field} ${described(record[field])}`, isUpdated }));
}
