import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { sha256 } from "../entity/sha256";
import type { SynthesisedRequest } from "../plan/planned-entity";
import { REQUESTS_FOLDER } from "../protocol/applier-command";
import { isReformatted, openRequest, type Request } from "../protocol/request-file";
import { readText, textOfFile } from "../protocol/whole-file";
import { cdkCommand, shellWord } from "../text/shell";
import { quoted } from "../text/visible";
import { parseJson } from "../value/json";
import { isFields } from "../value/value";
import { CommandError, type Io, unreadableText } from "./io";
import { formatByEnding } from "./result";

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

/** A warning with what it is about: one about a file begins with the file and its line. */
export function synthWarningText(
  { requests }: Pick<SynthesisedStack, "requests">,
  { construct, text }: SynthWarning,
): string {
  const isInFile = requests.some((request) => request.construct === construct && request.file !== undefined);
  return isInFile ? text : `${construct}: ${text}`;
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
    "--output <directory>",
    "directory that cdktf synth has written to (default: as in cdktf.json, else cdktf.out)",
  );
}

/** What `takingOutput` takes. */
export interface StackOptions {
  readonly output?: string;
}

/** What `cdktf.json` says. A folder without it is fine, and what is wrong with it is for cdktf to say. */
function configured(directory: string, key: "output" | "projectId"): string | undefined {
  const config = parseJson(textOfFile(join(directory, "cdktf.json")) ?? "");
  const value = isFields(config) ? config[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

/** What tells a project from others of its repository, where its `cdktf.json` says it. */
export function projectIdIn(directory: string): string | undefined {
  return configured(directory, "projectId");
}

/**
 * Reads the synthesised stacks.
 *
 * @param names the wanted stacks, or patterns of their names; all when empty
 * @throws CommandError when there is no synthesised app, or no stack of a name
 */
export function readStacks(
  names: readonly string[],
  { output }: StackOptions,
  io: Pick<Io, "directory">,
): SynthesisedStack[] {
  const folder = resolve(io.directory, output ?? configured(io.directory, "output") ?? OUTPUT_FOLDER);
  if (output !== undefined && formatByEnding(output) !== undefined && !existsSync(join(folder, "manifest.json"))) {
    throw notSynthesised(
      `--output ${quoted(output)} is no directory that synth has written; did you mean --out?`,
      `write the result by --out ${shellWord(output)}; --output is the directory that is read`,
    );
  }
  return namedAmong(manifestStacks(folder, io.directory), names).map((stack) => readStack(stack, folder));
}

function readStack(
  { name, constructPath, workingDirectory, annotations = [] }: ManifestStack,
  folder: string,
): SynthesisedStack {
  const directory = join(folder, workingDirectory);
  const files = readRequests(join(directory, REQUESTS_FOLDER));
  const warnings = annotations
    .filter(({ level }) => level === "@cdktf/warn")
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
  const missing = names.find((name) => !isNameAmong(stacks, name));
  if (missing !== undefined) {
    const known = stacks.map((stack) => stack.name).join(", ") || "none";
    throw notSynthesised(
      `there is no stack ${quoted(missing)}; the synthesised stacks are ${known}`,
      `name one of them, or none for all; if it is new, run ${cdkCommand("synth")}`,
    );
  }
  if (names.length === 0) return stacks;
  return stacks.filter((stack) => names.some((name) => isNameAmong([stack], name)));
}

/** Whether a name, or a pattern in which `*` stands for any characters, is that of a stack. */
export function isNameAmong(stacks: readonly { readonly name: string }[], name: string): boolean {
  const parts = name.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  const pattern = new RegExp(`^${parts.join("[^/]*")}$`, "s");
  return stacks.some((stack) => pattern.test(stack.name));
}

function manifestStacks(folder: string, directory: string): ManifestStack[] {
  const file = join(folder, "manifest.json");
  if (!existsSync(file)) {
    // elsewhere, synth finds no app either
    const where = existsSync(join(directory, "cdktf.json")) ? "" : "in the directory of cdktf.json, ";
    throw notSynthesised(
      `there is no synthesised app in ${folder}`,
      `${where}run ${cdkCommand("synth")} first, or name the directory that it writes to by --output`,
    );
  }
  const manifest = parseJson(synthesisedText(file)) as {
    readonly stacks?: Readonly<Record<string, ManifestStack>>;
  } | null;
  if (manifest?.stacks === undefined) throw ofAnotherVersion(file);
  return Object.values(manifest.stacks);
}

function readRequests(folder: string): SynthesisedRequest[] {
  // a stack without constructs of ours has no such folder
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const text = synthesisedText(join(folder, file));
      const request = parseJson(text) === undefined ? undefined : openRequest(text);
      if (request === undefined) throw ofAnotherVersion(join(folder, file));
      return {
        file,
        digest: sha256(text),
        // only a refusal asks
        get isReformatted() {
          return isReformatted(text);
        },
        request,
      };
    })
    .sort((a, b) => (a.request.construct < b.request.construct ? -1 : 1));
}

function synthesisedText(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw notSynthesised(`${file} cannot be read: ${unreadableText(error)}`, `run ${cdkCommand("synth")} again`);
  }
}

function ofAnotherVersion(file: string): CommandError {
  return notSynthesised(`${file} is not as this version writes it`, `run ${cdkCommand("synth")} again`);
}

function notSynthesised(what: string, next: string): CommandError {
  return new CommandError(what, next, [], "not-synthesised");
}
