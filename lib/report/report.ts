import { visible } from "../text/visible";
import type { Doc } from "./document";

/** A command's result: every form of it follows from one model. */
export interface Report<Model> {
  /** What a page with the document is called. */
  readonly title: (model: Model) => string;
  readonly doc: (model: Model) => readonly Doc[];
  /** What JSON says, from the model and not from the document. */
  readonly json: (model: Model) => unknown;
  /** The rows of a table, headings first. */
  readonly table?: (model: Model) => readonly (readonly unknown[])[];
}

/** Rows as CSV (RFC 4180). */
export function toCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(value: unknown): string {
  const text = visible(value === undefined || value === null ? "" : String(value));
  // a spreadsheet would take such a text for a formula
  const plain = typeof value === "string" && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
