import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { sha256 } from "../entity/sha256";
import type { SynthesisedRequest } from "../plan/planned-entity";
import { REQUESTS_FOLDER } from "../protocol/command";
import { openRequest, type Request } from "../protocol/request-file";
import { readText, textOfFile } from "../protocol/whole-file";
import { quoted } from "../text/visible";
import { parseJson } from "../value/json";
import { CommandError, type Io, unreadableText } from "./io";

/** A stack as `cdktf synth` has left it. */
export interface SynthesisedStack {
  readonly name: string;
  /** Path of its construct, with which the paths of all constructs in it begin. */
  readonly constructPath: string;
  /** Where it was written to, and where Terraform runs. */
  readonly directory: string;
  /** The files of what its constructs of ours send, in the order of their paths. */
  readonly files: readonly SynthesisedRequest[];
  /** What the files say. */
  readonly requests: readonly Request[];
  /** What synth warned of; cdktf's own commands print it, a program that is run without them does not. */
  readonly warnings: readonly SynthWarning[];
}

interface SynthWarning {
  readonly construct: string;
  readonly text: string;
}

interface ManifestStack {
  readonly name: string;
  readonly constructPath: string;
  readonly workingDirectory: string;
  readonly annotations?: readonly {
    readonly constructPath: string;
    readonly level: string;
    readonly message: string;
  }[];
}

/** What cdktf takes when nothing else is said. */
const OUTPUT_FOLDER = "cdktf.out";

/** Says of a command that it takes stacks, and where they are: the same words, with the same meaning, everywhere. */
export function takingStacks(command: Command): Command {
  return takingOutput(command).argument(
    "[stack...]",
    "names of stacks, or patterns with *, as cdktf takes them; all stacks when left out",
  );
}

/** Says of a command that it reads what `cdktf synth` has written. */
export function takingOutput(command: Command): Command {
  return command.option(
    "--output <folder>",
    "folder that cdktf synth has written to (default: as in cdktf.json, else cdktf.out)",
  );
}

/** What `takingOutput` takes. */
export interface StackOptions {
  readonly output?: string;
}

/** The folder that `cdktf synth` has written to: the one given, else what `cdktf.json` says, else `cdktf.out`. */
function outputFolder({ output }: StackOptions, { directory }: Pick<Io, "directory">): string {
  return resolve(directory, output ?? configured(directory) ?? OUTPUT_FOLDER);
}

/** What `cdktf.json` says. A folder without it is fine, and what is wrong with it is for cdktf to say. */
function configured(directory: string): string | undefined {
  const { output } = (parseJson(textOfFile(join(directory, "cdktf.json")) ?? "") ?? {}) as {
    readonly output?: unknown;
  };
  return typeof output === "string" ? output : undefined;
}

/**
 * Reads the synthesised stacks.
 *
 * @param names the wanted stacks, or patterns of their names; all when empty
 * @throws CommandError when there is no synthesised app, or no stack of a name
 */
export function readStacks(
  names: readonly string[],
  options: StackOptions,
  io: Pick<Io, "directory">,
): SynthesisedStack[] {
  const folder = outputFolder(options, io);
  return namedAmong(manifestStacks(folder), names).map((stack) => readStack(stack, folder));
}

/** The stacks of these names, and all: what an entity has to do with others may be in another stack. */
export function readStacksAmongAll(
  names: readonly string[],
  options: StackOptions,
  io: Pick<Io, "directory">,
): { readonly stacks: readonly SynthesisedStack[]; readonly all: readonly SynthesisedStack[] } {
  const folder = outputFolder(options, io);
  const manifest = manifestStacks(folder);
  const stacks = namedAmong(manifest, names).map((stack) => readStack(stack, folder));
  const all = manifest.map((each) => stacks.find(({ name }) => name === each.name) ?? readStack(each, folder));
  return { stacks, all };
}

function readStack(
  { name, constructPath, workingDirectory, annotations = [] }: ManifestStack,
  folder: string,
): SynthesisedStack {
  const directory = join(folder, workingDirectory);
  const files = readRequests(join(directory, REQUESTS_FOLDER));
  const warnings = annotations
    .filter(({ level }) => level === WARNING)
    .map(({ constructPath: construct, message: text }) => ({ construct, text }));
  return { name, constructPath, directory, files, requests: files.map(({ request }) => request), warnings };
}

/**
 * The stacks of these names; all without any.
 *
 * @throws CommandError when there is no stack of a name
 */
export function namedAmong<Stack extends { readonly name: string }>(
  stacks: readonly Stack[],
  names: readonly string[],
): readonly Stack[] {
  const wanted = names.map((name) => ({ name, pattern: patternOf(name) }));
  for (const { name, pattern } of wanted) {
    if (stacks.some((stack) => pattern.test(stack.name))) continue;
    const known = stacks.map((stack) => stack.name).join(", ");
    throw new CommandError(
      `${name.includes("*") ? "no stack's name is like" : "there is no stack"} ${quoted(name)}; the synthesised stacks are ${known === "" ? "none" : known}`,
      "name one of them, or none for all; if it is new, run cdktf synth",
      [],
      "not-synthesised",
    );
  }
  return names.length === 0 ? stacks : stacks.filter(({ name }) => wanted.some(({ pattern }) => pattern.test(name)));
}

/** How cdktf's manifest marks a warning. */
const WARNING = "@cdktf/warn";

/** Whether a name, or a pattern, is that of a stack. */
export function isNameAmong(stacks: readonly { readonly name: string }[], name: string): boolean {
  const pattern = patternOf(name);
  return stacks.some((stack) => pattern.test(stack.name));
}

/** A name in which `*` stands for any characters, as for cdktf. */
function patternOf(name: string): RegExp {
  const parts = name.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]*")}$`, "s");
}

function manifestStacks(folder: string): ManifestStack[] {
  const file = join(folder, "manifest.json");
  if (!existsSync(file)) {
    throw new CommandError(
      `there is no synthesised app in ${folder}`,
      "run cdktf synth first, or name the folder that it writes to by --output",
      [],
      "not-synthesised",
    );
  }
  const { stacks } = parseSynthesised(synthesisedText(file), file) as {
    readonly stacks?: Readonly<Record<string, ManifestStack>>;
  };
  return Object.values(stacks ?? {});
}

function readRequests(folder: string): SynthesisedRequest[] {
  // a stack without constructs of ours has no such folder
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const path = join(folder, file);
      const text = synthesisedText(path);
      parseSynthesised(text, path);
      const request = openRequest(text);
      if (request !== undefined) return { file, digest: sha256(text), request };
      throw staleFile(path, "was written by another version");
    })
    .sort((a, b) => (a.request.construct < b.request.construct ? -1 : 1));
}

function parseSynthesised(text: string, file: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw staleFile(file, "is not JSON");
  return value;
}

function synthesisedText(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw staleFile(file, `cannot be read: ${unreadableText(error)}`);
  }
}

/** The error about a file that this version of synth has not written. */
function staleFile(file: string, problem: string): CommandError {
  return new CommandError(`${shortPath(file)} ${problem}`, "run cdktf synth again", [], "not-synthesised");
}

function shortPath(file: string): string {
  const near = relative(process.cwd(), file);
  return near.startsWith("..") ? file : near;
}
