import { withoutComments } from "../api/sql-text";
import type { Entity } from "../entity/entity";
import { didYouMean } from "../text/did-you-mean";
import { at, type Fields, isFields, listAt, type Path, type Value } from "../value/value";
import { saysNothing } from "./references";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** The fields of a source that each name a column. */
const COLUMNS = ["timestampColumn", "experimentIDColumn", "groupIDColumn", "groupNameColumn"];

/**
 * A source names a column that its SQL nowhere has as a word. Nothing is said of SQL that may have more columns than it
 * shows.
 */
export function unknownColumns({ fields }: Entity): LikelyMistake[] {
  const [field, given] = fields.sql === undefined ? ["query", fields.query] : ["sql", fields.sql];
  if (typeof given !== "string" || fields.sourceType === "table") return [];
  const sql = withoutComments(given);
  if (sql === undefined || !showsColumns(sql)) return [];
  const words = wordsIn(sql);
  return sourceColumns(fields).flatMap(([path, column]) =>
    typeof column !== "string" || column.trim() === "" || hasWord(sql, column.trim()) || saysNothing(column)
      ? []
      : [mistakeAt(path, `${JSON.stringify(column)} is not a word of ${field}${didYouMean(column, words)}`)],
  );
}

/** The columns that a source names, each with its place. */
export function sourceColumns(fields: Fields): (readonly [Path, Value | undefined])[] {
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
