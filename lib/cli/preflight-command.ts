import type { Command } from "commander";
import { counted } from "../api/describe";
import { InterruptedError, NotSentError } from "../applier/applier-errors";
import type { Request } from "../protocol/request-file";
import { CommandError } from "./command-errors";
import { coloursFor, type Io } from "./io";
import { askAbout } from "./preflight/dry-run";
import { check, type DryRun, orNotSent, type PreflightFinding } from "./preflight/local-check";
import { reportText } from "./preflight/preflight-report";
import { readStacks, type StackOptions, takingStacks } from "./stacks";

/** How many entities the service is asked about at a time. */
const AT_A_TIME = 8;

/** `preflight`: asks the service what it would say to the synthesised stacks. */
export function addPreflight(program: Command, io: Io): void {
  takingStacks(program.command("preflight"))
    .summary("ask the service to validate the synthesised stacks")
    .description(
      "ask the service to validate the metric sources and assignment sources of the synthesised stacks by a dry run, " +
        "and check all other entities here; the service keeps nothing, and no state is touched; a service that does not know dryRun would create and change them, " +
        "so check that first",
    )
    .action(async (names: readonly string[], options: StackOptions) => {
      const stacks = readStacks(names, options, io);
      const checks = checksOf(
        stacks.flatMap(({ requests }) => requests),
        io.environment,
      );
      const findings = await askAll(checks, io);
      const rest = [...findings];
      const ofStacks = stacks.map(({ name, requests, warnings }) => ({
        name,
        warnings,
        findings: rest.splice(0, requests.length),
      }));
      io.stdout.write(reportText(ofStacks, coloursFor(io)));
      const refused = findings.filter(({ verdict }) => verdict === "refused").length;
      if (refused === 0) return;
      throw new CommandError(
        `${counted(refused, "entity")} ${refused === 1 ? "is" : "are"} refused`,
        "correct the props or the settings, run cdktf synth, and run preflight again",
      );
    });
}

/** @throws CommandError that lists what is missing before the service can be asked */
function checksOf(requests: readonly Request[], environment: NodeJS.ProcessEnv): (PreflightFinding | DryRun)[] {
  const checks = requests.map((request) => orNotSent(() => check(request, environment)));
  const missing = checks.filter((each) => each instanceof NotSentError).map(({ message }) => message);
  if (missing.length === 0) return checks.flatMap((each) => (each instanceof NotSentError ? [] : [each]));
  throw new CommandError("the service was not asked", "correct that, and run preflight again", [...new Set(missing)]);
}

async function askAll(checks: readonly (PreflightFinding | DryRun)[], io: Io): Promise<PreflightFinding[]> {
  const context = { signal: io.stopSignal(), say: (line: string) => io.stderr.write(`${line}\n`) };
  const findings: PreflightFinding[] = [];
  // one iterator for all: each takes what is next
  const entries = checks.entries();
  const askSome = async () => {
    for (const [index, each] of entries) {
      findings[index] = "verdict" in each ? each : await askAbout(each, context);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, askSome));
    return findings;
  } catch (error) {
    if (error instanceof InterruptedError)
      throw new CommandError("interrupted; nothing was kept", "run preflight again");
    throw error;
  }
}
