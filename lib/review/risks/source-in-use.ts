import { entitiesNamedIn } from "../../api/kind";
import { meantSql } from "../../api/sql-text";
import { suffixes } from "../../entity/resource-name";
import { serviceOfEntity } from "../../plan/entity-fields";
import { type ConfiguredResource, type Plan, resourceKey } from "../../plan/plan";
import { isGone, knownBefore, knownName, type PlannedChange } from "../../plan/planned-change";
import type { PlannedEntity } from "../../plan/planned-entity";
import { serviceKey } from "../../protocol/declared-service";
import { inBrief, inWords } from "../../text/words";
import type { Diff } from "../../value/diff";
import { at, type Fields, holdsOpaque, isHidden, isSame, type Value } from "../../value/value";
import { hasUsers, isStatusHidden } from "../transition";
import { type BeforeAfter, meantStep } from "./as-meant";
import { arrowOf, editsOf, type Finding, type Findings, findingOfEdits, shortValue } from "./edits";
import { hiddenFields } from "./hidden";

/** An experiment that runs before the deploy, or may, or whose analysis does, as far as sources have to do with it. */
export interface RunningExperiment {
  readonly name: string;
  readonly entity: PlannedEntity;
  readonly fields: Fields;
  /** Terraform names of the entities that its code refers to. */
  readonly references: ReadonlySet<string>;
}

/** The experiments that run before the deploy, or whose analysis goes on, with what their code refers to. */
export function runningExperiments(
  plan: Plan,
  entities: readonly PlannedEntity[],
  changes: readonly PlannedChange[],
): RunningExperiment[] {
  const configured = new Map(plan.configuration.map((each) => [resourceKey(each), each]));
  const changed = new Map(changes.map((change) => [resourceKey(change.entity), change]));
  return entities.flatMap((entity): RunningExperiment[] => {
    if (entity.kind.role !== "experiment" || entity.isDryRun) return [];
    const change = changed.get(resourceKey(entity));
    // of one that moves, the plan of the stack where it arrives tells
    const before = change !== undefined ? knownBefore(change) : isGone(entity) ? undefined : entity.before;
    if (before === undefined) return [];
    const fields = change?.former === "unknown" ? entity.after : before;
    if (!hasUsers(fields) && !isStatusHidden(fields)) return [];
    const name = knownName(entity, fields) ?? entity.request?.construct ?? entity.name;
    const references = new Set(referencesOf(configured.get(resourceKey(entity))));
    return [{ name, entity, fields, references }];
  });
}

function referencesOf(resource: ConfiguredResource | undefined): string[] {
  return (resource?.depends_on ?? []).map((address) => {
    const name = address.replace(/^.*\./, "");
    return name.endsWith(suffixes.revision) ? name.slice(0, -suffixes.revision.length) : name;
  });
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
  enabled: '"enabled"',
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
export function sourceFindings(
  { entity, fields }: Pick<PlannedChange, "entity" | "fields">,
  step: BeforeAfter,
  running: readonly RunningExperiment[],
): Findings {
  const users = step.before === undefined ? [] : running.filter((experiment) => uses(experiment, entity, step));
  if (users.length === 0) return {};
  const edits = editsOf(meantStep(step), Object.entries(dataFields), (found, field) => dataEdit(field, found, users));
  const hidden = fields.filter(({ before, after }) => [before, after].some((value) => holdsOpaque(value, isHidden)));
  const hiddenNames = hidden.map(({ path: [name] }) => String(name)).filter((name) => Object.hasOwn(dataFields, name));
  // an approver has to ask the people of each
  const run = users.some(({ fields }) => isStatusHidden(fields)) ? "may run" : users.length === 1 ? "runs" : "run";
  const runs = `${inWords(users.map(({ name }) => name))} ${run} on it`;
  const saying = (found: Finding | undefined) => found && { ...found, what: `${found.what}; ${runs}` };
  return {
    "source-in-use": saying(findingOfEdits(edits, "results from before and after rest on different data")),
    "hidden-value": saying(hiddenFields(hiddenNames)),
  };
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
  const [last, next] = [former, present].map((sql) => (typeof sql === "string" ? meantSql(sql) : undefined));
  return last === undefined || last !== next;
}

/** What happened to the columns by which an experiment's units are found. */
function mappingEdit({ inside = [] }: Diff, users: readonly RunningExperiment[]): string | undefined {
  const inUse = inside.filter(({ before, after }) =>
    [before, after].some((entry) => users.some((user) => entry !== undefined && mayCount(user, at(entry, UNIT)))),
  );
  const texts = inUse.map(({ before, after }) => {
    const columns = { before: at(before, "column"), after: at(after, "column") };
    return `${shortValue(at(after ?? before, UNIT))} ${arrowOf(columns)}`;
  });
  return texts.length === 0 ? undefined : inBrief(texts, 3);
}

const UNIT = "serviceUnitID";

/** Whether an experiment counts units of a type, as far as is known. */
function mayCount({ fields }: RunningExperiment, unit: Value | undefined): boolean {
  const [type, second] = [at(fields, "idType"), at(fields, "secondaryIDType")];
  return type === undefined || [type, second].some((each) => holdsOpaque(each, isHidden) || isSame(each, unit));
}

function uses({ entity, fields, references }: RunningExperiment, source: PlannedEntity, step: BeforeAfter): boolean {
  if (serviceKey(serviceOfEntity(entity)) !== serviceKey(serviceOfEntity(source))) return false;
  if (references.has(source.name)) return true;
  const { name: kind, namedBy = "" } = source.kind;
  const name = at(step.after, namedBy) ?? at(step.before, namedBy);
  return entitiesNamedIn(entity.kind, fields).some((named) => named.kinds.includes(kind) && named.name === name);
}
