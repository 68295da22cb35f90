import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Action, REQUESTS_FOLDER, type RequestFile } from "../../interface/request";
import { CommandError, WrongUsageError } from "../errors";

/** A stack as `cdktf synth` has left it. */
export interface SynthesisedStack {
  readonly name: string;
  /** In the order of their construct paths. */
  readonly things: readonly SynthesisedThing[];
}

/** What a construct of ours has become. */
export interface SynthesisedThing {
  readonly request: RequestFile;
  /** The calls of the request that the stack makes. One that is adopted is never created. */
  readonly actions: ReadonlySet<Action>;
}

interface ManifestStack {
  readonly name: string;
  readonly workingDirectory: string;
  readonly synthesizedStackPath: string;
}

/**
 * Reads the synthesised stacks.
 *
 * @param folder the folder that `cdktf synth` has written to
 * @param names the wanted stacks; all when empty
 * @throws CommandError when there is no synthesised app
 * @throws WrongUsageError when there is no stack of a name
 */
export function readStacks(folder: string, names: readonly string[]): SynthesisedStack[] {
  const stacks = manifestStacks(folder);
  for (const name of names) {
    if (stacks.some((stack) => stack.name === name)) continue;
    const known = stacks.map((stack) => stack.name).join(", ");
    throw new WrongUsageError(
      `there is no stack ${JSON.stringify(name)}; the synthesised stacks are ${known === "" ? "none" : known}`,
      "name one of them, or none for all; if it is new, run cdktf synth",
    );
  }
  return stacks
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((stack) => ({ name: stack.name, things: readThings(folder, stack) }));
}

function manifestStacks(folder: string): ManifestStack[] {
  const file = join(folder, "manifest.json");
  if (!existsSync(file)) {
    throw new CommandError(
      `there is no synthesised app in ${folder}`,
      "run cdktf synth first, or name the folder that it writes to by --output",
    );
  }
  const { stacks } = readJson(file) as { readonly stacks?: Readonly<Record<string, ManifestStack>> };
  return Object.values(stacks ?? {});
}

function readThings(folder: string, stack: ManifestStack): SynthesisedThing[] {
  const requests = join(folder, stack.workingDirectory, REQUESTS_FOLDER);
  if (!existsSync(requests)) return [];
  const commands = commandsOf(join(folder, stack.synthesizedStackPath));
  return readdirSync(requests)
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({
      request: readJson(join(requests, file)) as RequestFile,
      actions: commands.get(`${REQUESTS_FOLDER}/${file}`) ?? new Set<Action>(),
    }))
    .sort((a, b) => (a.request.construct < b.request.construct ? -1 : 1));
}

/** Which actions Terraform runs with which request file, read from its JSON or HCL alike. */
function commandsOf(file: string): Map<string, Set<Action>> {
  const commands = new Map<string, Set<Action>>();
  for (const [, action, path] of read(file).matchAll(COMMAND)) {
    if (action === undefined || path === undefined) continue;
    commands.set(path, (commands.get(path) ?? new Set<Action>()).add(action as Action));
  }
  return commands;
}

/** See `commandText`. */
const COMMAND = new RegExp(
  String.raw`\b(create|update|put|validate) [0-9a-f]{64} \$\{path\.module\}/(${REQUESTS_FOLDER}/[\w.-]+\.json)`,
  "g",
);

function readJson(file: string): unknown {
  const text = read(file);
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(`${shown(file)} is not JSON`, "run cdktf synth again");
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`${shown(file)} cannot be read (${code})`, "run cdktf synth again");
  }
}

function shown(file: string): string {
  const near = relative(process.cwd(), file);
  return near.startsWith("..") ? file : near;
}
