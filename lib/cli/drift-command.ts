import { type Command, Option } from "commander";
import { inWords } from "../api/describe";
import { type Drift, driftOf } from "../drift/drift";
import { driftJson } from "../drift/drift-json";
import { driftMarkdown } from "../drift/drift-markdown";
import { driftText } from "../drift/drift-text";
import { driftAdvice, driftVerdict, isDrifted } from "../drift/drift-words";
import { declaredServiceText } from "../protocol/declared-service";
import { type ServiceRecords, serviceRecords } from "../records/service-records";
import { CommandError, WrongUsageError } from "./command-errors";
import { coloursFor, type Io, NO_TERMINAL } from "./io";
import { writeResult } from "./output-file";
import { kindOption, requireRead, type StatedKinds } from "./records/kind-option";
import { recordTexts } from "./records/record-texts";
import { takingStacks } from "./synthesised/stack-arguments";
import { outputFolder, readStacks, type SynthesisedStack } from "./synthesised/stacks";

interface DriftOptions {
  readonly kind: StatedKinds;
  readonly format: "text" | "markdown" | "json";
  readonly output?: string;
  readonly out?: string;
}

/** `drift`: says what differs between what the service has and what the code declares. */
export function addDrift(program: Command, io: Io): void {
  takingStacks(
    program
      .command("drift")
      .argument(
        "<records>",
        "a file or a folder with records of the service, as adopt takes them; - reads standard input",
      ),
  )
    .summary("say what differs between the service and the code")
    .description(
      "say what differs between records of the service and what the synthesised stacks declare, and what the next update " +
        "would do about it; only what is declared and what the record shows counts; asks nobody, and sends nothing",
    )
    .addOption(kindOption())
    .addOption(
      new Option("--format <format>", "format of the result").choices(["text", "markdown", "json"]).default("text"),
    )
    .option("--out <file>", "file to write to (default: standard output)")
    .action(async (source: string, names: readonly string[], options: DriftOptions) => {
      const folder = outputFolder(options.output, io);
      const stacks = readStacks(folder, names);
      const service = onlyService(stacks);
      const texts = await recordTexts([source], io, (name) => options.kind.of.get(name));
      requireRead(options.kind, [...new Set([source, ...texts.map(({ name }) => name)])]);
      const found = serviceRecords(texts, { kind: options.kind.otherwise });
      requireRecords(found);
      const all = readStacks(folder, []).map((stack) => atService(stack, service));
      const drift = driftOf(stacks, all, found);
      writeResult(driftInFormat(drift, options, io), options.out, io);
      if (isDrifted(drift)) throw new CommandError(driftVerdict(drift), driftAdvice(drift));
    });
}

function driftInFormat(drift: Drift, { format, out }: DriftOptions, io: Io): string {
  if (format === "json") return driftJson(drift);
  if (format === "markdown") return driftMarkdown(drift);
  return driftText(drift, coloursFor(out === undefined ? io.stdout : NO_TERMINAL, io.environment));
}

/**
 * The service of all that the stacks declare; undefined where they declare nothing.
 *
 * @throws WrongUsageError when there are several: records are of one
 */
function onlyService(stacks: readonly SynthesisedStack[]): string | undefined {
  const services = new Map<string, Set<string>>();
  for (const { name, requests } of stacks) {
    for (const text of requests.map(declaredServiceText))
      services.set(text, (services.get(text) ?? new Set()).add(name));
  }
  if (services.size > 1) {
    throw new WrongUsageError(
      `records are of one service, and these stacks have ${services.size}`,
      "name the stacks of one service, and ask for each service with its own records",
      [...services].map(([service, those]) => `${service}: ${inWords([...those])}`),
    );
  }
  return [...services.keys()][0];
}

function atService({ requests, ...stack }: SynthesisedStack, service: string | undefined) {
  return {
    ...stack,
    requests: requests.filter((request) => service === undefined || declaredServiceText(request) === service),
  };
}

/** @throws WrongUsageError when there is not one record that can be read */
function requireRecords({ records, unread }: ServiceRecords): void {
  if (records.length > 0) return;
  throw new WrongUsageError(
    "no record can be read",
    "give what the service has answered: a record, {message, data}, a page, or a list of these",
    unread.map(({ where, problem }) => `${where}: ${problem}`),
  );
}
