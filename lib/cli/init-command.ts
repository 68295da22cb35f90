import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { type Framework, frameworkFor, frameworks, frameworkText } from "../init/framework";
import { bringTarball, installIn, tarballName } from "../init/npm";
import { type PackageSource, packageSource } from "../init/package-source";
import {
  definitionFiles,
  editorFiles,
  type ProjectFiles,
  packageName,
  projectFiles,
  stackLines,
  type Versions,
} from "../init/project-files";
import { inTheWay, obstaclesTo, writeFiles } from "../init/write-files";
import { textOfFile } from "../protocol/whole-file";
import { ownCommand, shellWord } from "../text/shell";
import { parseJson } from "../value/json";
import { CommandError, type Io, toWriteElsewhere } from "./io";
import { projectIdIn } from "./stacks";

/** From lib/cli and dist/cli alike. */
const ROOT = join(__dirname, "..", "..");

/** Where the pipeline of a platform has to stand, and the example of it that the pages explain. */
const pipelines = {
  github: {
    platform: "GitHub",
    path: ".github/workflows/experiments.yml",
    example: "docs/pipelines/github-actions.yml",
  },
  gitlab: { platform: "GitLab", path: ".gitlab-ci.yml", example: "docs/pipelines/gitlab-ci.yml" },
} as const;

interface InitOptions {
  readonly framework?: Framework["name"];
  readonly ci?: keyof typeof pipelines;
  readonly install: boolean;
}

/** `init`: writes a project that deploys to the emulator. */
export function addInit(program: Command, io: Io): void {
  const names = frameworks.map(({ name }) => name);
  program
    .command("init")
    .summary("write a project that deploys to the emulator")
    .description(
      "write a project with one experiment, and install what it needs; in a directory with a cdktf.json, write only what " +
        "is not there, and print what is left to add; overwrites nothing",
    )
    .argument("[directory]", "where to write it", ".")
    .addOption(
      new Option("--framework <name>", "its framework (default: the first whose command runs on this Node)").choices(
        names,
      ),
    )
    .addOption(new Option("--ci <platform>", "also write the pipeline of a platform").choices(Object.keys(pipelines)))
    .option("--no-install", "do not install what it needs")
    .action(async (directory: string, options: InitOptions) => {
      const folder = resolve(io.directory, directory);
      try {
        const project = newProject(folder, options);
        if (isPresentApp(folder, project)) extendApp(folder, options, io);
        else await makeProject(folder, project, options, io);
      } catch (error) {
        throw unwritable(error, directory);
      }
    });
}

