import type { Command } from "commander";
import { driftOf } from "../drift/drift";
import { driftJson } from "../drift/drift-json";
import { driftMarkdown } from "../drift/drift-markdown";
import { driftText } from "../drift/drift-text";
import { driftAdvice, driftVerdict, isDrifted } from "../drift/drift-words";
import { declaredServiceText } from "../protocol/declared-service";
import { CommandError, FoundError } from "./command-errors";
import { coloursFor, type Io, writeResult, writingResult } from "./io";
import { kindOption, type StatedKinds } from "./records/kind-option";
import { readRecordsOf } from "./records/one-service";
import { readStacksAmongAll, type StackOptions, type SynthesisedStack, takingStacks } from "./stacks";

const driftFormats = { text: driftText, markdown: driftMarkdown, json: driftJson } as const;

interface DriftOptions extends StackOptions {
  readonly kind: StatedKinds;
  readonly format: keyof typeof driftFormats;
  readonly out?: string;
}

/** `drift`: says what differs between what the service has and what the code declares. */
export function addDrift(program: Command, io: Io): void {
  const command = program
    .command("drift")
    .summary("say what differs between the service and the code")
    .description(
      "say what differs between records of the service and what the synthesised stacks declare, and what the next update " +
        "would do about it; only what is declared and what the record shows counts; asks nobody, and sends nothing",
    )
    .argument(
      "<records>",
      "a file or a folder with records of the service, as adopt takes them; - reads standard input",
    );
  writingResult(takingStacks(command).addOption(kindOption()), Object.keys(driftFormats)).action(
    async (source: string, names: readonly string[], options: DriftOptions) => {
      const { stacks, all } = readStacksAmongAll(names, options, io);
      const { service, ...found } = await readRecordsOf(stacks, source, io, options);
      const ofService = all.map((stack) => atService(stack, service));
      const drift = driftOf(stacks, ofService, found);
      writeResult(driftFormats[options.format](drift, coloursFor(io, options.out)), options.out, io);
      const verdict = [driftVerdict(drift), driftAdvice(drift)] as const;
      if (drift.unread.length > 0) throw new CommandError(...verdict);
      if (isDrifted(drift)) throw new FoundError(...verdict);
    },
  );
}

function atService({ requests, ...stack }: SynthesisedStack, service: string | undefined) {
  return {
    ...stack,
    requests: requests.filter((request) => service === undefined || declaredServiceText(request) === service),
  };
}
