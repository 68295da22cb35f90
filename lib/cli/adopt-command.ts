import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type * as z from "zod";
import { experiment } from "../api/experiment-schema";
import { unwrap } from "../api/field-types";
import { serviceDefaults } from "../api/service-settings";
import { PROMPT } from "../records/record-identity";
import { type ServiceRecord, type ServiceRecords, type UnreadRecord, unreadText } from "../records/service-records";
import { labelOf } from "../text/names";
import { visible } from "../text/visible";
import { counted, inBrief } from "../text/words";
import { entryFor, generatedCode, generatedDefinitions } from "./adopted-source";
import { type Adoption, adoptionOf } from "./adoption";
import { CommandError, type Io } from "./io";
import { NO_RECORD, type RecordsOptions, readRecords, takingRecords } from "./records";
import { type ResultOptions, resultTargets, type Writers, writeResult, writingResult } from "./result";
import { functionNameFor } from "./typescript";

/** What is written of what is adopted. */
interface Adopted {
  readonly adoptions: readonly Adoption[];
  /** What a reader has to know of all of them, one line each. */
  readonly head: readonly string[];
  /** Where the records come from. */
  readonly sources: readonly string[];
}

/** `adopt`: turns exported records into constructs or definitions that adopt their entities. */
export function addAdopt(program: Command, io: Io): void {
  const writers: Writers<Adopted> = {
    typescript: ({ adoptions, head, sources }, { file }) =>
      generatedCode(adoptions, head.map(asBlockComment), entryFor(io.directory), functionNameFor(file, sources)),
    yaml: ({ adoptions, head }, { file }) => generatedDefinitions(adoptions, head, schemaPath(io.directory, file)),
  };
  writingResult(takingRecords(program.command("adopt")), writers)
    .summary("turn exports of the service into YAML or TypeScript")
    .description(
      "turn exports of the service into TypeScript, or YAML for an Include, that adopts their entities; --out overwrites " +
        "no file; an export is a record, a response {message, data}, a page, or a list of these; no command reads the " +
        "service: explain exports says where exports come from",
    )
    .argument("<records...>", "exported files, or directories of them; - reads standard input")
    .option(
      "--status <statuses>",
      `statuses of the experiments that are adopted, with commas (default: all but ${ENDED.join(" and ")})`,
      statusesIn,
    )
    .action(async (sources: readonly string[], options: AdoptOptions) => {
      const targets = resultTargets(writers, options, io);
      const found = await readRecords(sources, io, options);
      const leftOut = leftOutBy(options.status, found.records);
      const { adoptions, problems } = adoptionsOf(found, leftOut);
      const head = headOf(new Set(found.records.map(({ vendor }) => vendor)), leftOut);
      if (adoptions.length > 0) {
        writeResult(targets, { adoptions, head, sources }, io, true);
        for (const { file } of targets) {
          if (file !== undefined) io.stdout.write(`wrote ${file}: ${counted(adoptions.length, "entity")}\n`);
        }
      }
      if (problems.length > 0) throw adoptRefusal(problems, found, adoptions.length);
      if (adoptions.length > 0) return;
      const why = leftOut.length === 0 ? "there is no record" : leftOutText(leftOut);
      io.stderr.write(`${visible(why)}, so nothing was written\n`);
    });
}

interface AdoptOptions extends RecordsOptions, ResultOptions {
  readonly status?: readonly string[];
}

/** Statuses in which an experiment is left out: most of an old export is that, and each would get an update. */
const ENDED = ["archived", "abandoned"];

function statusesIn(text: string): readonly string[] {
  const allowed = unwrap(experiment.fields.shape.status as z.ZodType) as z.ZodEnum;
  const given = text.split(",").map((status) => status.trim());
  if (given.every((status) => allowed.options.includes(status))) return given;
  throw new InvalidArgumentError(`Allowed are ${allowed.options.join(", ")}, with commas between them.`);
}

