import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const ROOT = join(__dirname, "../..");

/** The part of a `package.json` that tells what a package needs. */
interface Manifest {
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>> | string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bundleDependencies?: readonly string[];
  readonly bundledDependencies?: readonly string[];
}

/** The manifest of a package that is installed in this repository, or of the repository itself. */
export async function manifestOf(name?: string): Promise<Manifest> {
  const path = name === undefined ? ROOT : folderOf(name);
  return JSON.parse(await readFile(join(path, "package.json"), "utf8")) as Manifest;
}

/**
 * Copies packages of this repository, with all that they and this package need, to where a project has its packages:
 * npm then has nothing to ask the registry for. What is there already stays.
 *
 * @param packages from the name in the project to the name here
 */
export async function copyPackages(packages: Readonly<Record<string, string>>, target: string): Promise<void> {
  const own = Object.keys((await manifestOf()).dependencies ?? {});
  const todo = [...Object.entries(packages), ...own.map((name) => [name, name] as const)];
  const seen = new Set<string>();
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    const [name, source] = next;
    if (seen.has(name) || existsSync(join(target, name))) continue;
    seen.add(name);
    linkFolder(folderOf(source), join(target, name));
    const { bin = {}, dependencies = {}, bundleDependencies, bundledDependencies } = await manifestOf(source);
    linkCommands(typeof bin === "string" ? { [name]: bin } : bin, name, target);
    const inside = bundleDependencies ?? bundledDependencies ?? [];
    const outside = Object.keys(dependencies).filter((dependency) => !inside.includes(dependency));
    todo.push(...outside.map((dependency) => [dependency, dependency] as const));
  }
}

/** Links the commands of a package: without them, npm takes it for incomplete, and asks the registry. */
function linkCommands(commands: Readonly<Record<string, string>>, name: string, target: string): void {
  mkdirSync(join(target, ".bin"), { recursive: true });
  for (const [command, path] of Object.entries(commands)) {
    const link = join(target, ".bin", command);
    if (!existsSync(link)) symlinkSync(join("..", name, path), link);
  }
}

/** Copies this package, as it was built last, to where a project has it: `npm pack` takes the same files. */
export function copyOwn(target: string): void {
  linkFolder(join(ROOT, "dist"), join(target, "dist"));
  linkFile(join(ROOT, "package.json"), join(target, "package.json"));
}

/** Copies a folder by links to its files, which takes a tenth of the time. */
function linkFolder(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) linkFolder(from, to);
    else if (entry.isFile()) linkFile(from, to);
  }
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // the temporary directory may be on another disk
    copyFileSync(from, to);
  }
}

function folderOf(name: string): string {
  return join(ROOT, "node_modules", name);
}
