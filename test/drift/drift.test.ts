import { createColors } from "picocolors";
import type { Kind } from "../../lib/api/kind";
import type { KindName } from "../../lib/api/kind-names";
import { kindOf } from "../../lib/api/kinds";
import { type Drift, driftOf } from "../../lib/drift/drift";
import { driftReport } from "../../lib/drift/drift-doc";
import { driftAdvice, driftVerdict, isDrifted, nextUpdate } from "../../lib/drift/drift-words";
import { entityOf } from "../../lib/entity/entity";
import type { StepOptions } from "../../lib/entity/steps";
import { openRequest, type Request, requestFileOf } from "../../lib/protocol/request-file";
import { parseRecords } from "../../lib/records/service-records";
import { LONGEST_COMMENT, toMarkdown } from "../../lib/report/markdown";
import { toText } from "../../lib/report/text";
import { type Fields, Opaque } from "../../lib/value/value";
import { experiment, metricSource, promptVersion, samples, segment } from "../support/samples";

type Changes = Readonly<Record<string, Fields[string] | undefined>>;

/** What a stack declares: the sample of a kind with changes. */
function declared(name: KindName, changes: Changes = {}, options: StepOptions = {}): Request {
  const kind = kindOf(name) as Kind;
  const { id, sample } = samples[name];
  const fields = { ...structuredClone(sample), ...changes } as Fields;
  const entity = entityOf({ construct: `checkout/${id}`, kind, fields, acknowledged: [], ...options });
  return openRequest(requestFileOf(entity, `terraform_data.${name}_it`, {}, String).text) as Request;
}

/** Compares what a stack declares with records, given as the content of a file. */
function drift(requests: Request | readonly Request[], records: unknown) {
  const stack = { name: "checkout", directory: "stacks/checkout", requests: [requests].flat() };
  return driftOf([stack], [stack], parseRecords([{ name: "records.json", text: JSON.stringify(records) }]));
}

const orders = { ...metricSource, timestampAsDay: false };
const testers = { ...segment, isEnabled: true };
const version = { ...promptVersion, promptID: undefined, id: "v1", name: "Another name" };
const [anExperiment, source] = [declared("experiment"), declared("metric_source")];
const versionOf = (promptID: string) => declared("prompt_version", { promptID });
const others = [{ ...experiment, id: "other" }];

test.each<[string, readonly Request[], unknown, readonly string[], string?]>([
  ["what agrees is the same", [anExperiment, source], [experiment, orders], ["same", "same"]],
  ["another value differs", [anExperiment], { ...experiment, allocation: 1 }, ["differs"]],
  ["what no record is of is missing", [anExperiment], others, ["missing"]],
  ["left alone is what differs", [declared("experiment", {}, { ignoreChanges: true })], experiment, ["left-alone"]],
  ["and what is missing", [declared("experiment", {}, { ignoreChanges: true })], others, ["left-alone"]],
  ["a dry run is no matter", [declared("metric_source", { dryRun: true }), anExperiment], experiment, ["same"]],
  ["a version whose id one prompt alone has is compared", [versionOf("a")], version, ["differs"]],
  ["no record of a kind", [anExperiment, source], orders, ["same"], "no record is of the same kind: experiment"],
  ["one page of several", [anExperiment], { data: others, hasMore: true }, [], "there may be more records: exp"],
  ["a record that cannot be read", [anExperiment], [{ a: 1 }, ...others], [], "may be more records: exp"],
  [
    "an identity that only the deploy knows",
    [declared("experiment", { id: Opaque.deferred([{ terraform: 0 }]) })],
    experiment,
    [],
    "the identity is known at deploy time: experiment (named during the deploy)",
  ],
  ["a version that two prompts have", [versionOf("a"), versionOf("b")], version, [], "2 entities not compared"],
  ["an audience that no field declares", [anExperiment], { ...experiment, holdoutIDs: ["h1"] }, ["same"], "holdoutIDs"],
  ["a segment that is off", [declared("segment")], { ...segment, isEnabled: false }, ["same"], "no call changes it"],
  ["two versions of one id", [versionOf("a")], [version, version], [], "no record names the prompt"],
])("%s", (_, requests, records, states, ...[note]) => {
  const [stack] = drift(requests, records).stacks;
  expect(stack?.entities.map(({ state }) => state)).toEqual(states);
  expect(stack?.notes).toEqual(note === undefined ? [] : [expect.stringContaining(note)]);
});

const declaring = (changes: Changes) => declared("experiment", changes);
const having = (changes: object) => ({ ...experiment, ...changes });
const REPLACE = "`terraform -chdir=stacks/checkout apply -replace=terraform_data.experiment_it`";

