import { assignmentSource } from "../api/assignment-source-schema";
import { experiment, idFromName } from "../api/experiment-schema";
import { markersIn } from "../api/field-types";
import { ingestionSource } from "../api/ingestion-source-schema";
import type { Kind } from "../api/kind";
import { metricSource } from "../api/metric-source-schema";
import { promptVersion, secretHeadersOf } from "../api/prompt-version-schema";
import { segment } from "../api/segment-schema";
import { withoutComments } from "../api/sql-text";
import type { Entity } from "../entity/entity";
import { groupMeant, isOfNoGroup } from "../entity/group-ids";
import { lackingBesidesSum } from "../entity/incomplete-start";
import { contentDigest } from "../entity/sha256";
import { didYouMean, mostSimilar } from "../text/did-you-mean";
import { describeValue, inWords } from "../text/words";
import { at, type Fields, holdsOpaque, isFields, isList, listAt, Opaque, type Path, type Value } from "../value/value";
import { groupSizes } from "./group-sizes";
import { type Checks, type LikelyMistake, mistakeAt } from "./warnings";

/** What is special about a kind besides its schema. */
interface KindRules {
  /** The id of one that is given none; undefined where it comes of what only Terraform knows. */
  readonly derivedId?: (given: Fields) => Value | undefined;
  /** Whether the service derives the same id: no call sends it. */
  readonly isDerivedByService?: true;
  /** Whether the derived id comes from the content, so that other content is another entity. */
  readonly isByContent?: true;
  /** Looks for likely mistakes that the API does not forbid. */
  readonly checks?: Checks;
}

const kindRules: Readonly<Record<string, KindRules>> = {
  [experiment.name]: {
    derivedId: ({ name }) => (typeof name === "string" ? idFromName(name) : undefined),
    checks: {
      "derived-id": derivedId,
      "group-sizes": groupSizes,
      "group-ids": (entity) => repeated("id", entity),
      "group-names": (entity) => repeated("name", entity),
      "control-group": (entity) => namesNoGroup("controlGroupID", entity),
      "launched-group": (entity) => namesNoGroup("launchedGroupID", entity),
      "decision-without-launched-group": decisionWithoutGroup,
      "warehouse-only": idleWarehouseFields,
      "reload-days": reloadDays,
      "start-incomplete": incompleteStart,
      "parameter-types": parameterTypes,
    },
  },
  [segment.name]: {
    // the service takes the name, and may allow fewer characters in an id that it is sent
    derivedId: ({ name }) => name,
    isDerivedByService: true,
    checks: { "derived-id": derivedId },
  },
  [promptVersion.name]: {
    derivedId: (given) =>
      holdsOpaque(given, ({ fromTerraform }) => fromTerraform) ? undefined : `v-${contentDigest(given).slice(0, 12)}`,
    isByContent: true,
    checks: { "literal-secret": literalSecrets },
  },
  [metricSource.name]: { checks: { "unknown-column": unknownColumns } },
  [assignmentSource.name]: { checks: { "unknown-column": unknownColumns } },
  [ingestionSource.name]: { checks: { "unknown-column": unknownColumns } },
};

/** What is special about a kind; nothing about one that only its schema describes. */
export function kindRulesOf({ name }: Kind): KindRules {
  return kindRules[name] ?? {};
}

/** The id is derived from the name, so that a new name means another entity. */
function derivedId({ fields: { id }, adopt }: Entity, given: Fields): LikelyMistake[] {
  if (given.id !== undefined) return [];
  const fix = typeof id === "string" ? `; set id: ${JSON.stringify(id)} to keep this one` : "";
  const words = `derived from the name, so a new name would ${adopt ? "adopt" : "create"} another entity${fix}`;
  return [mistakeAt(["id"], words)];
}

