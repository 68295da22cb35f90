import { chmod, cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { parse } from "yaml";
import type { ExperimentGroup, ExperimentProps } from "../../lib";
import { type Emulator, startEmulator } from "../../lib/emulator";
import { type Framework, frameworkFor } from "../../lib/init/framework";
import { projectFiles } from "../../lib/init/project-files";
import { writeFiles } from "../../lib/init/write-files";
import { accessTo } from "../support/deployment";
import { type Ended, succeed } from "../support/process";
import { inFolder } from "../support/temporary-folder";
import { terraform, tryTerraform } from "../support/terraform";
import { type Block, blocksOf, pages, ROOT, recipe } from "./pages";

/** Runs Node; rejects when it fails, with all that it said. */
export function node(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  // the runner of Node's tests shows something else inside another runner's
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...inherited } = process.env;
  return succeed(process.execPath, args, {
    directory: cwd,
    environment: { ...inherited, LC_ALL: "C.UTF-8", ...env },
    patience: 200,
  });
}

/** Runs TypeScript, as `npx tsx` would. */
export const RUNNER = join(ROOT, "test/support/run.mjs");
export const CLI = join(ROOT, "dist/cli/main.js");

type OnePage = ExperimentProps & { readonly id: string; readonly groups: readonly ExperimentGroup[] };
const { kind: _, ...props } = parse(recipe("one_page.yaml")) as OnePage & { readonly kind: string };
/** The props that stand for `onePage` in the pages: those of the README's first experiment. */
export const onePage: OnePage = props;

/** The names that the pages use without declaring them. */
export const prelude = `
import { App, S3Backend, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import {
  AssignmentSource, Experiment, ExperimentationService, type ExperimentationServiceProps, type ExperimentProps,
  fromEnvironment, Include, IngestionSource, MetricSource, PromptVersion, Segment,
} from "cdktf-experimentation";
import type { Construct } from "constructs";
const onePage = ${JSON.stringify(onePage)} satisfies ExperimentProps;
`;

/** A whole module that a block of TypeScript belongs to. Synthesised when it runs. */
export function moduleOf({ code }: Block): string {
  if (/^import /m.test(code)) return code;
  if (/^class /m.test(code)) return `${prelude}${code}\nexport {};`;
  return `${prelude}
class Page extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
${code}
  }
}
const app = new App();
new Page(app, "checkout");
app.synth();
`;
}

/** The first block of a page that fits. */
export function blockOf(path: string, fits: (block: Block) => boolean): Block {
  const block = pages()
    .filter((page) => page.path === path)
    .flatMap(blocksOf)
    .find(fits);
  if (block === undefined) throw new Error(`${path} has no block that fits: ${fits}`);
  return block;
}

/** The definition of the README's first stack. */
export const DEFINITION = "experiments/one_page.yaml";

/** Puts the project of `init` into a folder, with the definition of the pages, and the packages that it installs. */
export async function addFirstStack(folder: string): Promise<void> {
  writeFiles(folder, { ...projectOfInit, [DEFINITION]: recipe("one_page.yaml") });
  await linkPackages(folder);
}

/** The files that `init` writes on Node 20. */
export const projectOfInit = projectFiles("checkout", frameworkFor("v20.12.0") as Framework, "1.0.0", {});

/** Puts this package and all that it has beside it where a project has its packages. */
export async function linkPackages(folder: string): Promise<void> {
  const packages = join(folder, "node_modules");
  await mkdir(packages);
  await symlink(ROOT, join(packages, "cdktf-experimentation"), "junction");
  for (const name of ["cdktf", "cdktn", "constructs", "@cdktf", "@types"]) {
    await symlink(join(ROOT, "node_modules", name), join(packages, name), "junction");
  }
}

/** Runs `main.ts` as `npx tsx` would. */
export async function synth(folder: string): Promise<void> {
  await node([RUNNER, "main.ts"], folder);
}

