import { type Command, InvalidArgumentError, Option } from "commander";
import { kindNamed, kinds } from "../../api/kinds";
import { CommandError } from "../command-errors";

/** The kinds that `--kind` states. */
export interface StatedKinds {
  /** Of the records whose fields do not tell it. */
  readonly otherwise?: string;
  /** Of all records of a source, by its name. */
  readonly of: ReadonlyMap<string, string>;
}

/** What somebody says of records. */
export interface RecordsOptions {
  readonly kind: StatedKinds;
  readonly promptId?: string;
}

/** Says of a command that it reads records: the same options, with the same meaning, everywhere. */
export function takingRecords(command: Command): Command {
  return command
    .addOption(kindOption())
    .option("--prompt-id <id>", "id of the prompt that the records are versions of; no record names it");
}

/** `--kind`: the kind of the records that do not tell it, or of all records of one source. */
function kindOption(): Option {
  return new Option(
    "--kind <kind[:file]>",
    "kind of the records whose fields fit several kinds or none, or of all records of a file; may be repeated",
  )
    .default({ of: new Map() } satisfies StatedKinds, "told by the fields")
    .argParser((text: string, stated: StatedKinds): StatedKinds => {
      // kinds have no colon, and paths on Windows have one
      const [, name = "", file] = /^([^:]*)(?::(.*))?$/s.exec(text) ?? [];
      const kind = kindNamed(name);
      if (kind === undefined) {
        throw new InvalidArgumentError(`Allowed choices are ${kinds.join(", ")}.`);
      }
      if (file === undefined) return { ...stated, otherwise: kind };
      return { ...stated, of: new Map(stated.of).set(file, kind) };
    });
}

/** @throws CommandError when a kind is stated for a file that is not among those that were read */
export function requireRead({ of }: StatedKinds, names: readonly string[]): void {
  for (const [file, kind] of of) {
    if (names.includes(file)) continue;
    throw new CommandError(
      `--kind ${kind}:${file} is for a file that is not read`,
      `name it as it is given: ${names.join(", ")}`,
    );
  }
}
