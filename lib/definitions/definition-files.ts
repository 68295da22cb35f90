import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, relative } from "node:path";
import { decodedText, NOT_UTF8 } from "../text/json-text";
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

/** A file that may hold definitions. */
export interface DefinitionFile {
  /** As messages name it: from the working directory, with `/`, however the Include names it. */
  readonly name: string;
  readonly text: string;
}

const EXTENSION = /\.(ya?ml|json)$/i;
const EXTENSIONS = ".yaml, .yml or .json";

/**
 * Reads the files under some paths, each once: those named, and those in folders and in the folders inside, in the order of
 * their names. Names in folders that begin with a dot are skipped, and so are those with another ending. Links are followed.
 *
 * @param paths of files and folders, from the working directory
 * @param problems takes what is wrong
 */
export function readDefinitionFiles(paths: readonly string[], problems: DefinitionProblem[]): DefinitionFile[] {
  const seen = new Set<string>();
  return paths
    .flatMap((path) => filesAtPath(path, problems))
    .flatMap((name): DefinitionFile[] => {
      const real = readable(name, problems, () => realpathSync.native(name));
      if (real === undefined || seen.has(real)) return [];
      seen.add(real);
      const bytes = readable(name, problems, () => readFileSync(name));
      if (bytes === undefined) return [];
      const text = decodedText(bytes);
      if (text !== undefined) return [{ name, text }];
      problems.push({ file: name, text: `the file is ${NOT_UTF8}` });
      return [];
    });
}

function filesAtPath(path: string, problems: DefinitionProblem[]): string[] {
  const name = (relative("", path) || ".").replaceAll("\\", "/");
  const type = readable(name, problems, () => statSync(name));
  if (type === undefined) return [];
  if (!type.isDirectory()) {
    if (EXTENSION.test(name)) return plainFile(name, type, problems);
    problems.push({ file: name, text: `its name has to end in ${EXTENSIONS}` });
    return [];
  }
  const known = problems.length;
  const found = filesInFolder(name, new Set(), problems);
  if (found.length === 0 && problems.length === known)
    problems.push({
      file: name,
      text: `the directory has no file that ends in ${EXTENSIONS}; add one, or leave the directory out of the Include, or remove the Include`,
    });
  return found;
}

/** @param seen the folders that were listed: a link may lead to one again */
function filesInFolder(folder: string, seen: Set<string>, problems: DefinitionProblem[]): string[] {
  const real = readable(folder, problems, () => realpathSync.native(folder));
  if (real === undefined || seen.has(real)) return [];
  seen.add(real);
  const entries = readable(folder, problems, () => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries
    .filter(({ name }) => !name.startsWith("."))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === "." ? entry.name : join(folder, entry.name).replaceAll("\\", "/");
      const type = entry.isSymbolicLink() ? readable(path, problems, () => statSync(path)) : entry;
      if (type?.isDirectory()) return filesInFolder(path, seen, problems);
      return type !== undefined && EXTENSION.test(entry.name) ? plainFile(path, type, problems) : [];
    });
}

/** The file, unless it is a device or a pipe, which may have no end. */
function plainFile(name: string, type: Pick<Stats, "isFile">, problems: DefinitionProblem[]): string[] {
  if (type.isFile()) return [name];
  problems.push({ file: name, text: "is not a regular file" });
  return [];
}

/** What the file system says, or undefined and a problem. */
function readable<Result>(file: string, problems: DefinitionProblem[], read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const text = code === "ENOENT" ? "there is no such file or directory" : `cannot be read (${code})`;
    problems.push({ file, isUnread: true, text: `${text}; paths count from the working directory, ${process.cwd()}` });
    return undefined;
  }
}
