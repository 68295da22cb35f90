import { kinds } from "../api/kinds";
import { nameOf } from "../protocol/request-file";
import type { Doc, Tone, Words } from "../report/document";
import type { Report } from "../report/report";
import { labelOf } from "../text/title";
import { inWords } from "../text/words";
import type { PreflightResult } from "./preflight";
import type { SynthesisedStack } from "./stacks";

/** What was found about the entities of a stack. */
interface CheckedStack extends Pick<SynthesisedStack, "name" | "requests" | "warnings"> {
  /** Of each of the requests. */
  readonly results: readonly PreflightResult[];
}

/** What a preflight has found, in every form. */
export const preflightReport: Report<readonly CheckedStack[]> = {
  title: (stacks) => `Preflight: ${verdictCounts(resultsIn(stacks))}`,
  doc: preflightDoc,
  json: preflightJson,
};

type PreflightVerdict = PreflightResult["verdict"];

/** The verdicts, in the order in which they are counted. */
const verdictTones: Readonly<Record<PreflightVerdict, Tone>> = {
  accepted: "good",
  refused: "bad",
  valid: "quiet",
  "not-checked": "warn",
  "not-asked": "bad",
};

function preflightDoc(stacks: readonly CheckedStack[]): readonly Doc[] {
  const results = resultsIn(stacks);
  const isAny = (...verdicts: PreflightVerdict[]) => results.some(({ verdict }) => verdicts.includes(verdict));
  const missingKeys = new Set(results.map(({ missingKey }) => missingKey).filter((each) => each !== undefined));
  return [
    {
      node: "verdict",
      words: verdictCounts(results),
      tone: isAny("refused", "not-asked") ? "bad" : isAny("accepted", "valid") ? "good" : "quiet",
      about: isAny("valid") ? [LOCAL] : [],
    },
    {
      node: "items",
      of: "plain",
      items: [...missingKeys].map((missing) => `warning: ${missing}; a deploy from here would send nothing`),
    },
    ...stacks.map(stackDoc),
  ];
}

function stackDoc({ name, requests, results, warnings }: CheckedStack, index: number): Doc {
  // their warnings begin with the file and its line
  const inFiles = new Set(requests.filter(({ file }) => file !== undefined).map(({ construct }) => construct));
  return {
    node: "section",
    level: 2,
    title: { own: name },
    body: [
      ...(results.length === 0 ? [{ node: "words", words: "nothing to check" } as const] : []),
      ...results.map(({ verdict, text, reasons }, at): Doc => {
        const title: Words = [{ pill: verdictText(verdict), tone: verdictTones[verdict] }, " ", { own: text }];
        const body: Doc = { node: "items", of: "plain", items: reasons.map((reason) => ({ own: reason })) };
        return { node: "entry", id: `entity-${index + 1}-${at + 1}`, title, tags: [], body: [body] };
      }),
      ...warnings.map(
        ({ construct, text }): Doc => ({
          node: "words",
          words: [
            { pill: "warning", tone: "warn" },
            " ",
            { own: inFiles.has(construct) ? text : `${construct}: ${text}` },
          ],
        }),
      ),
    ],
  };
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
  const counts = (Object.keys(verdictTones) as PreflightVerdict[]).map(
    (each) => [each, results.filter(({ verdict }) => verdict === each).length] as const,
  );
  const sum = counts.filter(([, count]) => count > 0).map(([verdict, count]) => `${count} ${verdictText(verdict)}`);
  return sum.length === 0 ? "nothing to check" : sum.join(", ");
}

const unasked = kinds.filter(({ fields }) => !("dryRun" in fields.shape)).map(({ name }) => `${labelOf(name)}s`);
const LOCAL = `"valid" was checked here, without asking the service: the API has no dry run for ${inWords(unasked)}`;
