import { visible } from "../text/visible";

/** A place in a file of definitions. */
export interface DefinitionPlace {
  readonly file: string;
  /** From 1; undefined for a whole file or folder. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
}

/** What is wrong with a file of definitions, and where. */
export interface DefinitionProblem extends DefinitionPlace {
  readonly text: string;
  /** Whether a file or folder could not be read, so that it may have other problems. */
  readonly isUnread?: true;
}

/** A place as tools read it that jump there: `a.yaml:8:31`. */
export function definitionPlaceText({ file, line, column }: DefinitionPlace): string {
  return line === undefined ? file : `${file}:${line}:${column}`;
}

/** Problems as lines of a message, in the order of their places: `a.yaml:8:31: groups[0].size: given "fifty"; allowed: a number`. */
export function definitionProblemLines(problems: readonly DefinitionProblem[]): string[] {
  return inOrderOfPlaces(problems).map((problem) => visible(`${definitionPlaceText(problem)}: ${problem.text}`));
}

export function inOrderOfPlaces<Placed extends DefinitionPlace>(all: readonly Placed[]): Placed[] {
  return [...all].sort((a, b) => {
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
  });
}
