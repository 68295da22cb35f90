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

/** The first lines of a diff; after them, how many there are besides, and how many of those add or remove. */
export function firstOf(lines: readonly DiffLine[], most: number): readonly DiffLine[] {
  if (lines.length <= most) return lines;
  const left = lines.slice(most);
  const more = [`${left.length.toLocaleString("en")} more lines`, linesText(left)].filter((part) => part !== "");
  return [...lines.slice(0, most), { sign: "@", text: `${more.join(", ")}: see --format json` }];
}

/** How many lines a diff adds and removes: "+3 −1". */
export function linesText(lines: readonly DiffLine[]): string {
  const count = (sign: DiffLine["sign"]) => lines.filter((line) => line.sign === sign).length;
  const counts = Object.entries({ "+": count("+"), "−": count("-") });
  return counts.flatMap(([sign, number]) => (number > 0 ? sign + number : [])).join(" ");
}

/** A text of a user's on one line: the line break at its end is not meant, one inside is seen. */
export function oneLine(text: string, lineBreak = " / "): string {
  return text.includes("\n") ? withoutLastBreaks(text).replace(/\s*\n\s*/g, lineBreak) : text;
}

/** Letters that are written from right to left. */
const LETTER = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const IS_RIGHT_TO_LEFT = new RegExp(LETTER, "u");

/** From the first such letter to the last, up to an arrow or a quote: those belong to what stands around. */
const RUN = new RegExp(`(${LETTER}(?:[^→"]*${LETTER})?)`, "u");

/**
 * A text in parts: every second one is written from right to left, and turns nothing around it round. So what stands left of
 * an arrow was before, in every script.
 */
export function directedParts(text: string): string[] {
  return IS_RIGHT_TO_LEFT.test(text) ? text.split(RUN) : [text];
}

/** A text as a medium writes it, with signs around each part that is written from right to left, where no markup can say so. */
export function isolated(text: string, write: (part: string) => string): string {
  const parts = directedParts(text);
  if (parts.length === 1) return write(text);
  return parts.map((part, at) => (at % 2 === 1 ? `\u2068${write(part)}\u2069` : part && write(part))).join("");
}
