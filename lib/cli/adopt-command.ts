import { type Command, Option } from "commander";
import { counted } from "../api/describe";
import { kinds } from "../api/kinds";
import { type Entities, entitiesOf } from "./adopt/entities";
import { entryFor, generatedCode } from "./adopt/generated-code";
import { readRecords } from "./adopt/records";
import type { Io } from "./io";
import { writeResult } from "./output-file";

interface AdoptOptions {
  readonly kind?: string;
  readonly promptId?: string;
  readonly out?: string;
}

/** `adopt`: turns records of the service into constructs that take them over. */
export function addAdopt(program: Command, io: Io): void {
  program
    .command("adopt")
    .summary("turn records of the service into TypeScript")
    .description(
      "turn records of the service into TypeScript that takes over their entities; a file holds a record, a whole " +
        "answer {message, data}, or a list of them; the API has no reads, so take the records from answers that " +
        "somebody kept, from an export that the service makes, or from its console",
    )
    .argument("<record.json...>", "files with records; - reads standard input")
    .addOption(
      new Option("--kind <kind>", "kind of all records, if their fields fit several kinds or none").choices(kinds),
    )
    .option("--prompt-id <id>", "id of the prompt that the records are versions of; no record names it")
    .option("--out <file>", "file to write to, which must not exist yet (default: standard output)")
    .action(async (files: readonly string[], { out, ...options }: AdoptOptions) => {
      const records = [];
      // one after the other, so that the order of the constructs is that of the files
      for (const file of files) records.push(...(await readRecords(file, io)));
      const { adoptions, vendors }: Entities = entitiesOf(records, options);
      const source = generatedCode(adoptions, vendors, entryFor(io.directory));
      writeResult(source, out, io, true);
      if (out !== undefined) io.stdout.write(`wrote ${out}: ${counted(adoptions.length, "construct")}\n`);
    });
}