/** Synthesises this repository's `main.ts` into a folder. */
export async function synthExample(folder: string): Promise<void> {
  await cp(join(ROOT, "experiments"), join(folder, "experiments"), { recursive: true });
  await node([RUNNER, join(ROOT, "main.ts")], folder, { CDKTF_OUTDIR: join(folder, "cdktf.out") });
}

/** Runs beside an emulator, and ends that. The texts that come of it show its default port. */
export async function withEmulator<T>(use: (emulator: Emulator) => Promise<T>): Promise<T> {
  const emulator = await startEmulator();
  try {
    const texts = JSON.stringify(await use(emulator));
    return JSON.parse(texts.replaceAll(emulator.baseUrl, "http://127.0.0.1:8787")) as T;
  } finally {
    await emulator.close();
  }
}

export interface Project {
  readonly folder: string;
  readonly emulator: Emulator;
  /** What the command of this package prints. */
  says(...argv: readonly string[]): Promise<string>;
  /** What Terraform prints about the stack, also where it fails. */
  terraform(argv: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string>;
}

/** Uses the README's first stack, once it was synthesised, beside an emulator. */
export function inProject<T>(use: (project: Project) => Promise<T>): Promise<T> {
  return withEmulator((emulator) =>
    inFolder(async (folder) => {
      await addFirstStack(folder);
      await synth(folder);
      const stack = join(folder, "cdktf.out/stacks/checkout");
      await terraform(stack, ["init"]);
      return use({
        folder,
        emulator,
        says: async (...argv) => (await node([CLI, ...argv], folder)).stdout,
        terraform: async (argv, environment = {}) =>
          (await tryTerraform(stack, argv, { ...accessTo(emulator), ...environment })).output,
      });
    }),
  );
}

/**
 * What the framework's command runs: the app, then Terraform for each stack, in the order of their names. A stand-in for it,
 * which the tests of the nodes run: it takes seconds each time. An app that was synthesised since it was written makes the same again.
 */
const STAND_IN = [
  "set -e",
  '[ "$3" = --skip-synth ] || [ cdktf.out/manifest.json -nt main.ts ] || npx tsx main.ts',
  '[ "$1" = synth ] && exit',
  "for folder in cdktf.out/stacks/$2; do",
  '  [ "$1" = diff ] && action="plan -out plan" || action=apply',
  '  (cd "$folder" && terraform init && terraform $action)',
  "done",
];

/** Puts the commands into a project that npx looks for there. */
export async function addCommands(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/.bin"));
  await addNodeCommand(folder, "cdktf-experimentation", [CLI]);
  await addNodeCommand(folder, "tsx", [RUNNER]);
  for (const name of ["cdktf", "cdktn"]) await writeScript(join(folder, "node_modules/.bin", name), STAND_IN);
}

function addNodeCommand(folder: string, name: string, parts: readonly string[]): Promise<void> {
  const words = [process.execPath, ...parts].map((part) => JSON.stringify(part)).join(" ");
  return writeScript(join(folder, "node_modules/.bin", name), [`exec ${words} "$@"`]);
}

export async function writeScript(path: string, lines: readonly string[]): Promise<void> {
  await writeFile(path, `${["#!/bin/sh", ...lines].join("\n")}\n`);
  await chmod(path, 0o755);
}

/** Programs that the platform has, or stand-ins for them. */
export async function addPlatform(folder: string): Promise<void> {
  await mkdir(join(folder, "platform"));
  // npm's own is run by the tests of the installed package
  await writeScript(join(folder, "platform/npx"), [
    '[ "$1" != --no-install ] || shift; command="$1"',
    "shift",
    'exec "node_modules/.bin/$command" "$@"',
  ]);
  for (const name of ["npm", "apt-get", "unzip"]) await writeScript(join(folder, "platform", name), []);
  // nothing is fetched from elsewhere
  const loopback = `PATH=${JSON.stringify(process.env.PATH)} exec curl "$@"`;
  await writeScript(join(folder, "platform/curl"), [`case "$*" in *https://*) ;; *) ${loopback} ;; esac`]);
}

export function pathIn(folder: string): string {
  return [join(folder, "platform"), dirname(process.execPath), process.env.PATH].join(delimiter);
}
