import { withoutComments } from "../api/sql-text";
import type { Entity } from "../entity/entity";
import { inWords } from "../text/words";
import { groupedBy } from "../value/grouped";
import { at, type Fields, isList, listAt, Opaque, type Value } from "../value/value";
import { sourceColumns } from "./columns";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** Fields of a source that leave it without data, or contradict each other. */
export function sourceFields({ fields }: Entity): LikelyMistake[] {
  return [...dataMistakes(fields), ...columnMistakes(fields), ...unitMistakes(fields)];
}

/** Where the data comes from: a query, or a table. */
function dataMistakes({
  sourceType,
  tableName,
  datePartitionColumn,
  sql,
  query,
  table,
  type,
}: Fields): LikelyMistake[] {
  if (sourceType === "table") {
    return isBlank(tableName) ? [mistakeAt(["tableName"], "missing, though sourceType is table")] : [];
  }
  if (sourceType === "query") {
    const idle = Object.entries({ tableName, datePartitionColumn }).filter(([, value]) => isText(value));
    const ofTables = idle.map(([name]) => mistakeAt([name], "of no use where sourceType is query"));
    if (ofTables.length > 0) return ofTables;
  }
  if (sourceType instanceof Opaque) return [];
  if (isText(tableName) && isEmptySql(sql)) {
    return [mistakeAt(["sourceType"], "missing, though tableName is given and sql is empty; table is likely meant")];
  }
  const isOfFiles = type === "s3" || type === "adls";
  return [
    ...(isEmptySql(sql) ? [mistakeAt(["sql"], "empty, so the source has no data")] : []),
    ...(isEmptySql(query) && !isOfFiles && isBlank(table)
      ? [mistakeAt(["query"], "empty, and no table is given, so the source has no data")]
      : []),
  ];
}

/** Columns of assignments, each of which has another meaning. The name of a group may be its id. */
const DISTINCT_COLUMNS = ["timestampColumn", "experimentIDColumn", "groupIDColumn"];

function columnMistakes(fields: Fields): LikelyMistake[] {
  const empty = sourceColumns(fields).filter(([, column]) => typeof column === "string" && column.trim() === "");
  const named = DISTINCT_COLUMNS.filter((field) => isText(fields[field]));
  const same = groupedBy(named, (field) => String(fields[field]).toLowerCase());
  return [
    ...empty.map(([path]) => mistakeAt(path, "empty, so it names no column")),
    ...[...same.values()]
      .filter((twins) => twins.length > 1)
      .map((twins) =>
        mistakeAt(twins.slice(-1), `${JSON.stringify(fields[twins[0] ?? ""])} is ${inWords(twins)} at once`),
      ),
  ];
}

function unitMistakes({ idTypeMapping }: Fields): LikelyMistake[] {
  if (isList(idTypeMapping) && idTypeMapping.length === 0) {
    return [mistakeAt(["idTypeMapping"], "empty, so the source has no unit")];
  }
  const units = listAt(idTypeMapping).map((entry) => at(entry, "serviceUnitID"));
  return units.flatMap((unit, index) =>
    typeof unit === "string" && units.indexOf(unit) < index
      ? [mistakeAt(["idTypeMapping", index, "serviceUnitID"], `${JSON.stringify(unit)} is mapped more than once`)]
      : [],
  );
}

function isText(value: Value | undefined): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isBlank(value: Value | undefined): boolean {
  return (value ?? null) === null || (typeof value === "string" && value.trim() === "");
}

/** Whether SQL is given, and has nothing but comments. */
function isEmptySql(sql: Value | undefined): boolean {
  return typeof sql === "string" && (withoutComments(sql) ?? sql).trim() === "";
}
