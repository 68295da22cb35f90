import { resolve } from "node:path";
import type { Command } from "commander";
import { readText } from "../protocol/whole-file";
import { shellWord } from "../text/command";
import { quoted, visible } from "../text/visible";
import { CommandError, FoundError, type Io, unreadableText } from "./io";
import { type ResultOptions, resultTargets, type Writers, writeResult, writingResult } from "./result";
import { readStacks, type StackOptions, takingStacks } from "./stacks";
import { definitionsOf, type ExperimentDefinition } from "./types/experiment-types";
import { typescriptOf, typesJson } from "./types/formats";

const typesWriters: Writers<readonly ExperimentDefinition[]> = { typescript: typescriptOf, json: typesJson };

interface TypesOptions extends StackOptions, ResultOptions {
  readonly check?: true;
}

/** `types`: writes what an application needs of the declared experiments. */
export function addTypes(program: Command, io: Io): void {
  writingResult(takingStacks(program.command("types")), typesWriters)
    .summary("write the ids and parameters of experiments for an application")
    .description(
      "write the ids, layers, parameter types and defaults of the declared experiments, for the application that runs " +
        "them; from what cdktf synth has written, so before a deploy",
    )
    .option("--check", "write nothing, and end with exit code 1 if a file of --out is not what would be written")
    .action((names: readonly string[], options: TypesOptions) => {
      const targets = resultTargets(typesWriters, options, io);
      if (options.check && options.out === undefined) {
        throw new CommandError("--check compares with a file", "name it by --out");
      }
      const { definitions, notes } = definitionsOf(readStacks(names, options, io));
      for (const note of notes) io.stderr.write(`${visible(note)}\n`);
      if (!options.check) return writeResult(targets, definitions, io);
      const remedy = `write it again: ${commandFor(names, options)}`;
      for (const { file = "", textOf } of targets) {
        requireSame(file, fileLines(writtenText(file, io, remedy)), fileLines(textOf(definitions)), remedy);
      }
    });
}

/** @throws CommandError when the file cannot be read */
function writtenText(file: string, { directory }: Io, remedy: string): string {
  try {
    return readText(resolve(directory, file));
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${unreadableText(error)}`, remedy, [], "types");
  }
}

/** Lines with either line end: Git may have written the other one. */
function fileLines(text: string): string[] {
  return text.split(/\r?\n/);
}

/** @throws FoundError when a line differs */
function requireSame(file: string, written: readonly string[], wanted: readonly string[], remedy: string): void {
  const lines = written.length > wanted.length ? written : wanted;
  const index = lines.findIndex((_, at) => written[at] !== wanted[at]);
  if (index === -1) return;
  const lineText = (line: string | undefined) => (line === undefined ? "no such line" : quoted(line));
  throw new FoundError(
    `${file}:${index + 1} is not what the code declares`,
    remedy,
    [`in the file: ${lineText(written[index])}`, `declared: ${lineText(wanted[index])}`],
    "types",
  );
}

/** The command that writes the files. */
function commandFor(names: readonly string[], { format, out = [], output }: TypesOptions): string {
  const given = [
    ...(format === undefined ? [] : ["--format", format]),
    ...(output === undefined ? [] : ["--output", output]),
    ...out.flatMap((file) => ["--out", file]),
    ...names,
  ];
  return ["npx cdktf-experimentation types", ...given.map(shellWord)].join(" ");
}