test.each<[string, Request, unknown, ...string[]]>([
  ["starts", anExperiment, having({ status: "setup" }), "starts it"],
  ["starts again", anExperiment, having({ status: "abandoned" }), "again"],
  ["raises", anExperiment, having({ allocation: 0 }), "raises", "0 % to 50 %"],
  ["sets what is not there", anExperiment, having({ allocation: null }), "sets its allocation to 50 %"],
  ["finds another spelling", anExperiment, [having({ id: "CHECKOUT_Button" }), ...others], "CHECKOUT_Button, which"],
  ["stops and lowers", declaring({ status: "abandoned", allocation: 5 }), experiment, "stops it", "50 % to 5 %"],
  ["sets back", declaring({ status: "setup" }), experiment, "setup"],
  ["decides", declaring({ status: "decision_made" }), having({ status: "archived" }), "archived to decision_made"],
  ["sets other values", anExperiment, having({ status: "setup", description: "x", name: "y" }), "2 other values"],
  ["leaves the layer", declaring({ layerID: "a" }), having({ layerID: "b" }), "no update changes layerID"],
  ["is none for a segment", declared("segment"), { ...testers, description: "x" }, "segment has no update"],
  ["lacks a field", declaring({ hypothesis: undefined, status: "setup" }), experiment, "lacks hypothesis"],
  ["creates no experiment", anExperiment, others, "its next update is refused", REPLACE],
  ["creates nothing adopted", declared("experiment", {}, { adopt: true }), others, "remove adopt: true", REPLACE],
  ["creates an upserted source", declared("assignment_source"), [{ name: "b", groupIDColumn: "c" }], "creates it"],
  ["leaves it alone", declared("experiment", {}, { ignoreChanges: true }), having({ name: "x" }), "ignoreChanges"],
])("the next update %s", (_, request, records, ...facts) => {
  const [entity] = drift(request, records).stacks[0]?.entities ?? [];
  const said = entity && nextUpdate(entity);
  for (const fact of facts) expect(said).toContain(fact);
});

const alone = declared("metric_source", {}, { ignoreChanges: true });

test.each<[readonly Request[], unknown, verdict: RegExp, advice: RegExp, isDrifted: boolean]>([
  [[anExperiment, source], [experiment, orders], /^2 entities compared: no difference$/, /^$/, false],
  [[anExperiment, alone], [experiment, orders], /^2 .*: no difference; changes of 1 ignored$/, /^$/, false],
  [[alone], [orders], /^1 entity compared: all changes ignored$/, /^$/, false],
  [[source], [experiment], /^Nothing was compared$/, /^$/, false],
  [[anExperiment], [having({ allocation: 1 })], /: 1 differs /, /set reapply; .* declare it$/, true],
  [[declared("segment")], [{ ...testers, description: "x" }], /: 1 differs /, /^to keep .* declare it$/, true],
  [[anExperiment], others, /: 1 is missing /, /missing$/, true],
  [[anExperiment], [experiment, { a: 1 }], /: 1 record could not be read$/, /could not be read$/, true],
])("of %# is said what there is, and what to do about it", (requests, records, verdict, advice, drifted) => {
  const found = drift(requests, records);
  expect(driftVerdict(found)).toMatch(verdict);
  expect(driftAdvice(found)).toMatch(advice);
  expect(isDrifted(found)).toBe(drifted);
});

const everything = drift(
  [anExperiment, declared("metric_source", { sql: "declared\n1" }), declared("prompt_version")],
  [having({ team: "@team", status: "setup" }), { ...orders, sql: "found\n0" }, testers],
);

const wide = { colours: createColors(false), width: Number.POSITIVE_INFINITY };
const textOf = (found: Drift) => toText(driftReport.doc(found), wide);
const markdownOf = (found: Drift) => toMarkdown(driftReport.doc(found), { limit: LONGEST_COMMENT });

test("a page has each value on both sides, what is not compared or not in the code, and its verdict as its title", () => {
  expect(driftReport.title(everything)).toBe("Drift: 2 entities compared: 2 differ from the code");
  const text = textOf(everything);
  expect(text).toContain("status: setup → active");
  expect(text).toContain("- found\n");
  expect(text).toContain("note: 1 entity not compared");
  expect(text).toMatch(/\nNot in the code\n {2}- segment beta_testers\n/);
  expect(markdownOf(everything)).toContain("to keep what the service has, declare it");
});

test("what is ignored and agrees is counted, and not told", () => {
  const left = declared("experiment", {}, { ignoreChanges: true });
  expect(textOf(drift([left, alone], [experiment, { ...orders, name: "b" }]))).toContain("\n  changes of 2 ignored\n");
  expect(textOf(drift([], []))).toContain("nothing is declared");
});

// each of these signs takes five characters in Markdown
const long = "*".repeat(1_000);

test("with long texts, Markdown is no longer than a comment may be, and counts the rest", () => {
  const sixty = Array.from({ length: 60 }, (_, index) => ({
    where: `${index}`,
    problem: long,
    kind: "segment",
    name: long,
  }));
  const text = markdownOf({ stacks: [], unmanaged: sixty, unread: sixty });
  expect(text.length).toBeLessThan(LONGEST_COMMENT);
  expect(text.match(/… and \d+ more/g)).toHaveLength(2);
});
