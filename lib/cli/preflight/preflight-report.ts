import { inWords } from "../../api/describe";
import { visible } from "../../api/escape-invisible";
import { labelOf } from "../../api/resource";
import { resources } from "../../api/resources";
import type { Colours } from "../../page/colours";
import type { SynthWarning } from "../stacks";
import type { PreflightFinding } from "./local-check";

/** What was found about the entities of a stack. */
export interface StackFindings {
  readonly name: string;
  readonly findings: readonly PreflightFinding[];
  /** What synth warned of. */
  readonly warnings: readonly SynthWarning[];
}

/** The report of a preflight, as people read it. */
export function reportText(stacks: readonly StackFindings[], { bold, green, red, yellow, dim }: Colours): string {
  const colours = { accepted: green, refused: red, valid: dim, "not checked": yellow, "not asked": red } as const;
  const lines = stacks.flatMap(({ name, findings, warnings }) => [
    bold(visible(name)),
    ...(findings.length === 0 ? ["  nothing to check"] : []),
    ...findings.flatMap(({ verdict, text, reasons }) => [
      `  ${colours[verdict](verdict.padEnd(VERDICT_WIDTH))}  ${visible(text)}`,
      ...reasons.map((reason) => `  ${" ".repeat(VERDICT_WIDTH)}    - ${visible(reason)}`),
    ]),
    ...warnings.map(
      ({ construct, text }) => `  ${yellow("warning".padEnd(VERDICT_WIDTH))}  ${visible(`${construct}: ${text}`)}`,
    ),
    "",
  ]);
  return `${[...lines, ...verdictCounts(stacks.flatMap(({ findings }) => findings))].join("\n")}\n`;
}

const VERDICTS = ["accepted", "refused", "valid", "not checked", "not asked"] as const;
const VERDICT_WIDTH = Math.max(...VERDICTS.map(({ length }) => length));

function verdictCounts(findings: readonly PreflightFinding[]): string[] {
  const counts = VERDICTS.map((each) => [each, findings.filter(({ verdict }) => verdict === each).length] as const);
  const sum = counts.filter(([, number]) => number > 0).map(([verdict, number]) => `${number} ${verdict}`);
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
