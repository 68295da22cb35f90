import { columnsOf, fittingIn } from "../text/columns";
import { isFields } from "../value/value";

/** Fields of an entity, by name. */
export type Content = Readonly<Record<string, unknown>>;

/** One entity that the service keeps. */
export interface StoredRecord {
  /** Name of the kind, for example `metric_source`. */
  readonly kind: string;
  /** Its identity; several fields are joined by `/`. */
  readonly id: string;
  /**
   * Its fields, spelled as they were sent: from the bodies and paths of its calls, the later over the earlier, and
   * those that the service fills in at creation. `dryRun` is not among them.
   */
  readonly data: Content;
  /** When it was made, in milliseconds since 1970. */
  readonly createdTime: number;
  /** When it was last changed, in milliseconds since 1970. */
  readonly modifiedTime: number;
}

/** A call under `/console/v1` that arrived, refused or not. */
export interface ReceivedCall {
  /** HTTP method. */
  readonly method: string;
  /** Raw path: percent-encoded, with its query. */
  readonly path: string;
  /** Kind of entity that the path is about, or undefined when the service has no such path. */
  readonly kind: string | undefined;
  /** The body as it was sent. Undefined when it was not read, is not JSON or is too long, and without the key. */
  readonly body: unknown;
  /** Headers by lower-case name. The value of a key header is `***`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Status of the response; undefined when there was none, or none yet. */
  readonly status: number | undefined;
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
}

/** What an emulator has kept. */
export interface Listed {
  readonly records: readonly StoredRecord[];
  readonly calls: readonly ReceivedCall[];
}

/** How much of a text is looked at; a query may have megabytes. */
const LONGEST_TEXT = 200;

/** Narrowest last column, and widest of the others, in columns of a terminal. */
const NARROWEST = 10;
const WIDEST_COLUMN = 44;

const GAP = "  ";

/**
 * The records and calls of an emulator as tables for people. Shows no value inside a list or an object, because a
 * prompt version keeps secret headers there.
 *
 * @param width of the longest line, in columns of a terminal; 100 when left out
 */
export function renderListing({ records, calls }: Listed, width = 100): string {
  const recordRows = records.map(({ kind, id, data }) => [kind, id, contentSummary(data)]);
  const callRows = calls.map(({ method, status, path, body }, index) => {
    const isDryRun = isFields(body) && body.dryRun === true;
    return [`${index + 1}`, method, `${status ?? "-"}`, isDryRun ? `${path} (dry run)` : path];
  });
  return [
    ...section(`Records: ${records.length}`, ["KIND", "ID", "CONTENT"], recordRows, width),
    "",
    ...section(`Calls: ${calls.length}`, ["#", "METHOD", "STATUS", "PATH"], callRows, width),
    "",
  ].join("\n");
}

/** Rows below a title, in aligned columns. Text that does not fit ends in `…`; control characters are shown as `·`. */
function section(title: string, heads: readonly string[], rows: readonly string[][], width: number): string[] {
  if (rows.length === 0) return [title];
  const cells = [heads, ...rows].map((row) => row.map((cell) => cell.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "·")));
  const widths = heads.slice(0, -1).map((_, column) => {
    const longest = cells.reduce((most, row) => Math.max(most, columnsOf(row[column] ?? "")), 0);
    return Math.min(WIDEST_COLUMN, longest);
  });
  const last = Math.max(NARROWEST, width - widths.reduce((sum, each) => sum + each + GAP.length, GAP.length));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => fitted(cell, widths[column] ?? last))
      .join(GAP)
      .trimEnd(),
  );
  return [title, "", ...lines.map((line) => GAP + line)];
}

function fitted(text: string, width: number): string {
  const columns = columnsOf(text);
  if (columns <= width) return text + " ".repeat(width - columns);
  const start = fittingIn(text, width - 1);
  return `${start.text}…${" ".repeat(width - 1 - start.columns)}`;
}

function contentSummary(data: Content): string {
  const fields = Object.entries(data).map(([name, value]) => `${name}=${brief(value)}`);
  return fields.join(" ");
}

function brief(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, LONGEST_TEXT));
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === "object" && value !== null ? "{…}" : JSON.stringify(value);
}
