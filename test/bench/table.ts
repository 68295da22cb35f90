import type { Figure, Row } from "./figures";

/** The rows as a table for people: medians, ratios, and what a ratio should not exceed. */
export function tableOf(rows: readonly Row[]): string {
  const head = ["", "median", "against", "median", "ratio", "goal", "pairs"];
  const cells = rows.map(({ what, figure, ours, against, theirs, ratio, goal, pairs }) => [
    `${what}: ${names[figure]}`,
    valueText(figure, ours),
    against,
    valueText(figure, theirs),
    ratio.toFixed(2),
    goal === undefined ? "" : String(goal),
    String(pairs),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => (row[column] ?? "").length)));
  const isNumber = (column: number) => column !== 0 && column !== 2;
  const lines = [head, ...cells].map((row) =>
    row
      .map((text, column) => (isNumber(column) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  return lines.join("\n");
}

const names: Readonly<Record<Figure, string>> = { cpu: "CPU", wall: "wall", memory: "peak memory" };

function valueText(figure: Figure, value: number): string {
  if (figure === "memory") return `${(value / 2 ** 20).toFixed(0)} MiB`;
  return value < 1_000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1_000).toFixed(2)} s`;
}
