import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { type Ended, run, succeed } from "../support/process";

export const ROOT = join(__dirname, "../..");

/** The null provider's bindings, which only `null_resource` needs. */
export const BINDINGS = "@cdktf/provider-null";

/** The packages that a user installs beside this one. */
const FRAMEWORK = ["cdktf", "constructs", BINDINGS];

export const TERRAIN = ["cdktn", "constructs"];

/** How a project differs from the usual one. */
interface ProjectOptions {
  /** What npm installs as this package; without it, its files are copied, which takes a tenth of the time. */
  readonly tarball?: string;
  readonly node?: string;
  readonly framework?: readonly string[];
}

/** A project of a user's, outside this repository, in a folder with a space and foreign letters in its name. */
export class Project {
  static async create({ tarball, node = process.execPath, framework = FRAMEWORK }: ProjectOptions = {}) {
    const project = new Project(await realpath(await mkdtemp(join(tmpdir(), "mein prøjekt 実験-"))), node);
    for (const name of framework) await project.take(name, name);
    await project.declare({});
    // npm would ask the registry about peers, even about those at hand; `npm ls` says whether they fit
    if (tarball) await project.npm("install", "--legacy-peer-deps", "--no-audit", "--no-fund", "--no-save", tarball);
    else {
      // as `npm pack` takes them
      const own = join(project.directory, "node_modules/cdktf-experimentation");
      for (const path of ["dist", "package.json"]) await copy(join(ROOT, path), join(own, path));
    }
    return project;
  }

  private readonly versions: Record<string, string> = {};

  private constructor(
    readonly directory: string,
    private readonly nodePath: string,
  ) {}

  /** Puts a package of this repository, with all that it needs, in the place of one of the project. */
  async take(name: string, source: string, folder = ""): Promise<void> {
    const packages = join(this.directory, folder, "node_modules");
    await rm(join(packages, name), { recursive: true, force: true });
    await copyPackages({ [name]: source }, packages);
    if (folder === "") this.versions[name] = manifestOf(source).version;
  }

  /** Writes the project's `package.json`: what it depends on, and what else is said. */
  async declare(rest: object): Promise<void> {
    await this.write("package.json", JSON.stringify({ private: true, dependencies: this.versions, ...rest }));
  }

  async write(path: string, content: string): Promise<void> {
    const file = join(this.directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  /** Runs Node; returns what it said, and throws that when it fails. */
  async node(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<string> {
    return succeeded(await this.run(this.nodePath, args, environment));
  }

  async npm(...args: readonly string[]): Promise<string> {
    return succeeded(await this.run("npm", args));
  }

  /** Runs a tool of this repository; returns what it said, and throws that when it fails. */
  async tool(path: string, args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string> {
    return this.node([join(ROOT, "node_modules", path), ...args], environment);
  }

  /**
   * Compiles a file strictly, and throws what the compiler says against it.
   *
   * @returns the packages that the compiler reads, but for its own
   */
  async compile(file: string, options: object, compiler = "typescript/bin/tsc"): Promise<string[]> {
    const compilerOptions = { strict: true, types: [], noEmit: true, ...options, incremental: false };
    await this.write("tsconfig.json", JSON.stringify({ compilerOptions, files: [file] }));
    const read = await this.tool(compiler, ["--project", "tsconfig.json", "--listFiles"]);
    const names = [...read.matchAll(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(([, name = ""]) => name);
    return [...new Set(names.filter((name) => !name.includes("typescript")))].sort();
  }

  run(
    command: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    folder = "",
  ): Promise<Ended> {
    return run(command, args, {
      directory: join(this.directory, folder),
      environment: {
        PATH: [dirname(this.nodePath), process.env.PATH].join(delimiter),
        HOME: this.directory,
        // what cdktf makes for a test of a user's goes with the project
        TMPDIR: this.directory,
        CHECKPOINT_DISABLE: "1",
        // the TypeScript compiler is written in Go, whose garbage is collected later then
        GOGC: "400",
        npm_config_offline: "true",
        npm_config_update_notifier: "false",
        ...environment,
      },
    });
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }
}

function succeeded({ exitCode, output }: Ended): string {
  if (exitCode !== 0) throw new Error(`ended with ${exitCode}:\n${output}`);
  return output;
}

/** The part of a `package.json` that tells what a package needs. */
interface Manifest {
  readonly version: string;
  readonly bin?: Readonly<Record<string, string>> | string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bundleDependencies?: readonly string[];
  readonly bundledDependencies?: readonly string[];
}

/** The manifest of a package that is installed in this repository, or of the repository itself. */
function manifestOf(name = ".."): Manifest {
  return JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")) as Manifest;
}

/**
 * Copies packages of this repository, with all that they and this package need, to where a project has its packages:
 * npm then has nothing to ask the registry for. What is there already stays.
 *
 * @param packages from the name in the project to the name here
 */
async function copyPackages(packages: Readonly<Record<string, string>>, target: string): Promise<void> {
  const own = Object.keys(manifestOf().dependencies ?? {});
  const todo = [...Object.entries(packages), ...own.map((name) => [name, name] as const)];
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    const [name, source] = next;
    if (existsSync(join(target, name))) continue;
    await copy(join(ROOT, "node_modules", source), join(target, name));
    const { bin = {}, dependencies = {}, bundleDependencies, bundledDependencies } = manifestOf(source);
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

/** Copies by links to the files, which takes a tenth of the time; the temporary directory may be on another disk. */
async function copy(source: string, target: string): Promise<void> {
  const script = 'mkdir -p "$(dirname "$1")" && { cp -Rl "$0" "$1" 2>/dev/null || cp -R "$0" "$1"; }';
  await succeed("sh", ["-c", script, source, target], { environment: { PATH: process.env.PATH } });
}
