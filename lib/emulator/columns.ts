/** Narrowest last column, in terminal cells. */
const NARROWEST = 10;

/** Widest of the other columns, in terminal cells. */
const WIDEST = 44;

const GAP = "  ";

/**
 * Rows as lines with their columns aligned, each line at most `width` terminal cells (but room for every column is
 * always kept). Text that does not fit ends in `…`; control characters are shown as `·`.
 */
export function alignColumns(rows: readonly (readonly string[])[], width: number): string[] {
  const clean = rows.map((row) => row.map((cell) => cell.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, "·")));
  const widths: number[] = [];
  for (const row of clean) {
    for (const [index, cell] of row.slice(0, -1).entries()) {
      widths[index] = Math.min(WIDEST, Math.max(widths[index] ?? 0, cellsOf(cell)));
    }
  }
  const taken = widths.reduce((sum, each) => sum + each + GAP.length, 0);
  const last = Math.max(NARROWEST, width - taken);
  return clean.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cut(cell, last) : padded(cell, widths[index] ?? 0)))
      .join(GAP)
      .trimEnd(),
  );
}

function padded(text: string, width: number): string {
  const fitting = cut(text, width);
  return fitting + " ".repeat(width - cellsOf(fitting));
}

function cut(text: string, width: number): string {
  if (cellsOf(text) <= width) return text;
  let kept = "";
  let cells = 1;
  for (const character of text) {
    cells += cellsOf(character);
    if (cells > width) break;
    kept += character;
  }
  return `${kept}…`;
}

/** How many terminal cells a text takes: none for a combining mark, two for a wide character. */
function cellsOf(text: string): number {
  let cells = 0;
  for (const character of text) {
    if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(character)) continue;
    cells +=
      /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return cells;
}
