import { structuredPatch } from "diff";
import type { Value } from "../value/value";

/** A line of a unified diff. */
export interface DiffLine {
  /** "@" stands between lines that are left out because they stay. */
  readonly sign: " " | "+" | "-" | "@";
  readonly text: string;
}

/** How many lines that stay stand around what changes. */
const CONTEXT = 3;

/** How many lines are compared; a text that differs in more is shown as removed and added, which takes no time. */
const MOST_EDITS = 1_000;

/** A unified diff of two texts; one of them may be empty. Line breaks at their ends begin no line. */
export function diffOf(before: string, after: string): DiffLine[] {
  const [former, present] = [before, after].map((text) => {
    const lines = withoutLastBreaks(text);
    return lines === "" ? "" : `${lines}\n`;
  }) as [string, string];
  const patch = structuredPatch("", "", former, present, "", "", { context: CONTEXT, maxEditLength: MOST_EDITS });
  if (patch === undefined) return [...signed("-", former), ...signed("+", present)];
  return patch.hunks.flatMap(({ newStart, lines }, index): DiffLine[] => [
    ...(index === 0 && newStart <= 1 ? [] : [{ sign: "@", text: `line ${newStart}` } as const]),
    ...lines.map((line) => ({ sign: line.charAt(0) as "+" | "-" | " ", text: line.slice(1) })),
  ]);
}

/** How two values differ that are texts of the same lines: by the line breaks at their ends, which nobody sees. */
export function endsText(before: Value | undefined, after: Value | undefined): string | undefined {
  if (typeof before !== "string" || typeof after !== "string" || before === after) return undefined;
  if (withoutLastBreaks(before) !== withoutLastBreaks(after)) return undefined;
  const [last = 0, next = 0] = [before, after].map(
    (text) => text.split("\n").length - withoutLastBreaks(text).split("\n").length,
  );
  if (last + next === 1) return `a line break at its end: ${next === 1 ? "added" : "removed"}`;
  return `line breaks at its end: ${last === next ? "written in another way" : `${next} in place of ${last}`}`;
}

export function withoutLastBreaks(text: string): string {
  return text.replace(/(?:\r?\n)+$/, "");
}

function signed(sign: "-" | "+", text: string): DiffLine[] {
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => ({ sign, text: line }));
}

/** The first lines of a diff that has more: what came stands beside what it took the place of, so that both are seen. */
export function firstOf(lines: readonly DiffLine[], most: number): readonly DiffLine[] {
  if (lines.length <= most) return lines;
  const beside = runsOf(lines).flatMap((run): readonly (DiffLine | undefined)[] => {
    const [removed, added] = [linesWith("-", run), linesWith("+", run)];
    return run.length === 1 ? run : run.flatMap((_, index) => [removed[index], added[index]]);
  });
  return beside.filter((line) => line !== undefined).slice(0, most);
}

/** Lines in runs: what was removed with what came in its place, and each line that stays by itself. */
function runsOf(lines: readonly DiffLine[]): (readonly DiffLine[])[] {
  const signs = lines.map(({ sign }) => sign).join("");
  return Array.from(signs.matchAll(/-+\+*|\++|[ @]/g), ({ 0: run, index }) => lines.slice(index, index + run.length));
}

function linesWith(sign: DiffLine["sign"], lines: readonly DiffLine[]): DiffLine[] {
  return lines.filter((line) => line.sign === sign);
}

/** How many lines a diff adds and removes: "+3 −1". */
export function linesText(lines: readonly DiffLine[]): string {
  const counts = { "+": linesWith("+", lines).length, "−": linesWith("-", lines).length };
  return Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([sign, number]) => sign + number)
    .join(" ");
}
