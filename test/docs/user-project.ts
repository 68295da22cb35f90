import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { commandLine } from "../support/command-line";
import { CLI, RUNNER } from "./example-runs";

/**
 * What the framework's command runs: the app, then Terraform for each stack, in the order of their names. A stand-in for it,
 * because it takes seconds each time. An app that was synthesised since it was written makes the same again.
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
}

/** The framework's command, by both of its names: each starts on some versions of Node only. */
export async function addTool(folder: string): Promise<void> {
  const { script } = commandLine();
  for (const name of ["cdktf", "cdktn"]) await addNodeCommand(folder, name, [script]);
}

export function addStandIn(folder: string): Promise<void> {
  return writeScript(join(folder, "node_modules/.bin/cdktf"), STAND_IN);
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
  await writeScript(join(folder, "platform/npx"), ['command="$1"', "shift", 'exec "node_modules/.bin/$command" "$@"']);
  for (const name of ["npm", "apt-get", "unzip"]) await writeScript(join(folder, "platform", name), []);
  // nothing is fetched from elsewhere
  const loopback = `PATH=${JSON.stringify(process.env.PATH)} exec curl "$@"`;
  await writeScript(join(folder, "platform/curl"), [`case "$*" in *https://*) ;; *) ${loopback} ;; esac`]);
}

export function pathIn(folder: string): string {
  return [join(folder, "platform"), dirname(process.execPath), process.env.PATH].join(delimiter);
}
