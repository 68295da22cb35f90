import { resolve } from "node:path";
import type { Command } from "commander";
import { visible } from "../api/escape-invisible";
import { shellWord } from "../protocol/shell";
import { textOfFile } from "../protocol/whole-file";
import { CommandError, FoundError } from "./command-errors";
import { type Io, writeResult, writingResult } from "./io";
import { readStacks, type StackOptions, takingStacks } from "./stacks";
import { definitionsOf } from "./types/definitions";
import { typesJson } from "./types/json";
import { typescriptOf } from "./types/typescript";

const typeFormats = { typescript: typescriptOf, json: typesJson } as const;

interface TypesOptions extends StackOptions {
  readonly out?: string;
  readonly check?: true;
  readonly format: keyof typeof typeFormats;
}

/** `types`: writes what an application needs of the declared experiments. */
export function addTypes(program: Command, io: Io): void {
  writingResult(takingStacks(program.command("types")), Object.keys(typeFormats))
    .summary("write the ids and parameters of experiments for an application")
    .description(
      "write the ids, layers, parameter types and defaults of the declared experiments, for the application that runs " +
        "them; from what cdktf synth has written, so before a deploy",
    )
    .option("--check", "write nothing, and end with exit code 1 if the file of --out is not what would be written")
    .action((names: readonly string[], options: TypesOptions) => {
      const { check, out } = options;
      if (check && out === undefined) throw new CommandError("--check compares with a file", "name it by --out");
      const { definitions, remarks } = definitionsOf(readStacks(names, options, io));
      for (const remark of remarks) io.stderr.write(`${visible(remark)}\n`);
      const text = typeFormats[options.format](definitions);
      if (!check || out === undefined) writeResult(text, out, io);
      else if (textOfFile(resolve(io.directory, out))?.replaceAll("\r\n", "\n") !== text) {
        throw new FoundError(`${out} is not what the code declares`, `write it again: ${commandFor(names, options)}`);
      }
    });
}

/** The command that writes the file. */
function commandFor(names: readonly string[], { format, out = "", output }: TypesOptions): string {
  const given = [
    ...(format === "typescript" ? [] : ["--format", format]),
    ...(output === undefined ? [] : ["--output", output]),
    "--out",
    out,
    ...names,
  ];
  return ["npx cdktf-experimentation types", ...given.map(shellWord)].join(" ");
}
