import { entitiesNamedIn, type Kind } from "../../api/kind";
import { meantSql } from "../../api/sql-text";
import type { FieldChange } from "../../plan/differences";
import { labelOf } from "../../text/names";
import { inBrief, inWords } from "../../text/words";
import type { Diff } from "../../value/diff";
import { at, holdsOpaque, isHidden, isSame, type Value } from "../../value/value";
import { type BeforeAfter, meantStep } from "./as-meant";
import { arrowOf, editsOf, sentence, shortValue } from "./edits";
import { type FoundRisk, risksToldIn } from "./found-risk";
import { hiddenSentence } from "./hidden";
import type { RunningExperiment } from "./running-experiments";

/** A source that changes. */
interface ChangedSource extends BeforeAfter {
  readonly kind: Kind;
  readonly service: string;
  /** Its Terraform name. */
  readonly entity: string;
  readonly fields: readonly FieldChange[];
}

/** The fields that decide which data a source yields, with what a sentence calls them. */
const dataFields: Readonly<Record<string, string>> = {
  sql: "SQL",
  query: "query",
  sourceType: "source type",
  tableName: "table",
  share: "share",
  schema: "schema",
  table: "table",
  enabled: "enabled",
  timestampColumn: "timestamp column",
  timestampAsDay: "timestamp as day",
  datePartitionColumn: "date partition column",
  experimentIDColumn: "experiment column",
  groupIDColumn: "group column",
  groupNameColumn: "group name column",
  idTypeMapping: "id mapping",
  customFieldMapping: "custom fields",
  column_mapping: "column mapping",
};

/** What a source's change does to the experiments that run on it. */
export function sourceRisks(source: ChangedSource, running: readonly RunningExperiment[]): FoundRisk[] {
  // nothing tells how it was
  if (Object.keys(source.before).length === 0) return [];
  const users = running.filter((experiment) => uses(experiment, source));
  if (users.length === 0) return [];
  const edits = editsOf(meantStep(source), Object.entries(dataFields), (found, field) => dataEdit(field, found, users));
  const one = users.length === 1;
  // an approver has to ask the people of each
  const names = inWords(users.map(({ name }) => name));
  const they = `${one ? "1 experiment that runs" : `${users.length} experiments that run`} (${names})`;
  const runs = `${names} ${one ? "runs" : "run"} on it`;
  const refer = `${they} ${one ? "refers" : "refer"} to this ${labelOf(source.kind.name)}`;
  const text = sentence(edits, `${refer}, and results from before and after rest on different data`, `and ${refer}`);
  const hidden = hiddenSentence(source.fields.filter(isHiddenData).map(({ path }) => String(path[0])));
  return risksToldIn({
    "source-in-use": text && { ...text, what: `${text.what}; ${runs}` },
    "hidden-value": hidden && { what: `${hidden.what}; ${runs}`, text: `${hidden.text}, and ${refer}` },
  });
}

function dataEdit(field: string, found: Diff, users: readonly RunningExperiment[]): string | undefined {
  const { before, after } = found;
  switch (field) {
    case "sql":
    case "query":
      return isOtherSql(before, after) ? "changed" : undefined;
    case "enabled":
      return arrowOf({ before: before ?? true, after: after ?? true });
    case "groupNameColumn":
      return (before ?? null) === null ? undefined : arrowOf(found);
    case "idTypeMapping":
      return mappingEdit(found, users);
    default:
      return arrowOf(found);
  }
}

function isOtherSql(former: Value | undefined, present: Value | undefined): boolean {
  if (typeof former !== "string" || typeof present !== "string") return true;
  const [last, next] = [meantSql(former), meantSql(present)];
  return last === undefined || next === undefined || last !== next;
}

/** What happened to the columns by which an experiment's units are found. */
function mappingEdit({ inside = [] }: Diff, users: readonly RunningExperiment[]): string | undefined {
  const inUse = inside.filter(({ before, after }) =>
    [before, after].some((entry) => users.some((user) => entry !== undefined && mayCount(user, unitOf(entry)))),
  );
  const told = inUse.map(({ before, after }) => {
    const columns = { before: at(before, "column"), after: at(after, "column") };
    return `${shortValue(unitOf(after ?? before))} ${arrowOf(columns)}`;
  });
  return told.length === 0 ? undefined : inBrief(told, 3);
}

function unitOf(entry: Value | undefined): Value | undefined {
  return at(entry, "serviceUnitID");
}

/** Whether an experiment counts units of a type, as far as is known. */
function mayCount({ fields }: RunningExperiment, unit: Value | undefined): boolean {
  const [type, second] = [at(fields, "idType"), at(fields, "secondaryIDType")];
  return type === undefined || [type, second].some((each) => holdsOpaque(each, isHidden) || isSame(each, unit));
}

function uses({ service, fields, references, kind }: RunningExperiment, source: ChangedSource): boolean {
  if (service !== source.service) return false;
  if (references.has(source.entity)) return true;
  const { namedBy = "" } = source.kind;
  const name = at(source.after, namedBy) ?? at(source.before, namedBy);
  return entitiesNamedIn(kind, fields).some((named) => named.kinds.includes(source.kind.name) && named.name === name);
}

function isHiddenData({ path, before, after }: FieldChange): boolean {
  return Object.hasOwn(dataFields, path[0] ?? "") && [before, after].some((value) => holdsOpaque(value, isHidden));
}