/** The experiments that are left out, by their statuses. One that shows no status is not. */
function leftOutBy(wanted: readonly string[] | undefined, records: readonly ServiceRecord[]): readonly ServiceRecord[] {
  return records.filter(({ kind, fields: { status } }) => {
    if (kind.name !== experiment.name || typeof status !== "string") return false;
    return wanted === undefined ? ENDED.includes(status) : !wanted.includes(status);
  });
}

/** "2 experiments are left out: old_banner (archived), idea (abandoned); …". */
function leftOutText(records: readonly ServiceRecord[]): string {
  const names = records.map(({ fields: { id, status } }) => `${id} (${status})`);
  const statuses = [...new Set(records.map(({ fields }) => String(fields.status)))].sort();
  const is = records.length === 1 ? "experiment is" : "experiments are";
  return `${records.length} ${is} left out: ${inBrief(names, 20)}; --status ${statuses.join(",")} adopts what is such`;
}

/** What a reader has to know of all that is adopted. */
function headOf(vendors: ReadonlySet<string>, leftOut: readonly ServiceRecord[]): string[] {
  const foreign = [...vendors].filter((vendor) => vendor !== serviceDefaults.vendor);
  return [
    "Adopts existing entities: no create call, updates only.",
    "With `ignoreChanges: true` beside `adopt`, no call is made, and the console keeps the entity.",
    ...(leftOut.length === 0 ? [] : [leftOutText(leftOut)]),
    ...foreign.map(
      (vendor) => `The records come from a service that needs \`vendor: "${vendor}"\` in its ExperimentationService.`,
    ),
    "Written by `cdktf-experimentation adopt`.",
  ];
}

/** A line that ends no comment. */
function asBlockComment(line: string): string {
  return visible(line).replaceAll("*/", "*\\/");
}

/**
 * Where the schema of definitions is, from the file that is written: in the package as it is installed here, or further up
 * in a workspace.
 */
function schemaPath(directory: string, out = "definitions.yaml"): string {
  const schema = "node_modules/cdktf-experimentation/schemas/entity.json";
  let above = resolve(directory);
  while (!existsSync(join(above, schema)) && above !== dirname(above)) above = dirname(above);
  const installed = existsSync(join(above, schema)) ? above : directory;
  return relative(dirname(resolve(directory, out)), join(installed, schema)).replaceAll(sep, "/");
}

function adoptionsOf(
  { records, unread }: ServiceRecords,
  leftOut: readonly ServiceRecord[],
): {
  readonly adoptions: readonly Adoption[];
  readonly problems: readonly UnreadRecord[];
} {
  const problems = [...unread];
  const adoptions = records.flatMap((record) => {
    if (leftOut.includes(record)) return [];
    const adoption = lacksPrompt(record) ?? adoptionOf(record.kind, record.fields);
    if ("notes" in adoption) return [adoption];
    problems.push({ where: record.where, problem: adoption.problem });
    return [];
  });
  return { adoptions, problems };
}

function lacksPrompt({ kind, fields }: ServiceRecord): { readonly problem: string } | undefined {
  if (!kind.identity.includes(PROMPT) || fields[PROMPT] !== undefined) return undefined;
  return { problem: `a ${labelOf(kind.name)} does not say of which prompt it is; give --prompt-id` };
}

function adoptRefusal(
  problems: readonly UnreadRecord[],
  { records, count }: ServiceRecords,
  written: number,
): CommandError {
  return new CommandError(
    records.length === 0 ? NO_RECORD : `${problems.length} of ${counted(count, "record")} cannot be adopted`,
    written === 0
      ? "correct or take out what is named, and run adopt again; nothing was written"
      : `correct what is named, and adopt it by itself; the ${counted(written, "construct")} of the rest ${written === 1 ? "is" : "are"} written`,
    problems.map(unreadText),
    "records",
  );
}
