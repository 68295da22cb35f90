import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type DefinitionProblem, placeAt } from "./definition-problem";

/** A file that may hold definitions. */
export interface DefinitionFile {
  /** As messages name it: from the working directory, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** What was found under some paths. */
export interface FoundFiles {
  readonly files: readonly DefinitionFile[];
  readonly problems: readonly DefinitionProblem[];
}

const EXTENSION = /\.(ya?ml|json)$/i;
const EXTENSIONS = ".yaml, .yml or .json";

/**
 * Reads the files under some paths, each once: those named, and those in folders and in the folders inside, in the order of
 * their names. Names in folders that begin with a dot are skipped, and so are those with another ending.
 *
 * @param paths of files and folders, from the working directory
 */
export function readDefinitionFiles(paths: readonly string[]): FoundFiles {
  const problems: DefinitionProblem[] = [];
  const seen = new Set<string>();
  const files = paths
    .flatMap((path) => filesAtPath(path, problems))
    .flatMap((name): DefinitionFile[] => {
      const whole = resolve(name);
      if (seen.has(whole)) return [];
      seen.add(whole);
      const bytes = readable(name, problems, () => readFileSync(name));
      const text = bytes && decodedStrictly(name, bytes, problems);
      return text === undefined ? [] : [{ name, text }];
    });
  return { files, problems };
}

function filesAtPath(path: string, problems: DefinitionProblem[]): string[] {
  const name = path.replaceAll("\\", "/").replace(/(?<=.)\/+$/, "");
  const isFolder = readable(name, problems, () => statSync(name).isDirectory());
  if (isFolder === undefined) return [];
  if (!isFolder) {
    if (EXTENSION.test(name)) return [name];
    problems.push({ file: name, text: `its name has to end in ${EXTENSIONS}` });
    return [];
  }
  const found = filesInFolder(name, problems);
  if (found.length === 0) problems.push({ file: name, text: `the folder holds no file that ends in ${EXTENSIONS}` });
  return found;
}

function filesInFolder(folder: string, problems: DefinitionProblem[]): string[] {
  const names = readable(folder, problems, () => readdirSync(folder)) ?? [];
  return names
    .filter((name) => !name.startsWith("."))
    .sort((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => {
      const path = folder === "." ? name : join(folder, name).replaceAll("\\", "/");
      const isFolder = readable(path, problems, () => statSync(path).isDirectory());
      if (isFolder) return filesInFolder(path, problems);
      return isFolder === false && EXTENSION.test(name) ? [path] : [];
    });
}

/** What the file system says, or undefined and a problem. */
function readable<Result>(file: string, problems: DefinitionProblem[], read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const text = code === "ENOENT" ? "there is no such file or folder" : `cannot be read (${code})`;
    problems.push({ file, text: `${text}; paths count from the working directory, ${process.cwd()}` });
    return undefined;
  }
}

/** The text in bytes of UTF-8, without a byte order mark, or undefined and a problem at the first byte that is none. */
function decodedStrictly(file: string, bytes: Buffer, problems: DefinitionProblem[]): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const lenient = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const again = Buffer.from(lenient);
    const wrong = again.findIndex((byte, index) => byte !== bytes[index]);
    const before = new TextDecoder("utf-8").decode(bytes.subarray(0, wrong));
    problems.push({
      file,
      ...placeAt(before, before.length),
      text: "the file is no UTF-8 from here on; save it as UTF-8",
    });
    return undefined;
  }
}