/** What the file system refuses, with what helps; any other error as it is. */
function unwritable(error: unknown, directory: string): unknown {
  const { code, syscall, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const place = dest ?? path;
  if (syscall === undefined || place === undefined) return error;
  const next = toWriteElsewhere(code, `name another directory than ${directory}`);
  return new CommandError(`${place} cannot be written: ${code}`, next, [], "out");
}

/** What is written for a new project. */
interface NewProject {
  readonly framework: Framework;
  readonly source: PackageSource;
  /** Name of this package's tarball in it; undefined where a registry has the package. */
  readonly tarball: string | undefined;
  readonly files: ProjectFiles;
}

function newProject(folder: string, { framework: wanted, ci }: InitOptions): NewProject {
  const framework = frameworkFor(process.version, wanted);
  if (framework === undefined) {
    throw new CommandError(`no framework runs on Node ${process.version}`, "install Node 20.12 or newer");
  }
  const { version, versions } = ownManifest();
  const source = packageSource(ROOT, version);
  const tarball = tarballName(source, version);
  const dependency = tarball === undefined ? version : `file:${tarball}`;
  const files = {
    ...projectFiles(basename(folder), framework, dependency, versions),
    ...pipelineFile(ci, framework, packageName(basename(folder))),
  };
  return { framework, source, tarball, files };
}

/** What package managers write once they have installed everything. */
const LOCK_FILES = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"];

/** Whether a directory has an app, and not what an init has left that was cut off, or could not install. */
function isPresentApp(folder: string, { files }: NewProject): boolean {
  const has = (name: string) => existsSync(join(folder, name));
  return has("cdktf.json") && (LOCK_FILES.some(has) || obstaclesTo(folder, files).length > 0);
}

async function makeProject(folder: string, project: NewProject, options: InitOptions, io: Io): Promise<void> {
  const { framework, source, tarball, files } = project;
  const taken = obstaclesTo(folder, files);
  if (taken.length > 0) {
    throw new CommandError(
      `${taken.length === 1 ? "a file is" : `${taken.length} files are`} in the way, so nothing was written`,
      "name another directory, or move them away",
      taken.map((path) => relative(io.directory, join(folder, path))),
      "out",
    );
  }
  const missing = Object.entries(files).filter(([path]) => !existsSync(join(folder, path)));
  // before the files, which name it
  const isBrought = tarball !== undefined && (await bringTarball(source, folder, tarball));
  try {
    writeFiles(folder, Object.fromEntries(missing));
  } catch (error) {
    if (isBrought) rmSync(join(folder, tarball), { force: true });
    throw error;
  }
  io.stdout.write(`${frameworkText(framework, process.version, options.framework)}\n`);
  for (const [path] of missing) io.stdout.write(`wrote ${path}\n`);
  if (options.install) await installIn(folder);
  io.stdout.write(placeOfPipeline(folder, options));
  io.stdout.write(nextCommands(relative(io.directory, folder), options.install));
}

/** What leads from a new project to its first deploy. */
function nextCommands(folder: string, isInstalled: boolean): string {
  return [
    "",
    "next:",
    ...(folder === "" ? [] : [`  cd ${shellWord(folder)}`]),
    ...(isInstalled ? [] : ["  npm install"]),
    "  npm run emulator          # in another terminal",
    "  export SERVICE_BASE_URL=http://127.0.0.1:8787 SERVICE_API_KEY=emulator-key",
    "  npm run deploy",
    "",
  ].join("\n");
}

/** Adds to a present app what it does not have, and says what is left to do. */
function extendApp(folder: string, { ci, framework: asked }: InitOptions, io: Io): void {
  const framework = frameworkOfApp(folder);
  const project = packageName(projectIdIn(folder) ?? basename(folder));
  // a sample among present experiments would be deployed with them
  const hasDefinitions = existsSync(join(folder, "experiments"));
  const wanted = {
    ...(hasDefinitions ? {} : definitionFiles),
    ...editorFiles,
    ...pipelineFile(ci, framework, project),
  };
  const present = inTheWay(folder, Object.keys(wanted));
  const missing = Object.entries(wanted).filter(([path]) => !present.includes(path));
  writeFiles(folder, Object.fromEntries(missing));
  const toAdd = present.filter((path) => path in editorFiles);
  io.stdout.write(
    [
      ...missing.map(([path]) => `wrote ${path}`),
      ...[...(hasDefinitions ? ["experiments"] : []), ...present].map((path) => `left as it is: ${path}`),
      ...(asked === undefined || asked === framework.name
        ? []
        : [`left as it is: the framework, which is ${framework.name}; for ${asked}, name another directory`]),
      ...toAdd.flatMap((path) => ["", `in ${path}:`, "", (wanted as ProjectFiles)[path]?.trimEnd() ?? ""]),
      "",
      "in a stack:",
      "",
      `import { ExperimentationService, Include } from "${framework.entry}";`,
      "",
      ...stackLines,
      "",
      "where it is not installed yet:",
      "",
      installCommand(),
      "",
    ].join("\n"),
  );
  io.stdout.write(placeOfPipeline(folder, { ci }));
}

/** Where a pipeline belongs that was written in a folder of a repository: its platform reads the root alone. */
function placeOfPipeline(folder: string, { ci }: Pick<InitOptions, "ci">): string {
  const isRoot = (directory: string) => existsSync(join(directory, ".git"));
  let root = folder;
  while (!isRoot(root) && dirname(root) !== root) root = dirname(root);
  if (ci === undefined || root === folder || !isRoot(root)) return "";
  const { platform, path } = pipelines[ci];
  return [
    "",
    `${platform} reads ${path} at the root of the repository alone, ${root}:`,
    `move it there, and let it run its commands in ${relative(root, folder)}, as this explains:`,
    "",
    ownCommand("explain pipelines"),
    "",
  ].join("\n");
}

function installCommand(): string {
  const { name, version } = ownManifest();
  const source = packageSource(ROOT, version);
  return `npm install ${source.kind === "version" ? `${name}@${version}` : shellWord(source.path)}`;
}

/** The framework that an app depends on. */
function frameworkOfApp(folder: string): Framework {
  const manifest = parseJson(textOfFile(join(folder, "package.json")) ?? "") as {
    readonly dependencies?: object;
  } | null;
  const has = ({ name }: Framework) => Object.hasOwn(manifest?.dependencies ?? {}, name);
  return frameworks.find(has) ?? (frameworks[0] as Framework);
}

/** The pipeline of a platform, with the framework's command and the name of the project. */
function pipelineFile(ci: InitOptions["ci"], { name }: Framework, project: string): ProjectFiles {
  if (ci === undefined) return {};
  const { path, example } = pipelines[ci];
  const text = readFileSync(join(ROOT, example), "utf8");
  return {
    [path]: text.replace("CDK: cdktf", `CDK: ${name}`).replace(/^(name| {2}PROJECT): experiments/m, `$1: ${project}`),
  };
}

/** What this package says of itself, and of the versions that it was tested with. */
function ownManifest(): { readonly name: string; readonly version: string; readonly versions: Versions } {
  const { name, version, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return { name, version, versions: devDependencies };
}
