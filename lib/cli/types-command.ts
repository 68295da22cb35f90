import { resolve } from "node:path";
import type { Command } from "commander";
import { readText } from "../protocol/whole-file";
import { ownCommand, shellWord } from "../text/shell";
import { jsonLines, quoted, visible } from "../text/visible";
import type { Fields } from "../value/value";
import { definitionsOf, type ExperimentDefinition, type ObjectSchema, type ValueSchema } from "./experiment-types";
import { CommandError, FoundError, type Io, unreadableText } from "./io";
import { type ResultOptions, resultTargets, type Writers, writeResult, writingResult } from "./result";
import { readStacks, type StackOptions, takingStacks } from "./stacks";
import { literalOf, propertyName } from "./typescript";

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
      const files = targets.flatMap(({ file, textOf }) => (file === undefined ? [] : [{ file, textOf }]));
      if (options.check && files.length < targets.length) {
        throw new CommandError("--check compares with a file", "name it by --out");
      }
      const { definitions, notes } = definitionsOf(readStacks(names, options, io));
      for (const note of notes) io.stderr.write(`${visible(note)}\n`);
      if (!options.check) return writeResult(targets, definitions, io);
      const command = commandFor(names, options);
      for (const { file, textOf } of files) {
        requireSame(file, fileLines(writtenText(file, io, command)), fileLines(textOf(definitions)), command);
      }
    });
}

/** @throws CommandError when the file cannot be read */
function writtenText(file: string, { directory }: Io, command: string): string {
  try {
    return readText(resolve(directory, file));
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${unreadableText(error)}`, `write it: ${command}`, [], "types");
  }
}

/** Lines with either line end: Git may have written the other one. */
function fileLines(text: string): string[] {
  return text.split(/\r?\n/);
}

/** @throws FoundError when a line differs */
function requireSame(file: string, written: readonly string[], wanted: readonly string[], command: string): void {
  const lines = written.length > wanted.length ? written : wanted;
  const index = lines.findIndex((_, at) => written[at] !== wanted[at]);
  if (index === -1) return;
  const lineText = (line: string | undefined) => (line === undefined ? "no such line" : quoted(line));
  throw new FoundError(
    `${file}:${index + 1} is not what the code declares`,
    `write it again: ${command}`,
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
  return ownCommand(["types", ...given.map(shellWord)].join(" "));
}

const HEAD = `/* eslint-disable */
// Written by \`cdktf-experimentation types\`. Do not edit.
export interface ExperimentDefinition<Parameters> { readonly id: string; readonly layerID: string | null; readonly defaults: Parameters }
`;

/** A TypeScript module that exports a constant for each experiment. */
function typescriptOf(definitions: readonly ExperimentDefinition[]): string {
  return [HEAD, ...definitions.map(constantOf)].join("\n");
}

function constantOf({ name, id, layerID, parameters, defaults, ended }: ExperimentDefinition): string {
  const type = parameters === undefined ? "{ [name: string]: unknown }" : fieldsText(parameters);
  const comment = ended === undefined ? "" : `/** @deprecated The experiment has ended: ${ended}. */\n`;
  return `${comment}export const ${name}: ExperimentDefinition<${type}> = ${literalOf({ id, layerID, defaults })};\n`;
}

function fieldsText({ properties, required }: ObjectSchema): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    if (required.includes(name)) return `${propertyName(name)}: ${typeText(schema)}`;
    // without a `toString` of its own, an object has one all the same, of another type than that of the parameter
    return `${propertyName(name)}?: ${name in Object.prototype ? "unknown" : typeText(schema)}`;
  });
  return fields.length === 0 ? "Record<string, never>" : `{ ${fields.join("; ")} }`;
}

function typeText(schema: ValueSchema): string {
  const { type = "unknown", items = {}, anyOf } = schema;
  if (anyOf !== undefined) return anyOf.map(typeText).join(" | ");
  if (type === "object") return fieldsText(schema as ObjectSchema);
  if (type !== "array") return type;
  const element = typeText(items);
  return `${/^\w+$/.test(element) ? element : `(${element})`}[]`;
}

/** The definitions as JSON, with a JSON Schema of the parameters of each, for generators of other languages. */
function typesJson(definitions: readonly ExperimentDefinition[]): string {
  const experiments = definitions.map(({ name, id, layerID, parameters, defaults, ended }) => ({
    ...{ name, id, layerID, ended },
    parameters: withDefaults(parameters ?? anyOfDefaults(defaults), defaults),
  }));
  return jsonLines({ experiments });
}

function anyOfDefaults(defaults: Fields): ObjectSchema {
  const properties = Object.fromEntries(Object.keys(defaults).map((name) => [name, {}]));
  return { type: "object", properties, required: [] };
}

function withDefaults({ type, properties, required }: ObjectSchema, defaults: Fields): object {
  const entries = Object.entries(properties).map(([name, schema]) => [
    name,
    Object.hasOwn(defaults, name) ? { ...schema, default: defaults[name] } : schema,
  ]);
  return { type, properties: Object.fromEntries(entries) as object, required };
}
