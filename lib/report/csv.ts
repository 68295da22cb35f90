import { visible } from "../text/visible";

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
