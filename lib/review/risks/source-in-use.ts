import { few } from "../../api/describe";
import { labelOf } from "../../api/resource";
import { get, isList, type Value, type Values } from "../value";
import { type BeforeAfter, changedText, type Finding, isOther, textAt } from "./finding";

/** An experiment that runs, as far as sources have to do with it. */
export interface RunningExperiment {
  readonly name: string;
  readonly fields: Values;
  /** Terraform names of the entities that its code refers to. */
  readonly references: ReadonlySet<string>;
}

/** A source that changes. */
export interface ChangedSource extends BeforeAfter {
  readonly kind: string;
  readonly name: string | null;
  /** Its Terraform name. */
  readonly entity: string;
}

/** The fields that decide which data a source yields. */
const DATA_FIELDS = [
  "sql",
  "tableName",
  "timestampColumn",
  "datePartitionColumn",
  "experimentIDColumn",
  "groupIDColumn",
  "groupNameColumn",
  "idTypeMapping",
  "customFieldMapping",
] as const;

/** What a source's change does to the experiments that run on it. */
export function sourceRisks(source: ChangedSource, running: readonly RunningExperiment[]): Finding[] {
  const { kind, before, after } = source;
  // nothing tells how it was
  if (Object.keys(before).length === 0) return [];
  const changed = DATA_FIELDS.filter((field) => isOther(get(before, field), get(after, field)));
  const users = running.filter((experiment) => uses(experiment, source)).map(({ name }) => name);
  if (changed.length === 0 || users.length === 0) return [];
  const [them, refer] =
    users.length === 1 ? ["1 active experiment", "refers"] : [`${users.length} active experiments`, "refer"];
  const label = labelOf(kind);
  const refers = `and ${them} (${few(users)}) ${refer}`;
  const text = changedText(
    source,
    changed,
    (fields) => `${fields} of this ${label} changed, ${refers} to it: results from before and after rest on other data`,
    `${refers} to this ${label}`,
  );
  return [{ name: "source-in-use", text }];
}

function uses({ fields, references }: RunningExperiment, { kind, name, entity }: ChangedSource): boolean {
  if (references.has(entity)) return true;
  if (name === null) return false;
  if (kind === "assignment_source") return get(fields, "assignmentSourceName") === name;
  const metrics = ["primaryMetrics", "secondaryMetrics", "otherMetrics"].flatMap((field) => listAt(fields, field));
  return metrics.some((metric) => textAt(metric, "name") === name);
}

function listAt(fields: Values, name: string): readonly Value[] {
  const value = get(fields, name);
  return isList(value) ? value : [];
}
