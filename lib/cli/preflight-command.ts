import type { Command } from "commander";
import { kinds } from "../api/kinds";
import { InterruptedError, NotSentError } from "../applier/applier-errors";
import { nameOf, type Request } from "../protocol/request-file";
import { type Doc, type Report, said, sectionOf, type Tone, type Words } from "../report/document";
import { labelOf } from "../text/names";
import { cdkCommand } from "../text/shell";
import { counted, inWords } from "../text/words";
import { CommandError, FoundError, type Io } from "./io";
import { askAbout, check, correctAndAsk, type DryRun, orNotSent, type PreflightResult } from "./preflight";
import { type ResultOptions, resultTargets, writeResult, writersOf, writingResult } from "./result";
import { readStacks, type StackOptions, type SynthesisedStack, synthWarningText, takingStacks } from "./stacks";

/** What was found about the entities of a stack. */
interface CheckedStack extends Pick<SynthesisedStack, "name" | "requests" | "warnings"> {
  /** Of each of the requests. */
  readonly results: readonly PreflightResult[];
}

/** What a preflight has found, in every form. */
const preflightReport: Report<readonly CheckedStack[]> = {
  title: (stacks) => `Preflight: ${verdictCounts(resultsIn(stacks))}`,
  doc: preflightDoc,
  json: preflightJson,
};
const preflightWriters = writersOf(preflightReport);

type PreflightVerdict = PreflightResult["verdict"];

/** The verdicts, in the order in which they are counted. */
const verdictTones: Readonly<Record<PreflightVerdict, Tone>> = {
  accepted: "good",
  refused: "decide",
  valid: "quiet",
  "not-checked": "act",
  "not-asked": "decide",
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
      const requests = stacks.flatMap((stack) => stack.requests);
      const results = await askAll(checksOf(requests, io.environment), io);
      const rest = [...results];
      const checked = stacks.map((stack) => ({ ...stack, results: rest.splice(0, stack.requests.length) }));
      writeResult(targets, checked, io);
      requireAccepted(results);
    });
}

/**
 * @throws CommandError when an entity could not be checked
 * @throws FoundError when one is refused
 */
function requireAccepted(results: readonly PreflightResult[]): void {
  const [refused, unasked] = [countOf(results, "refused"), countOf(results, "not-asked")];
  const refusal = `${counted(refused, "entity")} ${refused === 1 ? "is" : "are"} refused`;
  const next = nextSteps(results);
  if (unasked > 0) {
    const what = `${counted(unasked, "entity")} could not be checked${refused > 0 ? `, and ${refusal}` : ""}`;
    throw new CommandError(what, next, [], "preflight");
  }
  if (refused > 0) throw new FoundError(refusal, next, [], "preflight");
}

/** What to do about each that is refused, or was not asked about: once where it is the same. */
function nextSteps(results: readonly PreflightResult[]): string {
  const steps = results.flatMap(({ verdict, next }) => {
    if (verdict === "refused")
      return next ?? `correct what is declared or the settings, run ${cdkCommand("synth")}, and run preflight again`;
    return verdict === "not-asked" ? (next ?? correctAndAsk("what is named")) : [];
  });
  return [...new Set(steps)].join("; ");
}

/** @throws CommandError that lists what is missing before the service can be asked */
function checksOf(requests: readonly Request[], environment: NodeJS.ProcessEnv): (PreflightResult | DryRun)[] {
  const missing = new Set<string>();
  const checks = requests.flatMap((request) => {
    const found = orNotSent(() => check(request, environment));
    if (!(found instanceof NotSentError)) return [found];
    missing.add(found.message);
    return [];
  });
  if (missing.size === 0) return checks;
  throw new CommandError("the service was not asked", correctAndAsk("that"), [...missing], "preflight");
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

function preflightDoc(stacks: readonly CheckedStack[]): readonly Doc[] {
  const results = resultsIn(stacks);
  const isAny = (...verdicts: PreflightVerdict[]) => results.some(({ verdict }) => verdicts.includes(verdict));
  const tone = isAny("refused", "not-asked") ? "decide" : isAny("accepted", "valid") ? "good" : "quiet";
  const missingKeys = new Set(results.flatMap(({ missingKey }) => missingKey ?? []));
  const warnings = [...missingKeys].map((missing) => `warning: ${missing}; a deploy from here would send nothing`);
  return [
    {
      node: "part",
      look: "head",
      title: verdictCounts(results),
      tone,
      icon: tone === "quiet" ? "info" : tone,
      body: [],
      meta: isAny("valid") ? [LOCAL] : [],
    },
    { node: "list", items: warnings },
    ...stacks.flatMap(stackDoc),
  ];
}

function stackDoc(stack: CheckedStack, index: number): Doc[] {
  const { name, results, warnings } = stack;
  const entries = results.map(({ verdict, text, reasons }, at): Doc => {
    const title: Words = [{ strong: verdictText(verdict) }, " ", text];
    const body: readonly Doc[] = reasons.length === 0 ? [] : [{ node: "list", items: reasons }];
    const tone = verdictTones[verdict];
    return {
      node: "part",
      look: "card",
      id: `entity-${index + 1}-${at + 1}`,
      tone,
      title,
      body,
    };
  });
  const warned = warnings.map((warning) => said(["warning ", synthWarningText(stack, warning)]));
  return sectionOf(name, [...(results.length === 0 ? [said("nothing to check")] : entries), ...warned]);
}

function preflightJson(stacks: readonly CheckedStack[]): unknown {
  const checked = stacks.map(({ name, results, requests, warnings }) => ({
    name,
    entities: requests.map((request, index) => {
      const { kind, construct, file } = request;
      const { verdict, text, reasons } = results[index] ?? {};
      return { kind, name: nameOf(request), construct, file, verdict, text, reasons };
    }),
    warnings,
  }));
  return { stacks: checked };
}

function resultsIn(stacks: readonly CheckedStack[]): PreflightResult[] {
  return stacks.flatMap(({ results }) => results);
}

function verdictText(verdict: PreflightVerdict): string {
  return verdict.replace("-", " ");
}

/** "2 accepted, 1 refused". */
function verdictCounts(results: readonly PreflightResult[]): string {
  const counts = (Object.keys(verdictTones) as PreflightVerdict[]).flatMap((verdict) => {
    const count = countOf(results, verdict);
    return count === 0 ? [] : [`${count} ${verdictText(verdict)}`];
  });
  return counts.join(", ") || "nothing to check";
}

function countOf(results: readonly PreflightResult[], verdict: PreflightVerdict): number {
  return results.filter((result) => result.verdict === verdict).length;
}

const unasked = kinds.filter(({ fields }) => !("dryRun" in fields.shape)).map(({ name }) => `${labelOf(name)}s`);
const LOCAL = `"valid" was checked here, without asking the service: the API has no dry run for ${inWords(unasked)}`;
