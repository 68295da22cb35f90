import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { driftOf } from "../drift/drift";
import { driftReport } from "../drift/drift-doc";
import { driftAdvice, driftVerdict, isDrifted } from "../drift/drift-words";
import { declaredServiceText } from "../protocol/declared-service";
import { cdkCommand } from "../text/shell";
import { quoted } from "../text/visible";
import { inWords } from "../text/words";
import { CommandError, FoundError, type Io } from "./io";
import { type RecordsOptions, readRecordsOf, takingRecords } from "./records";
import { type ResultOptions, resultTargets, writeResult, writersOf, writingResult } from "./result";
import { isNameAmong, namedAmong, readStacks, type StackOptions, type SynthesisedStack, takingOutput } from "./stacks";

const driftWriters = writersOf(driftReport);

type DriftOptions = StackOptions & RecordsOptions & ResultOptions;

/** `drift`: says what differs between what the service has and what the code declares. */
export function addDrift(program: Command, io: Io): void {
  const command = program
    .command("drift")
    .summary("show differences between the service and the code")
    .description(
      "show differences between exports of the service and the synthesised stacks, and the effect of the next update; " +
        "only fields that are declared and in the export count; sends nothing",
    )
    .usage("[options] <records...> [stack...]")
    .argument(
      "<records...>",
      "exported files, or directories of them; - reads standard input; after the first, names of stacks, or patterns " +
        "with *, as cdktf takes them; all stacks when left out",
    );
  writingResult(takingRecords(takingOutput(command)), driftWriters).action(
    async (given: readonly string[], options: DriftOptions) => {
      const targets = resultTargets(driftWriters, options, io);
      const all = readStacks([], options, io);
      const { sources, names } = recordsAndStacks(given, all, io);
      const stacks = namedAmong(all, names);
      const { service, ...found } = await readRecordsOf(stacks, sources, io, options);
      const ofService = all.map((stack) => atService(stack, service));
      const drift = driftOf(stacks, ofService, found);
      writeResult(targets, drift, io);
      // JSON has no advice
      const isInWords = options.format !== "json" && targets.some(({ file }) => file === undefined);
      const isRead = isInWords && io.stdout.isTTY === true;
      const verdict = [driftVerdict(drift), isRead ? "do what is said above" : driftAdvice(drift)] as const;
      if (drift.unread.length > 0) throw new CommandError(...verdict, [], "records");
      if (isDrifted(drift)) throw new FoundError(...verdict);
    },
  );
}

/**
 * Tells records from stacks: the first argument is records.
 *
 * @throws CommandError when another is neither
 */
function recordsAndStacks(
  [first = "", ...others]: readonly string[],
  all: readonly SynthesisedStack[],
  { directory }: Io,
): { readonly sources: readonly string[]; readonly names: readonly string[] } {
  const names = others.filter((each) => isNameAmong(all, each));
  const sources = others.filter((each) => !names.includes(each));
  const neither = sources.find((each) => each !== "-" && !existsSync(resolve(directory, each)));
  if (neither === undefined) return { sources: [first, ...sources], names };
  throw new CommandError(
    `${quoted(neither)} is neither a file or directory of records nor a stack; the synthesised stacks are ${inWords(all.map(({ name }) => name))}`,
    `name a file, a directory or a stack; if the stack is new, run ${cdkCommand("synth")}`,
    [],
    "not-synthesised",
  );
}

function atService({ requests, ...stack }: SynthesisedStack, service: string | undefined) {
  return {
    ...stack,
    requests: requests.filter((request) => service === undefined || declaredServiceText(request) === service),
  };
}