/** The secret value of a header is a literal in the code. */
function literalSecrets({ fields }: Entity): LikelyMistake[] {
  const words = 'a literal in the code, which will be in the state; use fromEnvironment("NAME") instead';
  return secretHeadersOf(fields)
    .filter(({ header }) => typeof header.value === "string")
    .map(({ field, index }) => mistakeAt([field, index, "value"], words));
}

function valuesInGroups(key: string, groups: Value | undefined): (Value | undefined)[] {
  return listAt(groups).map((group) => at(group, key));
}

function repeated(key: "id" | "name", { fields: { groups } }: Entity): LikelyMistake[] {
  const values = valuesInGroups(key, groups).filter((value) => typeof value === "string");
  const twice = [...new Set(values.filter((value, index) => values.indexOf(value) < index))];
  return twice.map((value) => mistakeAt(["groups"], `${JSON.stringify(value)} is the ${key} of more than one group`));
}

function namesNoGroup(field: "controlGroupID" | "launchedGroupID", { fields }: Entity): LikelyMistake[] {
  const group = fields[field];
  if (typeof group !== "string" || !isOfNoGroup(group, fields.groups)) return [];
  return [mistakeAt([field], `${JSON.stringify(group)} is the id of no group; ${groupMeant(group, fields.groups)}`)];
}

function decisionWithoutGroup({ fields: { status, launchedGroupID } }: Entity): LikelyMistake[] {
  if (status !== "decision_made" || (launchedGroupID ?? "") !== "") return [];
  return [mistakeAt(["launchedGroupID"], "the status is decision_made, but no launched group is given")];
}

function idleWarehouseFields({ fields }: Entity): LikelyMistake[] {
  const given = markersIn(experiment.fields).filter(([name]) => fields[name] !== undefined && fields[name] !== null);
  if (given.some(([, { sign }]) => sign === "warehouse")) return [];
  const idle = given.filter(([, { only }]) => only === "warehouse").map(([field]) => field);
  if (idle.length === 0) return [];
  const text = `${idle.join(", ")}: takes effect on warehouse-based experiments only, and no other field marks this as one`;
  return [{ path: idle.slice(0, 1), text }];
}

function incompleteStart({ fields, adopt }: Entity): LikelyMistake[] {
  const lacking = fields.status === "active" ? lackingBesidesSum(fields, adopt) : [];
  return lacking.length === 0 ? [] : [mistakeAt(["status"], `active without ${inWords(lacking, "or")}`)];
}

function reloadDays({ fields: { scheduledReloadDays } }: Entity): LikelyMistake[] {
  const days = listAt(scheduledReloadDays).filter((day) => typeof day === "number");
  if (new Set(days).size === days.length) return [];
  return [mistakeAt(["scheduledReloadDays"], `[${days.join(", ")}] lists a day more than once`)];
}

/** A group whose parameters are known. */
interface ParameterGroup {
  readonly index: number;
  readonly id: Value | undefined;
  readonly parameters: Fields;
}

/**
 * A group has parameters with other names or types than the control group, or than the first group where none is the
 * control: an application reads all of them alike.
 */
function parameterTypes({ fields: { groups, controlGroupID } }: Entity): LikelyMistake[] {
  const known = listAt(groups).flatMap((group, index): ParameterGroup[] => {
    const parameters = at(group, "parameterValues");
    return isFields(parameters) ? [{ index, id: at(group, "id"), parameters }] : [];
  });
  const control = known.find(({ id }) => id !== undefined && id === controlGroupID) ?? known[0];
  if (control === undefined) return [];
  return known.filter((group) => group !== control).flatMap((group) => parameterDifferences(group, control));
}

