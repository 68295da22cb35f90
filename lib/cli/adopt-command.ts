import { dirname, join, relative, resolve } from "node:path";
import { type Command, Option } from "commander";
import { counted } from "../api/describe";
import { labelOf } from "../api/resource";
import { PROMPT } from "../records/record-identity";
import { type ServiceRecord, type ServiceRecords, type UnreadRecord, unreadText } from "../records/service-records";
import { type Adoption, adoptionOf } from "./adopt/adoption";
import { entryFor, generatedCode } from "./adopt/generated-code";
import { functionNameFor } from "./adopt/names";
import { CommandError } from "./command-errors";
import { type Io, writeResult } from "./io";
import { kindOption, type StatedKinds } from "./records/kind-option";
import { readRecords } from "./records/read-records";

interface AdoptOptions {
  readonly kind: StatedKinds;
  readonly promptId?: string;
  readonly out?: string;
  readonly format: "typescript" | "yaml";
}

/** `adopt`: turns records of the service into constructs that take them over. */
export function addAdopt(program: Command, io: Io): void {
  program
    .command("adopt")
    .summary("turn records of the service into TypeScript or YAML")
    .description(
      "turn records of the service into TypeScript, or YAML for an Include, that takes over their entities; a file holds a record, a whole " +
        "answer {message, data}, a page, or a list of these; the API has no reads, so take the records from answers " +
        "that somebody kept, from an export that the service makes, or from its console",
    )
    .argument("<records...>", "files with records, or folders of them; - reads standard input")
    .addOption(kindOption())
    .option("--prompt-id <id>", "id of the prompt that the records are versions of; no record names it")
    .addOption(new Option("--format <format>", "what to write").choices(["typescript", "yaml"]).default("typescript"))
    .option("--out <file>", "file to write to, which must not exist yet (default: standard output)")
    .action(async (sources: readonly string[], { out, format, ...said }: AdoptOptions) => {
      const found = await readRecords(sources, io, said);
      const { adoptions, problems } = adoptionsOf(found);
      if (adoptions.length > 0) {
        const vendors = [...new Set(found.records.map(({ vendor }) => vendor))];
        const source =
          format === "yaml"
            ? // only this format needs a writer of YAML
              (
                require("./adopt/generated-definitions") as typeof import("./adopt/generated-definitions")
              ).generatedDefinitions(adoptions, vendors, schemaPath(io.directory, out))
            : generatedCode(adoptions, vendors, entryFor(io.directory), functionNameFor(out, sources));
        writeResult(source, out, io, true);
        const written = counted(adoptions.length, format === "yaml" ? "definition" : "construct");
        if (out !== undefined) io.stdout.write(`wrote ${out}: ${written}\n`);
      }
      if (problems.length > 0) throw adoptRefusal(problems, found, adoptions.length);
    });
}

/** Where the schema of definitions is, from the file that is written. */
function schemaPath(directory: string, out = "definitions.yaml"): string {
  const folder = dirname(resolve(directory, out));
  return relative(folder, join(directory, "node_modules/cdktf-experimentation/schemas/entity.json")).replaceAll(
    "\\",
    "/",
  );
}

function adoptionsOf({ records, unread }: ServiceRecords): {
  readonly adoptions: readonly Adoption[];
  readonly problems: readonly UnreadRecord[];
} {
  const problems = [...unread];
  const adoptions = records.flatMap((record) => {
    const adoption = lacksPrompt(record) ?? adoptionOf(record.resource, record.fields);
    if ("remarks" in adoption) return [adoption];
    problems.push({ where: record.where, problem: adoption.problem });
    return [];
  });
  return { adoptions, problems };
}

function lacksPrompt({ resource, fields }: ServiceRecord): { readonly problem: string } | undefined {
  if (!resource.identity.includes(PROMPT) || fields[PROMPT] !== undefined) return undefined;
  return { problem: `a ${labelOf(resource.kind)} does not say of which prompt it is; give --prompt-id` };
}

function adoptRefusal(problems: readonly UnreadRecord[], { count }: ServiceRecords, written: number): CommandError {
  return new CommandError(
    `${problems.length} of ${counted(count, "record")} cannot be adopted`,
    written === 0
      ? "correct or take out what is named, and run adopt again; nothing was written"
      : `correct what is named, and adopt it by itself; the ${counted(written, "construct")} of the rest ${written === 1 ? "is" : "are"} written`,
    problems.map(unreadText),
  );
}
