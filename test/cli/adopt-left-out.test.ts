import * as fc from "fast-check";
import { parse } from "yaml";
import { command } from "./command";
import { responses } from "./records";

/** Fields of responses that say what the service did, counts or found: nobody has chosen them. */
const BOOKKEEPING = /^(lastModifi(er|ed)\w+|createdTime|creatorName|decisionTime|healthCheck\w+|count)$/;

/** The same of what the service fills in where nobody has chosen anything. */
const ofTheService = {
  experimentType: "experiment",
  isEnabled: true,
  workflow_body: { type: "JSON", value: "{}" },
  inlineTargetingRulesJSON: "{}",
};

const { auth_workflow_headers: _, ...promptVersion } = responses.prompt_version;
const records = {
  experiment: responses.experiment,
  metric_source: responses.metric_source,
  assignment_source: responses.assignment_source,
  segment: {
    ...responses.namedSegment,
    type: "rule_based",
    rules: [{ name: "Dutch", passPercentage: 50, conditions: [{ type: "country", targetValue: ["NL"] }] }],
  },
  ingestion_source: responses.ingestion_source,
  prompt_version: { ...promptVersion, workflow_headers: [{ name: "Accept", value: "text/plain" }] },
};

type Json = Readonly<Record<string, unknown>>;

/** Each value in JSON that is something, with its path as adopt names it: `groups[].size`. */
function* leavesOf(value: unknown, path = ""): Generator<readonly [path: string, value: unknown]> {
  if (Array.isArray(value)) for (const each of value) yield* leavesOf(each, `${path}[]`);
  else if (typeof value === "object" && value !== null)
    for (const [key, each] of Object.entries(value)) yield* leavesOf(each, path === "" ? key : `${path}.${key}`);
  else if (value !== null && value !== "") yield [path, value];
}

/** JSON with other values here and there, and with further fields in objects at every depth. */
function changed(value: unknown, roll: (bound: number) => number, depth = 0): unknown {
  const other = () => [false, 0, 7, "other", "{}", ["x"], { a: { b: 1 } }][roll(7)];
  if (Array.isArray(value)) return value.map((each) => changed(each, roll, depth + 1));
  if (typeof value !== "object" || value === null) return roll(10) === 0 ? other() : value;
  const entries = Object.entries(value).map(([key, each]) => [key, changed(each, roll, depth + 1)]);
  return Object.fromEntries(roll(2) === 0 ? entries : [...entries, [`extra${depth}`, other()]]);
}

/** Whether a text names the field at a path, or one that the field is in. */
function names(text: string, path: string): boolean {
  const steps = path.split(/(?=[.[])/);
  return steps.some((_, index) => {
    const named = steps.slice(0, index + 1).join("");
    return [named, named.replaceAll("[]", "[0]")].some((each) => text.includes(each));
  });
}

test.each(Object.entries(records))(
  "each value in a record of %s is written, or named where it is left out, or bookkeeping of the service",
  async (kind, record) => {
    const argv = ["adopt", "-", "--kind", kind, "--prompt-id", "bot", "--format", "yaml"];
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (stream) => {
        const given = changed(record, (bound) => stream.next().value % bound) as Json;
        const { exitCode, stdout, stderr } = await command(argv, { stdin: JSON.stringify(given) });
        if (exitCode !== 0) return void expect(stderr).toMatch(/ lacks /);
        const said = (stdout.match(/^# left out.*/gm) ?? []).join("\n");
        const written = new Set([...leavesOf(parse(stdout))].map((leaf) => JSON.stringify(leaf)));
        const lost = [...leavesOf(given)].filter(([path, value]) => {
          const [field = ""] = path.split(/[.[]/);
          const isOfTheService =
            BOOKKEEPING.test(field) || JSON.stringify(given[field]) === JSON.stringify((ofTheService as Json)[field]);
          return !isOfTheService && !written.has(JSON.stringify([path, value])) && !names(said, path);
        });
        expect({ said, lost }).toEqual({ said, lost: [] });
      }),
      { numRuns: 100 },
    );
  },
);
