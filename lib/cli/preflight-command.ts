import type { Command } from "commander";
import { resources } from "../api/resources";
import { InterruptedError, NotSentError } from "../applier/applier-errors";
import { nameOf, type Request } from "../protocol/request-file";
import type { Colours } from "../report/colours";
import { labelOf } from "../text/title";
import { jsonLines, visible } from "../text/visible";
import { counted, inWords } from "../text/words";
import { CommandError, FoundError, type Io } from "./io";
import { askAbout, check, type DryRun, orNotSent, type PreflightResult } from "./preflight";
import { type ResultOptions, resultTargets, type Writers, writeResult, writingResult } from "./result";
import { readStacks, type StackOptions, type SynthWarning, takingStacks } from "./stacks";

const preflightWriters: Writers<readonly CheckedStack[]> = {
  text: (stacks, { colours }) => reportText(stacks, colours),
  json: reportJson,
};

/** How many entities the service is asked about at a time. */
const AT_A_TIME = 8;

/** `preflight`: asks the service what it would say to the synthesised stacks. */
export function addPreflight(program: Command, io: Io): void {
  writingResult(takingStacks(program.command("preflight")), preflightWriters)
    .summary("ask the service to validate the synthesised stacks")
    .description(
      "ask the service to validate the metric sources and assignment sources of the synthesised stacks by a dry run, " +
        "and check all other entities here; the service keeps nothing, and no state is touched; a service that does not know dryRun would create and change them, " +
        "so check that first",
    )
    .action(async (names: readonly string[], options: StackOptions & ResultOptions) => {
      const targets = resultTargets(preflightWriters, options, io);
      const stacks = readStacks(names, options, io);
      const checks = checksOf(
        stacks.flatMap(({ requests }) => requests),
        io.environment,
      );
      const results = await askAll(checks, io);
      const rest = [...results];
      const ofStacks = stacks.map(({ name, requests, warnings }) => ({
        name,
        warnings,
        requests,
        results: rest.splice(0, requests.length),
      }));
      writeResult(targets, ofStacks, io);
      requireAccepted(results);
    });
}

/**
 * @throws CommandError when the service could not be asked about an entity
 * @throws FoundError when one is refused
 */
function requireAccepted(results: readonly PreflightResult[]): void {
  const count = (wanted: PreflightResult["verdict"]) => results.filter(({ verdict }) => verdict === wanted).length;
  const [refused, unasked] = [count("refused"), count("not-asked")];
  const parts = [
    ...(unasked === 0 ? [] : [`the service could not be asked about ${counted(unasked, "entity")}`]),
    ...(refused === 0 ? [] : [`${counted(refused, "entity")} ${refused === 1 ? "is" : "are"} refused`]),
  ];
  if (unasked > 0) throw new CommandError(parts.join(", and "), "correct what is named, and run preflight again");
  if (refused > 0) {
    throw new FoundError(parts.join(), "correct the props or the settings, run cdktf synth, and run preflight again");
  }
}

/** @throws CommandError that lists what is missing before the service can be asked */
function checksOf(requests: readonly Request[], environment: NodeJS.ProcessEnv): (PreflightResult | DryRun)[] {
  const checks = requests.map((request) => orNotSent(() => check(request, environment)));
  const missing = checks.filter((each) => each instanceof NotSentError).map(({ message }) => message);
  if (missing.length === 0) return checks.flatMap((each) => (each instanceof NotSentError ? [] : [each]));
  throw new CommandError("the service was not asked", "correct that, and run preflight again", [...new Set(missing)]);
}

async function askAll(checks: readonly (PreflightResult | DryRun)[], io: Io): Promise<PreflightResult[]> {
  const context = { signal: io.stopSignal(), say: (line: string) => io.stderr.write(`${line}\n`) };
  const results: PreflightResult[] = [];
  // one iterator for all: each takes what is next
  const entries = checks.entries();
  const askSome = async () => {
    for (const [index, each] of entries) {
      results[index] = "verdict" in each ? each : await askAbout(each, context);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, askSome));
    return results;
  } catch (error) {
    if (error instanceof InterruptedError)
      throw new CommandError("interrupted; nothing was kept", "run preflight again");
    throw error;
  }
}

/** What was found about the entities of a stack. */
export interface CheckedStack {
  readonly name: string;
  /** Of each of the requests. */
  readonly results: readonly PreflightResult[];
  readonly requests: readonly Request[];
  /** What synth warned of. */
  readonly warnings: readonly SynthWarning[];
}

/** The report of a preflight, as people read it. */
export function reportText(stacks: readonly CheckedStack[], { bold, green, red, yellow, dim }: Colours): string {
  const colours = { accepted: green, refused: red, valid: dim, "not-checked": yellow, "not-asked": red } as const;
  const lines = stacks.flatMap(({ name, results, warnings }) => [
    bold(visible(name)),
    ...(results.length === 0 ? ["  nothing to check"] : []),
    ...results.flatMap(({ verdict, text, reasons }) => [
      `  ${colours[verdict](verdictText(verdict).padEnd(VERDICT_WIDTH))}  ${visible(text)}`,
      ...reasons.map((reason) => `  ${" ".repeat(VERDICT_WIDTH)}    - ${visible(reason)}`),
    ]),
    ...warnings.map(
      ({ construct, text }) => `  ${yellow("warning".padEnd(VERDICT_WIDTH))}  ${visible(`${construct}: ${text}`)}`,
    ),
    "",
  ]);
  return `${[...lines, ...verdictCounts(stacks.flatMap(({ results }) => results))].join("\n")}\n`;
}

/** The report of a preflight for programs. */
export function reportJson(stacks: readonly CheckedStack[]): string {
  const checked = stacks.map(({ name, results, requests, warnings }) => ({
    name,
    entities: results.map(({ verdict, text, reasons }, index) => {
      const request = requests[index] as Request;
      const { kind, construct, file } = request;
      return { kind, name: nameOf(request), construct, file, verdict, text, reasons };
    }),
    warnings,
  }));
  return jsonLines({ stacks: checked });
}

const VERDICTS = ["accepted", "refused", "valid", "not-checked", "not-asked"] as const;
const VERDICT_WIDTH = Math.max(...VERDICTS.map(({ length }) => length));

function verdictText(verdict: PreflightResult["verdict"]): string {
  return verdict.replace("-", " ");
}

function verdictCounts(results: readonly PreflightResult[]): string[] {
  const counts = VERDICTS.map((each) => [each, results.filter(({ verdict }) => verdict === each).length] as const);
  const sum = counts.filter(([, number]) => number > 0).map(([verdict, number]) => `${number} ${verdictText(verdict)}`);
  const isLocal = results.some(({ verdict }) => verdict === "valid");
  const missing = new Set(results.map(({ missingKey }) => missingKey).filter((each) => each !== undefined));
  return [
    sum.length === 0 ? "nothing to check" : sum.join(", "),
    ...(isLocal ? [LOCAL] : []),
    ...[...missing].map((each) => `warning: ${each}; a deploy from here would send nothing`),
  ];
}

const unasked = resources.filter(({ fields }) => !("dryRun" in fields.shape)).map(({ kind }) => `${labelOf(kind)}s`);
const LOCAL = `"valid" was checked here, without asking the service: the API has no dry run for ${inWords(unasked)}`;
