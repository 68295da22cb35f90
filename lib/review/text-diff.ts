import { structuredPatch } from "diff";
import { visible } from "../interface/visible";

/** A line of a unified diff. */
export interface DiffLine {
  /** "@" stands between lines that are left out because they stay. */
  readonly sign: " " | "+" | "-" | "@";
  /** With nothing in it that cannot be seen. */
  readonly text: string;
}

/** How many changed lines are told apart; a text with more is shown as removed and added. */
const MOST_EDITS = 5_000;

/** A unified diff of two texts; one of them may be empty. */
export function diffOf(before: string, after: string): DiffLine[] {
  const patch = structuredPatch("", "", before, after, "", "", { context: 3, maxEditLength: MOST_EDITS });
  if (patch === undefined) return [...signed("-", before), ...signed("+", after)];
  return patch.hunks.flatMap(({ lines, oldStart, newStart }, index): DiffLine[] => [
    ...(index === 0 && oldStart <= 1 && newStart <= 1 ? [] : [{ sign: "@" as const, text: `line ${newStart}` }]),
    ...lines.filter((line) => !line.startsWith("\\")).map(signedLine),
  ]);
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
