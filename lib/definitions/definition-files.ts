import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { decodedText, notTextText } from "../text/json-text";
import { visible } from "../text/visible";
import { inBrief } from "../text/words";
import { EXTENSIONS, roleOf } from "./file-names";

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
  /** The directory that it is in, by its real path. */
  readonly directory: string;
  readonly text: string;
}

/** What is under some paths. */
export interface FoundFiles {
  /** Those that may hold definitions. */
  readonly files: readonly DefinitionFile[];
  /** The directories of which all files are among these, by their real paths. */
  readonly directories: ReadonlySet<string>;
  /** The directories whose defaults were named as files. */
  readonly named: ReadonlySet<string>;
  /** Files of the directories that most likely hold definitions, but are not read. */
  readonly misspelt: readonly string[];
  /** Other files of the directories that are not read. */
  readonly others: readonly string[];
}

/**
 * Reads the files under some paths, each once: those named, and those in folders and in the folders inside, in the order of
 * their names. Names in folders that begin with a dot are skipped, and so are those with another ending. Links are followed.
 *
 * @param paths of files and folders, from the working directory
 * @param problems takes what is wrong
 */
export function readDefinitionFiles(paths: readonly string[], problems: DefinitionProblem[]): FoundFiles {
  const search = new FileSearch(problems);
  const seen = new Set<string>();
  const files = paths
    .flatMap((path) => search.filesAtPath(path))
    .flatMap((name): DefinitionFile[] => {
      const real = readable(name, problems, () => realpathSync.native(name));
      if (real === undefined || seen.has(real)) return [];
      seen.add(real);
      const text = textRead(name, problems);
      return text === undefined ? [] : [{ name, directory: dirname(real), text }];
    });
  const { directories, named, misspelt, others } = search;
  return { files, directories, named, misspelt: [...misspelt], others: [...others] };
}

/** The text of a file, or undefined and a problem. */
export function textRead(name: string, problems: DefinitionProblem[]): string | undefined {
  const bytes = readable(name, problems, () => readFileSync(name));
  const text = bytes && decodedText(bytes);
  if (bytes !== undefined && text === undefined)
    problems.push({ file: name, text: `the file is ${notTextText(bytes)}` });
  return text;
}

class FileSearch {
  readonly directories = new Set<string>();
  readonly named = new Set<string>();
  readonly misspelt = new Set<string>();
  readonly others = new Set<string>();

  constructor(private readonly problems: DefinitionProblem[]) {}

  filesAtPath(path: string): string[] {
    const name = (relative(process.cwd(), resolve(process.cwd(), path)) || ".").replaceAll("\\", "/");
    const type = readable(name, this.problems, () => statSync(name));
    if (type === undefined) return [];
    if (type.isDirectory()) return this.filesInNamedFolder(name);
    const role = roleOf(basename(name));
    if (role === "defaults" || role === "misspelt-defaults") {
      this.named.add(dirname(realpathSync.native(name)));
      return [];
    }
    if (role === "definitions") return plainFile(name, type, this.problems);
    this.problems.push({ file: name, text: `its name has to end in ${EXTENSIONS}` });
    return [];
  }

  private filesInNamedFolder(name: string): string[] {
    const known = this.problems.length;
    const found = this.filesInFolder(name, new Set());
    if (found.length === 0 && this.problems.length === known) {
      const nearly = [...this.misspelt].filter((file) => name === "." || file.startsWith(`${name}/`));
      const instead = nearly.length === 0 ? "add one" : `rename ${inBrief(nearly)}`;
      this.problems.push({
        file: name,
        text: `the directory has no file that ends in ${EXTENSIONS}; ${instead}, or leave the directory out of the Include, or remove the Include`,
      });
    }
    return found;
  }

  /** @param seen the folders that were listed: a link may lead to one again */
  private filesInFolder(folder: string, seen: Set<string>): string[] {
    const { problems } = this;
    const real = readable(folder, problems, () => realpathSync.native(folder));
    if (real === undefined || seen.has(real)) return [];
    seen.add(real);
    this.directories.add(real);
    const entries = readable(folder, problems, () => readdirSync(folder, { withFileTypes: true })) ?? [];
    return entries
      .filter(({ name }) => !name.startsWith("."))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = folder === "." ? entry.name : join(folder, entry.name).replaceAll("\\", "/");
        const type = entry.isSymbolicLink() ? readable(path, problems, () => statSync(path)) : entry;
        if (type?.isDirectory()) return this.filesInFolder(path, seen);
        const role = roleOf(entry.name);
        if (role === "misspelt-definitions") this.misspelt.add(path);
        if (role === "other") this.others.add(path);
        return type !== undefined && role === "definitions" ? plainFile(path, type, problems) : [];
      });
  }
}

/** The file, unless it is a device or a pipe, which may have no end. */
function plainFile(name: string, type: Pick<Stats, "isFile">, problems: DefinitionProblem[]): string[] {
  if (type.isFile()) return [name];
  problems.push({ file: name, text: "is not a regular file" });
  return [];
}

/** What the file system says, or undefined and a problem. */
export function readable<Result>(file: string, problems: DefinitionProblem[], read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const text = code === "ENOENT" ? "there is no such file or directory" : `cannot be read (${code})`;
    problems.push({ file, isUnread: true, text: `${text}; paths count from the working directory, ${process.cwd()}` });
    return undefined;
  }
}
