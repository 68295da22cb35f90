import { visible } from "../api/escape-invisible";

/** What is wrong with a file of definitions, and where. */
export interface DefinitionProblem {
  readonly file: string;
  /** From 1; undefined where the problem is about a whole file or folder. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  readonly text: string;
}

/** The line and the column of a problem. */
export type FilePlace = Required<Pick<DefinitionProblem, "line" | "column">>;

/** Finds the line and the column of each offset in a text. */
export function offsetPlaces(text: string): (offset: number) => FilePlace {
  let starts: readonly number[] | undefined;
  return (offset) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let [line, after] = [0, starts.length];
    while (line + 1 < after) {
      const middle = (line + after) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else after = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** A problem as a line of a message: `experiments/one_page.yaml:8:31 groups[0].size: "fifty"; allowed: a number`. */
export function definitionProblemLine({ file, line, column, text }: DefinitionProblem): string {
  return visible(line === undefined ? `${file}: ${text}` : `${file}:${line}:${column} ${text}`);
}

/** Whether a problem comes before another: by the file, then by the place in it. */
export function byFilePlace(a: DefinitionProblem, b: DefinitionProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
