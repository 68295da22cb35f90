import { experiment } from "../api/experiment-schema";
import type { Kind } from "../api/kind";
import { describeValue } from "../text/words";
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
  startTime: (value) => typeof value === "number",
  endTime: (value) => typeof value === "number",
};

/** Whether a value holds anything but empty lists, objects and texts. */
function hasContent(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasContent);
  return value !== undefined && value !== null && value !== "";
}

/** What of a record says who takes part and is in no construct: an update may keep or clear it. */
export function undeclaredAudience(kind: Kind, record: RecordFields): UndeclaredField[] {
  return undeclared(audience, kind, record);
}

/** The same, with when it started and ended. */
export function undeclaredRun(kind: Kind, record: RecordFields): UndeclaredField[] {
  return undeclared({ ...audience, ...times }, kind, record);
}

function undeclared(fields: typeof audience, kind: Kind, record: RecordFields): UndeclaredField[] {
  if (kind.name !== experiment.name) return [];
  return Object.entries(fields)
    .filter(([field, says]) => Object.hasOwn(record, field) && says(record[field]))
    .map(([field]) => ({ field, text: `${field} ${describeValue(record[field])}` }));
}
