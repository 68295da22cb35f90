import type { Command } from "commander";
import { InterruptedError, NotSentError } from "../applier/applier-errors";
import type { Request } from "../protocol/request-file";
import { counted } from "../text/words";
import { CommandError, FoundError, type Io } from "./io";
import { askAbout, check, type DryRun, orNotSent, type PreflightResult } from "./preflight";
import { preflightReport } from "./preflight-report";
import { type ResultOptions, resultTargets, writeResult, writersOf, writingResult } from "./result";
import { readStacks, type StackOptions, takingStacks } from "./stacks";

const preflightWriters = writersOf(preflightReport);

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
      const checked = stacks.map((stack) => ({ ...stack, results: rest.splice(0, stack.requests.length) }));
      writeResult(targets, checked, io);
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
