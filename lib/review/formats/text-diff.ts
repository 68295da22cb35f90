import { diffWordsWithSpace, structuredPatch } from "diff";
import { visible } from "../../api/escape-invisible";

/** A line of a unified diff. */
export interface DiffLine {
  /** "@" stands between lines that are left out because they stay. */
  readonly sign: " " | "+" | "-" | "@";
  /** With nothing in it that cannot be seen. */
  readonly text: string;
  /** The same text in parts, where the line takes the place of another: what differs from that is marked. */
  readonly parts?: readonly { readonly text: string; readonly isMarked: boolean }[];
}

/** How many changed lines are told apart; a text with more is shown as removed and added. */
const MOST_LINE_EDITS = 1_000;

/** A unified diff of two texts; one of them may be empty. */
export function diffOf(before: string, after: string): DiffLine[] {
  const patch = structuredPatch("", "", ended(before), ended(after), "", "", {
    context: 3,
    maxEditLength: MOST_LINE_EDITS,
  });
  if (patch === undefined) return [...signed("-", before), ...signed("+", after)];
  return patch.hunks.flatMap(({ lines, oldStart, newStart }, index): DiffLine[] => [
    ...(index === 0 && oldStart <= 1 && newStart <= 1 ? [] : [{ sign: "@" as const, text: `line ${newStart}` }]),
    ...lines.filter((line) => !line.startsWith("\\")).map(signedLine),
  ]);
}

/** Longest line whose words are compared, in characters. */
const LONGEST_LINE = 2_000;

/** Marks the words that differ where as many lines were removed as came in their place. */
export function withMarks(lines: readonly DiffLine[]): DiffLine[] {
  const marked = [...lines];
  for (let start = 0; start < lines.length; start++) {
    if (lines[start]?.sign !== "-" || lines[start - 1]?.sign === "-") continue;
    const removed = runLength(lines, start, "-");
    const added = runLength(lines, start + removed, "+");
    if (removed !== added) continue;
    for (let index = start; index < start + removed; index++) {
      const [before, after] = [lines[index], lines[index + removed]];
      if (before === undefined || after === undefined) continue;
      if (before.text.length + after.text.length > LONGEST_LINE) continue;
      const words = diffWordsWithSpace(before.text, after.text);
      // lines that have nothing in common are read as a whole
      if (!words.some((word) => !word.added && !word.removed && word.value.trim() !== "")) continue;
      const parts = (left: "added" | "removed") =>
        words.filter((word) => !word[left]).map((word) => ({ text: word.value, isMarked: word.added || word.removed }));
      marked[index] = { ...before, parts: parts("added") };
      marked[index + removed] = { ...after, parts: parts("removed") };
    }
  }
  return marked;
}

/** How many lines with a sign follow each other. */
function runLength(lines: readonly DiffLine[], start: number, sign: DiffLine["sign"]): number {
  let end = start;
  while (lines[end]?.sign === sign) end++;
  return end - start;
}

/** With an end to its last line: that line has not changed where others follow it. */
function ended(text: string): string {
  return text === "" ? "" : `${text}\n`;
}

function signedLine(line: string): DiffLine {
  const sign = line[0] === "+" || line[0] === "-" ? line[0] : " ";
  return { sign, text: seen(line.slice(1)) };
}

function signed(sign: "+" | "-", text: string): DiffLine[] {
  return text === "" ? [] : text.split("\n").map((line) => ({ sign, text: seen(line) }));
}

/** Tabs mean nothing to a terminal but space. */
function seen(line: string): string {
  return line.split("\t").map(visible).join("\t");
}

/** How many lines a diff adds and removes: "+3 −1". */
export function linesText(lines: readonly DiffLine[]): string {
  const count = (sign: DiffLine["sign"]) => lines.filter((line) => line.sign === sign).length;
  const counts = { "+": count("+"), "−": count("-") };
  return Object.entries(counts)
    .filter(([, number]) => number > 0)
    .map(([sign, number]) => sign + number)
    .join(" ");
}