function parameterDifferences({ index, parameters }: ParameterGroup, control: ParameterGroup): LikelyMistake[] {
  const path = ["groups", index, "parameterValues"];
  const other = `group ${control.id instanceof Opaque ? control.index + 1 : describeValue(control.id ?? control.index + 1)}`;
  const lacking = Object.keys(control.parameters).filter((name) => !Object.hasOwn(parameters, name));
  const meant = new Set<string | undefined>();
  const own = Object.entries(parameters).flatMap(([name, value]) => {
    if (!Object.hasOwn(control.parameters, name)) {
      meant.add(mostSimilar(name, lacking));
      return [mistakeAt(path, `${JSON.stringify(name)} is not a parameter of ${other}${didYouMean(name, lacking)}`)];
    }
    const [given, expected] = [typeOf(value), typeOf(control.parameters[name])];
    if (given === undefined || expected === undefined || given === expected) return [];
    return [mistakeAt(path, `${JSON.stringify(name)} is ${given}, but ${expected} in ${other}`)];
  });
  const others = lacking.filter((name) => !meant.has(name));
  return [...own, ...others.map((name) => mistakeAt(path, `lacks ${JSON.stringify(name)}, a parameter of ${other}`))];
}

/** The type of a parameter in words; undefined where only the deploy knows it. */
function typeOf(value: Value | undefined): string | undefined {
  if (value instanceof Opaque) return value.isText ? "a string" : undefined;
  if (value === null) return "null";
  if (isList(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The fields of a source that each name a column. */
const COLUMNS = ["timestampColumn", "experimentIDColumn", "groupIDColumn", "groupNameColumn"];

/**
 * A source names a column that its SQL nowhere has as a word. Nothing is said of SQL that may have more columns than it
 * shows.
 */
function unknownColumns({ fields }: Entity): LikelyMistake[] {
  const [field, given] = fields.sql === undefined ? ["query", fields.query] : ["sql", fields.sql];
  if (typeof given !== "string" || fields.sourceType === "table") return [];
  const sql = withoutComments(given);
  if (sql === undefined || !showsColumns(sql)) return [];
  const words = wordsIn(sql);
  return columnsOf(fields).flatMap(([path, column]) =>
    typeof column !== "string" || column === "" || hasWord(sql, column)
      ? []
      : [mistakeAt(path, `${JSON.stringify(column)} is not a word of ${field}${didYouMean(column, words)}`)],
  );
}

/** The columns that a source names, each with its place. */
function columnsOf(fields: Fields): (readonly [Path, Value | undefined])[] {
  const { idTypeMapping, column_mapping } = fields;
  const mapping = Object.entries(isFields(column_mapping) ? column_mapping : {});
  return [
    ...COLUMNS.map((name) => [[name], fields[name]] as const),
    ...listAt(idTypeMapping).map((entry, index) => [["idTypeMapping", index, "column"], at(entry, "column")] as const),
    ...mapping.map(([name, column]) => [["column_mapping", name], column] as const),
  ];
}

/** Whether the columns of SQL are all in its text: one statement that selects, without `*`, macros or templates. */
function showsColumns(sql: string): boolean {
  const statement = sql.trim().replace(/;+$/, "");
  if (!/\bselect\b/i.test(statement) || /;|\{\{|\{%|[$@]\{|<%/.test(statement)) return false;
  // the brackets behind it may hold brackets
  if (/\bdistinct\s+on\b[\s\S]*\)\s*\*/i.test(statement)) return false;
  // a star between operands multiplies, and one alone in brackets counts rows
  return !/(\bselect|\bdistinct|\ball|\btop\s+\(?\d+\)?|\bas\s+(struct|value)|,|\.)\s*\*/i.test(statement);
}

function hasWord(sql: string, column: string): boolean {
  const bare = column.replaceAll(/["'`[\]]/g, "");
  // a path such as `t.payload.user_id` ends in the name
  const name = (/^[\w$.]+$/.test(bare) ? bare.split(".").at(-1) : bare) ?? bare;
  const pattern = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${pattern}(?![\\p{L}\\p{N}_])`, "iu").test(sql);
}

function wordsIn(sql: string): string[] {
  return [...new Set(sql.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [])];
}
