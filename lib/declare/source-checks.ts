import { ingestionSource } from "../api/ingestion-source-schema";
import { withoutComments } from "../api/sql-text";
import type { Entity } from "../entity/entity";
import { inWords } from "../text/words";
import { groupedBy } from "../value/grouped";
import { at, type Fields, isFields, isList, listAt, Opaque, type Path, type Value } from "../value/value";
import { isBlank } from "./blank";
import { sourceColumns } from "./columns";
import { saysNothing } from "./references";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** Fields of a source that leave it without data, or contradict each other. */
export function sourceFields(entity: Entity): LikelyMistake[] {
  const { fields } = entity;
  return [
    ...dataMistakes(fields),
    ...ingestedMistakes(entity),
    ...columnMistakes(fields),
    ...unitMistakes(fields),
    ...customMistakes(fields),
  ];
}

/** Where the data comes from: a query, or a table. */
function dataMistakes({ sourceType, tableName, datePartitionColumn, sql }: Fields): LikelyMistake[] {
  if (sourceType === "table") {
    return isBlank(tableName) ? [mistakeAt(["tableName"], "missing, though sourceType is table")] : [];
  }
  if (sourceType === "query") {
    const idle = Object.entries({ tableName, datePartitionColumn }).filter(([, value]) => isText(value));
    const ofTables = idle.map(([name]) => mistakeAt([name], "of no use where sourceType is query"));
    if (ofTables.length > 0) return ofTables;
  }
  if (sourceType instanceof Opaque) return [];
  const ofTable = Object.entries({ tableName, datePartitionColumn }).find(
    ([, value]) => isText(value) && !saysNothing(value),
  )?.[0];
  if (sourceType !== "query" && ofTable !== undefined) {
    const meant = isEmptySql(sql) ? " and sql is empty; table is likely meant" : "; say whether it is table or query";
    return [mistakeAt(["sourceType"], `missing, though ${ofTable} is given${meant}`)];
  }
  return [
    ...(isEmptySql(sql) ? [mistakeAt(["sql"], "empty, so the source has no data")] : []),
    ...(isName(sql) ? [mistakeAt(["sql"], `${JSON.stringify(sql)} ${NO_SQL}`)] : []),
  ];
}

/** Where an ingestion source has its data: in files, or by a query or a table of a warehouse. */
function ingestedMistakes({ kind: { name }, adopt, fields: { query, table, type } }: Entity): LikelyMistake[] {
  if (name !== ingestionSource.name || type === "s3" || type === "adls") return [];
  if (isName(query)) return [mistakeAt(["query"], `${JSON.stringify(query)} ${NO_SQL}`)];
  // an update may leave out what it does not change
  const isMissing = query === undefined ? !adopt : query === null || isEmptySql(query);
  const words = `${query === undefined ? "missing" : "empty"}, and no table is given, so the source has no data`;
  return isMissing && isBlank(table) ? [mistakeAt(["query"], words)] : [];
}

const NO_SQL = "is one word, and no SQL; is a table of that name meant?";

/** Whether SQL is the name of a table, or of a file, alone. */
function isName(sql: Value | undefined): boolean {
  return typeof sql === "string" && /^[\w.$"`/[\]-]+$/.test(sql.trim());
}

/** Columns that may be another one, too: the name of a group its id, and what a ratio divides its value. */
const ALSO: Readonly<Record<string, string>> = { groupNameColumn: "groupIDColumn", numerator: "metric_value" };

function columnMistakes(fields: Fields): LikelyMistake[] {
  const columns = sourceColumns(fields);
  const empty = columns.filter(([, column]) => typeof column === "string" && column.trim() === "");
  const named = columns.filter(([, column]) => isText(column));
  const same = [...groupedBy(named, ([, column]) => plainColumn(String(column))).values()];
  const { column_mapping: mapping } = fields;
  const isIdle = isFields(mapping) && Object.keys(mapping).length === 0;
  return [
    ...(isIdle ? [mistakeAt(["column_mapping"], "empty, so it names no column")] : []),
    ...empty.map(([path]) => mistakeAt(path, "empty, so it names no column")),
    ...same.flatMap(twinsIn),
  ];
}

/** Of the places that name one column, those that cannot do so together. */
function twinsIn(places: readonly (readonly [Path, Value | undefined])[]): LikelyMistake[] {
  const purposes = places.map(([path, column]) => ({ path, column, name: purposeOf(path) }));
  const twins = purposes.filter(({ name }) =>
    purposes.some((other) => other.name !== name && ALSO[other.name] !== name && ALSO[name] !== other.name),
  );
  const last = twins.at(-1);
  if (last === undefined) return [];
  const names = inWords([...new Set(twins.map(({ name }) => name))]);
  return [mistakeAt(last.path, `${JSON.stringify(twins[0]?.column)} is ${names} at once`)];
}

/** What a column is for: several units may have one. */
function purposeOf(path: Path): string {
  return path[0] === "idTypeMapping" ? "a unit" : String(path.at(-1));
}

/** A column without quotes, in small letters: warehouses ignore case, and each has quotes of its own. */
function plainColumn(column: string): string {
  return column
    .replaceAll(/["'`[\]]/g, "")
    .toLowerCase()
    .trim();
}

function unitMistakes({ idTypeMapping }: Fields): LikelyMistake[] {
  if (isList(idTypeMapping) && idTypeMapping.length === 0) {
    return [mistakeAt(["idTypeMapping"], "empty, so the source has no unit")];
  }
  const lacking = listAt(idTypeMapping).flatMap((entry, index) =>
    ["serviceUnitID", "column"]
      // of an empty column is told as of any other
      .filter((key) => isFields(entry) && isBlank(entry[key]) && (key !== "column" || entry[key] === undefined))
      .map((key) => mistakeAt(["idTypeMapping", index, key], "missing, so nothing is mapped")),
  );
  return [...lacking, ...repeatedIn("idTypeMapping", "serviceUnitID", idTypeMapping, "is mapped more than once")];
}

function customMistakes({ customFieldMapping }: Fields): LikelyMistake[] {
  const lacking = listAt(customFieldMapping).flatMap((entry, index) =>
    ["key", "formula"]
      .filter((key) => isFields(entry) && isBlank(entry[key]))
      .map((key) => mistakeAt(["customFieldMapping", index, key], "missing, so there is no such field")),
  );
  return [...lacking, ...repeatedIn("customFieldMapping", "key", customFieldMapping, "has more than one formula")];
}

/** Elements of a list whose name another has before them, in any case. */
function repeatedIn(field: string, key: string, list: Value | undefined, words: string): LikelyMistake[] {
  const names = listAt(list).map((entry) => at(entry, key));
  const plain = names.map((name) => (typeof name === "string" ? name.toLowerCase().trim() : ""));
  return names.flatMap((name, index) =>
    plain[index] !== "" && plain.indexOf(plain[index] ?? "") < index
      ? [mistakeAt([field, index, key], `${JSON.stringify(name)} ${words}`)]
      : [],
  );
}

function isText(value: Value | undefined): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** Whether SQL is given, and has nothing but comments. */
function isEmptySql(sql: Value | undefined): boolean {
  return typeof sql === "string" && (withoutComments(sql) ?? sql).trim() === "";
}
