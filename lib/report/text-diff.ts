import { diffWordsWithSpace } from "diff";
import { keptIn } from "../value/pair";

/** A line of a unified diff. */
export interface DiffLine {
  /** "@" stands between lines that are left out because they stay. */
  readonly sign: " " | "+" | "-" | "@";
  readonly text: string;
  /** The same text in parts, where the line takes the place of another: what differs from that is marked. */
  readonly parts?: readonly { readonly text: string; readonly isMarked: boolean }[];
}

/** How many lines that stay stand around what changes. */
const CONTEXT = 3;

/** How many moves of lines are told apart; a text with more is shown as removed and added. */
const MOST_LINE_EDITS = 1_000;

/** A unified diff of two texts; one of them may be empty. A line break at the end of both begins no line. */
export function diffOf(before: string, after: string): DiffLine[] {
  const isEnded = [before, after].every((text) => text === "" || text.endsWith("\n"));
  const linesOf = (text: string) => (text === "" ? [] : text.split("\n").slice(0, isEnded ? -1 : undefined));
  const lines = comparedLines(linesOf(before), linesOf(after));
  const isNear = lines.map(() => false);
  lines.forEach(({ sign }, index) => {
    if (sign !== " ") isNear.fill(true, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  });
  return lines.flatMap(({ sign, text, number }, index): DiffLine[] => {
    if (!isNear[index]) return [];
    const line = { sign, text };
    return index === 0 || isNear[index - 1] ? [line] : [{ sign: "@", text: `line ${number}` }, line];
  });
}

interface ComparedLine {
  readonly sign: " " | "+" | "-";
  readonly text: string;
  /** Its number in the new text, or that of the line that follows there. */
  readonly number: number;
}

/** All lines of both texts, in their order; what is removed stands before what is added in its place. */
function comparedLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const lines: ComparedLine[] = [];
  let [from, to] = [0, 0];
  for (const kept of [...keptLines(before, after), { from: before.length, to: after.length }]) {
    for (; from < kept.from; from++) lines.push({ sign: "-", text: before[from] ?? "", number: to + 1 });
    for (; to < kept.to; to++) lines.push({ sign: "+", text: after[to] ?? "", number: to + 1 });
    if (kept.to < after.length) lines.push({ sign: " ", text: after[kept.to] ?? "", number: kept.to + 1 });
    [from, to] = [kept.from + 1, kept.to + 1];
  }
  return lines;
}

/** The lines that stay, by their places in both texts. */
function keptLines(before: readonly string[], after: readonly string[]): { from: number; to: number }[] {
  // a line that the other text does not have cannot stay, and each of them would double what is searched
  const [former, present] = [placesOf(before, new Set(after)), placesOf(after, new Set(before))];
  const isSameLine = (from: number, to: number) => before[from] === after[to];
  return keptIn(former, present, isSameLine, MOST_LINE_EDITS).map(({ from, to }) => ({
    from: former[from] ?? 0,
    to: present[to] ?? 0,
  }));
}

/** Where a text has lines that are among others. */
function placesOf(lines: readonly string[], others: ReadonlySet<string>): number[] {
  return lines.flatMap((line, place) => (others.has(line) ? [place] : []));
}

/** Longest line whose words are compared, in characters. */
const LONGEST_LINE = 2_000;

/** Marks the words that differ where as many lines were removed as came in their place. */
export function withMarks(lines: readonly DiffLine[]): DiffLine[] {
  return runsOf(lines).flatMap((run) => {
    const [removed, added] = [linesWith("-", run), linesWith("+", run)];
    if (removed.length === 0 || removed.length !== added.length) return run;
    const pairs = removed.map((before, index) => marked(before, added[index] ?? before));
    return [...pairs.map(([before]) => before), ...pairs.map(([, after]) => after)];
  });
}

function marked(before: DiffLine, after: DiffLine): [DiffLine, DiffLine] {
  if (before.text.length + after.text.length > LONGEST_LINE) return [before, after];
  const words = diffWordsWithSpace(before.text, after.text);
  // lines that have nothing in common are read as a whole
  if (!words.some((word) => !word.added && !word.removed && word.value.trim() !== "")) return [before, after];
  const parts = (left: "added" | "removed") =>
    words.filter((word) => !word[left]).map((word) => ({ text: word.value, isMarked: word.added || word.removed }));
  return [
    { ...before, parts: parts("added") },
    { ...after, parts: parts("removed") },
  ];
}

/** The first lines of a diff that has more: what came stands beside what it took the place of, so that both are seen. */
export function firstOf(lines: readonly DiffLine[], most: number): readonly DiffLine[] {
  if (lines.length <= most) return lines;
  const beside = runsOf(lines).flatMap((run) => {
    const [removed, added] = [linesWith("-", run), linesWith("+", run)];
    return run.length === 1 ? run : run.flatMap((_, index) => [removed[index], added[index]]);
  });
  return beside.filter((line) => line !== undefined).slice(0, most);
}

/** Lines in runs: what was removed with what came in its place, and each line that stays by itself. */
function runsOf(lines: readonly DiffLine[]): DiffLine[][] {
  const runs: DiffLine[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const last = run?.at(-1)?.sign;
    const goesOn = line.sign === "-" ? last === "-" : line.sign === "+" && (last === "-" || last === "+");
    if (goesOn) run?.push(line);
    else runs.push([line]);
  }
  return runs;
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
