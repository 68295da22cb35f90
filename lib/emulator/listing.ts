import { alignColumns } from "./columns";
import type { ReceivedCall } from "./received-call";
import type { Content, StoredRecord } from "./store";

/** How much of a text is looked at; a query may have megabytes. */
const LONGEST_TEXT = 200;

/** What a listing shows. An `Emulator` has both. */
export interface Listed {
  readonly records: readonly StoredRecord[];
  readonly calls: readonly ReceivedCall[];
}

/**
 * The records and calls of an emulator as tables for people. Shows no value inside a list or an object, because a
 * prompt version keeps secret headers there.
 *
 * @param width of the longest line, in terminal cells; 100 when left out
 */
export function renderListing({ records, calls }: Listed, width = 100): string {
  const recordRows = records.map(({ kind, id, data }) => [kind, id, summaryOf(data)]);
  const callRows = calls.map((call, index) => [`${index + 1}`, call.method, `${call.status ?? "-"}`, call.path]);
  return [
    ...section(`Records: ${records.length}`, ["KIND", "ID", "CONTENT"], recordRows, width),
    "",
    ...section(`Calls: ${calls.length}`, ["#", "METHOD", "STATUS", "PATH"], callRows, width),
    "",
  ].join("\n");
}

function section(title: string, heads: string[], rows: string[][], width: number): string[] {
  if (rows.length === 0) return [title];
  return [title, "", ...alignColumns([heads, ...rows], width - 2).map((line) => `  ${line}`)];
}

function summaryOf(data: Content): string {
  return Object.entries(data)
    .map(([name, value]) => `${name}=${brief(value)}`)
    .join(" ");
}

function brief(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, LONGEST_TEXT));
  if (Array.isArray(value)) return `[${value.length}]`;
  return typeof value === "object" && value !== null ? "{…}" : JSON.stringify(value);
}
