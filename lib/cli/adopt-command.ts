import { dirname, join, relative, resolve, sep } from "node:path";
import type { Command } from "commander";
import { PROMPT } from "../records/record-identity";
import { type ServiceRecord, type ServiceRecords, type UnreadRecord, unreadText } from "../records/service-records";
import { labelOf } from "../text/names";
import { counted } from "../text/words";
import { entryFor, generatedCode, generatedDefinitions } from "./adopted-source";
import { type Adoption, adoptionOf } from "./adoption";
import { CommandError, type Io } from "./io";
import { type RecordsOptions, readRecords, takingRecords } from "./records";
import { type ResultOptions, resultTargets, type Writers, writeResult, writingResult } from "./result";
import { functionNameFor } from "./typescript";

/** What is written of what is adopted. */
interface Adopted {
  readonly adoptions: readonly Adoption[];
  /** Brands that the records show. */
  readonly vendors: readonly string[];
  /** Where the records come from. */
  readonly sources: readonly string[];
}

/** `adopt`: turns exported records into constructs or definitions that adopt their entities. */
export function addAdopt(program: Command, io: Io): void {
  const writers: Writers<Adopted> = {
    typescript: ({ adoptions, vendors, sources }, { file }) =>
      generatedCode(adoptions, vendors, entryFor(io.directory), functionNameFor(file, sources)),
    yaml: ({ adoptions, vendors }, { file }) =>
      generatedDefinitions(adoptions, vendors, schemaPath(io.directory, file)),
  };
  writingResult(takingRecords(program.command("adopt")), writers)
    .summary("turn exports of the service into YAML or TypeScript")
    .description(
      "turn exports of the service into TypeScript, or YAML for an Include, that adopts their entities; --out overwrites " +
        "no file; an export is a record, a response {message, data}, a page, or a list of these; no command reads the " +
        "service: docs/exports.md says where exports come from",
    )
    .argument("<records...>", "exported files, or directories of them; - reads standard input")
    .action(async (sources: readonly string[], options: RecordsOptions & ResultOptions) => {
      const targets = resultTargets(writers, options, io);
      const found = await readRecords(sources, io, options);
      const { adoptions, problems } = adoptionsOf(found);
      if (adoptions.length > 0) {
        const vendors = [...new Set(found.records.map(({ vendor }) => vendor))];
        writeResult(targets, { adoptions, vendors, sources }, io, true);
        for (const { file } of targets) {
          if (file !== undefined) io.stdout.write(`wrote ${file}: ${counted(adoptions.length, "entity")}\n`);
        }
      }
      if (problems.length > 0) throw adoptRefusal(problems, found, adoptions.length);
      if (adoptions.length === 0) io.stderr.write("there is no record, so nothing was written\n");
    });
}

/** Where the schema of definitions is, from the file that is written. */
function schemaPath(directory: string, out = "definitions.yaml"): string {
  const schema = join(directory, "node_modules/cdktf-experimentation/schemas/entity.json");
  return relative(dirname(resolve(directory, out)), schema).replaceAll(sep, "/");
}

function adoptionsOf({ records, unread }: ServiceRecords): {
  readonly adoptions: readonly Adoption[];
  readonly problems: readonly UnreadRecord[];
} {
  const problems = [...unread];
  const adoptions = records.flatMap((record) => {
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

function adoptRefusal(problems: readonly UnreadRecord[], { count }: ServiceRecords, written: number): CommandError {
  return new CommandError(
    `${problems.length} of ${counted(count, "record")} cannot be adopted`,
    written === 0
      ? "correct or take out what is named, and run adopt again; nothing was written"
      : `correct what is named, and adopt it by itself; the ${counted(written, "construct")} of the rest ${written === 1 ? "is" : "are"} written`,
    problems.map(unreadText),
    "records",
  );
}
