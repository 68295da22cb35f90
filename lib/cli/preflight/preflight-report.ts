import { inWords } from "../../api/describe";
import { jsonLines, visible } from "../../api/escape-invisible";
import { labelOf } from "../../api/resource";
import { resources } from "../../api/resources";
import { nameOf, type Request } from "../../protocol/request-file";
import type { Colours } from "../../report/colours";
import type { SynthWarning } from "../stacks";
import type { PreflightFinding } from "./local-check";

/** What was found about the entities of a stack. */
export interface StackFindings {
  readonly name: string;
  /** Of each of the requests. */
  readonly findings: readonly PreflightFinding[];
  readonly requests: readonly Request[];
  /** What synth warned of. */
  readonly warnings: readonly SynthWarning[];
}

/** The report of a preflight, as people read it. */
export function reportText(stacks: readonly StackFindings[], { bold, green, red, yellow, dim }: Colours): string {
  const colours = { accepted: green, refused: red, valid: dim, "not-checked": yellow, "not-asked": red } as const;
  const lines = stacks.flatMap(({ name, findings, warnings }) => [
    bold(visible(name)),
    ...(findings.length === 0 ? ["  nothing to check"] : []),
    ...findings.flatMap(({ verdict, text, reasons }) => [
      `  ${colours[verdict](verdictText(verdict).padEnd(VERDICT_WIDTH))}  ${visible(text)}`,
      ...reasons.map((reason) => `  ${" ".repeat(VERDICT_WIDTH)}    - ${visible(reason)}`),
    ]),
    ...warnings.map(
      ({ construct, text }) => `  ${yellow("warning".padEnd(VERDICT_WIDTH))}  ${visible(`${construct}: ${text}`)}`,
    ),
    "",
  ]);
  return `${[...lines, ...verdictCounts(stacks.flatMap(({ findings }) => findings))].join("\n")}\n`;
}

/** The report of a preflight for programs. */
export function reportJson(stacks: readonly StackFindings[]): string {
  const shown = stacks.map(({ name, findings, requests, warnings }) => ({
    name,
    entities: findings.map(({ verdict, text, reasons }, index) => {
      const request = requests[index] as Request;
      const { kind, construct } = request;
      return { kind, name: nameOf(request), construct, verdict, text, reasons };
    }),
    warnings,
  }));
  return jsonLines({ stacks: shown });
}

const VERDICTS = ["accepted", "refused", "valid", "not-checked", "not-asked"] as const;
const VERDICT_WIDTH = Math.max(...VERDICTS.map(({ length }) => length));

function verdictText(verdict: PreflightFinding["verdict"]): string {
  return verdict.replace("-", " ");
}

function verdictCounts(findings: readonly PreflightFinding[]): string[] {
  const counts = VERDICTS.map((each) => [each, findings.filter(({ verdict }) => verdict === each).length] as const);
  const sum = counts.filter(([, number]) => number > 0).map(([verdict, number]) => `${number} ${verdictText(verdict)}`);
  const isLocal = findings.some(({ verdict }) => verdict === "valid");
  const missing = new Set(findings.map(({ missingKey }) => missingKey).filter((each) => each !== undefined));
  return [
    sum.length === 0 ? "nothing to check" : sum.join(", "),
    ...(isLocal ? [LOCAL] : []),
    ...[...missing].map((each) => `warning: ${each}; a deploy from here would send nothing`),
  ];
}

const unasked = resources.filter(({ fields }) => !("dryRun" in fields.shape)).map(({ kind }) => `${labelOf(kind)}s`);
const LOCAL = `"valid" was checked here, without asking the service: the API has no dry run for ${inWords(unasked)}`;
