import { visible } from "../text/visible";

/** What is wrong with a file of definitions, and where. */
export interface DefinitionProblem {
  readonly file: string;
  /** From 1; undefined where the problem is about a whole file or folder. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  readonly text: string;
}

/** Problems as lines of a message, in the order of their places: `a.yaml:8:31: groups[0].size: given "fifty"; allowed: a number`. */
export function definitionProblemLines(problems: readonly DefinitionProblem[]): string[] {
  return [...problems]
    .sort((a, b) => {
      if (a.file !== b.file) return a.file < b.file ? -1 : 1;
      return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
    })
    .map(({ file, line, column, text }) =>
      visible(line === undefined ? `${file}: ${text}` : `${file}:${line}:${column}: ${text}`),
    );
}
