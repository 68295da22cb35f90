import { createColors } from "picocolors";
import { warningText } from "../../lib/declare/warnings";
import { type Doc, rawText } from "../../lib/report/document";
import { LONGEST_COMMENT, toMarkdown } from "../../lib/report/markdown";
import { toText } from "../../lib/report/text";
import { titleWords } from "../../lib/review/card-titles";
import { reviewDoc, reviewReport } from "../../lib/review/cards";
import type { Change, Review, Risk, StackReview } from "../../lib/review/model";
import { type Fields, Opaque } from "../../lib/value/value";
import { anUpdate, aReview, aRisk, type SampleChange } from "./samples";

function linesOf(review: Review, width = Number.POSITIVE_INFINITY): string[] {
  return toText(reviewDoc(review), { colours: createColors(false), width }).split("\n");
}

function linesOfChanges(changes: readonly Change[], stack: Partial<StackReview> = {}): string[] {
  return linesOf(aReview(changes, stack));
}

function markdownOf(review: Review, limit = LONGEST_COMMENT): string {
  return toMarkdown(reviewDoc(review), { limit });
}

const quiet = (changes: Partial<SampleChange> = {}) => anUpdate({ risks: [], ...changes });
const control = { id: "control", name: "Control", size: 50, parameterValues: { colour: "blue" } };
const green = { id: "green", name: "Green", size: 50, parameterValues: { colour: "green" } };
const active: Fields = { status: "active", allocation: 10, groups: [control, green], controlGroupID: "control" };
const decided = { ...active, status: "decision_made", launchedGroupID: "green", decisionReason: "More orders." };
const ended = { ...active, status: "experiment_stopped" };
const secret = Opaque.hidden();

const changed = (before: Fields, after: Fields, ...paths: string[]) => ({
  before,
  after,
  fields: paths.map((path) => ({ path, before: before[path] as never, after: after[path] as never })),
});
const moved = (before: Fields, after: Fields, forUsers: Change["forUsers"], more: Partial<SampleChange> = {}) => ({
  ...changed(before, after, "status"),
  forUsers,
  transition: forUsers === "decides" ? forUsers : undefined,
  ...more,
});
const leaving: Partial<SampleChange> = { action: "forget", construct: undefined, calls: [], fields: [] };

test.each<[string, Partial<SampleChange>]>([
  ["starts for 10 % of users", moved({}, active, "starts")],
  ["starts", moved({}, { ...active, allocation: secret }, "starts")],
  ["starts again for 10 % of users", moved(ended, active, "starts again")],
  ["stops", moved(active, ended, "stops")],
  ["takes in no more users", moved(active, { ...active, status: "assignment_stopped" }, "stops")],
  ["stops, and goes back to set-up", moved(active, { ...active, status: "setup" }, "stops")],
  ["is archived", moved(ended, { ...ended, status: "archived" }, "archives")],
  ["Green wins", moved(active, decided, "decides")],
  ["Control stays", moved(active, { ...decided, launchedGroupID: "control" }, "decides")],
  ["is decided, and no group wins", moved(active, { ...decided, launchedGroupID: null }, "decides")],
  ['is decided for "tset", which is no group', moved(active, { ...decided, launchedGroupID: "tset" }, "decides")],
  ["Green wins, instead of control", moved({ ...decided, launchedGroupID: "control" }, decided, "decides")],
  ["grows from 10 % to 60 % of users", changed(active, { ...active, allocation: 60 }, "allocation")],
  [
    "shrinks from 10 % to 5 % of layer top, once it starts",
    changed({ allocation: 10, layerID: "top" }, { allocation: 5, layerID: "top" }, "allocation"),
  ],
  [
    "how many users take part changes, and the plan hides it",
    changed(active, { ...active, allocation: secret }, "allocation"),
  ],
  ["its groups change while it runs", changed(active, { ...active, groups: [control] }, "groups")],
  [
    "Green gets something else",
    {
      before: active,
      after: { ...active, groups: [control, { ...green, parameterValues: { colour: "x" } }] },
      fields: [{ path: "groups[1].parameterValues.colour", before: "green", after: "x" }],
    },
  ],
  ["other users take part", changed(active, { ...active, targetingGateID: "beta" }, "targetingGateID")],
  ["planned for 14 days, not 28", changed({ ...active, duration: 28 }, { ...active, duration: 14 }, "duration")],
  ["planned for 14 days, not 28, once it starts", changed({ duration: 28 }, { duration: 14 }, "duration")],
  [
    "its duration is no longer sent while it runs",
    { ...changed(active, active), fields: [{ path: "duration", before: 2, isUnsent: true }] },
  ],
  ["its hypothesis changes after it has ended", changed(ended, { ...ended, hypothesis: "b" }, "hypothesis")],
  ["its primary metrics change before it starts", changed({}, { status: "setup" }, "primaryMetrics")],
  ["its allocation and groups change while it runs", changed(active, active, "allocation", "groups")],
  ["4 fields change", { ...changed({}, {}, "a", "b", "c", "d"), kind: "segment" }],
  [
    "is sent, and nobody knows what the service has",
    { ...changed({}, {}, "query"), kind: "ingestion_source", former: "unknown" },
  ],
  ["its SQL changes", { ...changed({}, {}, "sql"), kind: "metric_source" }],
  [
    "its Benjamini-Hochberg per variant and CURE covariates change before it starts",
    changed({}, { status: "setup" }, "benjaminiHochbergPerVariant", "cureCovariates"),
  ],
  ['its "is verified" changes', { ...changed({}, {}, "isVerified"), kind: "metric_source" }],
  [
    'its "enabled" and column mapping change',
    { ...changed({}, {}, "enabled", "column_mapping"), kind: "ingestion_source" },
  ],
  ["is created, in set-up", { action: "create", ...changed({}, {}, "name") }],
  ["is created", { action: "create", ...changed({}, { status: secret }, "name") }],
  ["its name changes", changed({ status: secret }, { status: secret }, "name")],
  [
    "grows from 10 % to 60 % of users",
    changed({ status: secret, allocation: 10 }, { status: secret, allocation: 60 }, "allocation"),
  ],
  ["is created here, though it exists", { action: "create", risks: [aRisk({ name: "moved-without-adopt" })] }],
  ["is created, and cannot be changed here later", { action: "create", kind: "segment", isFinal: true }],
  ["a new version, beside the former one", { action: "version", kind: "prompt_version" }],
  ["is adopted, and overwritten by what is declared", { action: "adopt" }],
  ["is adopted as it is", { action: "adopt", calls: [] }],
  ["is sent as running, and nobody knows what the service has", { action: "retry", forUsers: "overwrites" }],
  ["is sent again, as the last call failed", { action: "retry" }],
  ["is sent again unchanged: reapply 1 → 2", { action: "reapply", cause: "reapply 1 → 2", fields: [] }],
  ["is sent again: reapply 1 → 2", { action: "reapply", cause: "reapply 1 → 2" }],
  ["is validated by the service, which keeps nothing", { action: "dry-run" }],
  ["keeps running, and leaves the code", { ...leaving, forUsers: "leaves" }],
  ["leaves Terraform's state, and stays in the service as it is", { ...leaving, construct: "checkout/a" }],
])("a title is a sentence: %s", (sentence, change) => {
  const title = rawText(titleWords(quiet(change)));
  expect(title).toMatch(/^(?:[A-Z][a-z ]+ )?checkout_button: /);
  expect(title.replace(/^.*?: /, "")).toBe(sentence);
});

test("a title has the name that people use, and counts those that are alike", () => {
  expect(rawText(titleWords(quiet({ title: "Button", kind: "segment", action: "create" })))).toBe(
    "Segment Button: is created",
  );
  expect(rawText(titleWords(quiet({ name: null, ...moved(active, ended, "stops") }), 3))).toBe(
    "(named during the deploy) and 3 similar, each: stops",
  );
});

const bar = (...runs: [string, number][]) => runs.map(([sign, count]) => sign.repeat(count)).join("");

test.each<[string, Partial<SampleChange>, (string | RegExp)[]]>([
  [
    "a start",
    {
      ...moved(
        { ...active, status: "setup" },
        { ...active, hypothesis: "Green sells.", primaryMetrics: [{ name: "orders", direction: "increase" }] },
        "starts",
      ),
      endsOn: "2026-12-18",
    },
    [
      "10 % of users take part.",
      `before  ${bar(["▱", 4], ["·", 36])}`,
      `after   ${bar(["█", 2], ["▓", 2], ["·", 36])}`,
      /group +share +colour\n/,
      /█ Control +50 % +blue\n/,
      /Hypothesis +Green sells\.\n/,
      /Primary metric +orders should increase\n/,
      /Ends +18 December 2026/,
      /Compared with +Control/,
    ],
  ],
  [
    "a start in a layer that nobody knows, with a group of a size that nobody knows",
    moved(
      {},
      { ...active, layerID: Opaque.unknown(), groups: [control, { ...green, size: Opaque.unknown() }] },
      "starts",
    ),
    ["10 % of the users of layer (known at deploy time) take part.", /Green +\(known at deploy time\) +green\n/],
  ],
  [
    "a start with another share and hypothesis than were planned",
    {
      ...moved({ ...active, status: "setup", allocation: 5, targetingGateID: "beta" }, active, "starts"),
      fields: [
        { path: "hypothesis", before: "Red sells.", after: "Green sells." },
        { path: "allocation", before: 5, after: 10 },
        { path: "targetingGateID", before: "beta", after: null },
      ],
    },
    [
      "10 % of users take part.",
      /hypothesis: Red sells. → Green sells.\n/,
      /allocation: 5 → 10\n/,
      /targeting gate ID: beta → \(none\)\n/,
    ],
  ],
  [
    "a start of nothing",
    moved({}, { status: "active" }, "starts"),
    [/Hypothesis +\(none\)\n/, /Primary metric +\(none\)\n/],
  ],
  [
    "more users of a layer behind a gate",
    {
      ...changed(
        { ...active, layerID: "top", targetingGateID: "beta" },
        { ...active, layerID: "top", targetingGateID: "beta", allocation: 60 },
      ),
      forUsers: "changes",
    },
    ["10 → 60 % of the users of layer top who pass gate beta take part."],
  ],
  [
    "sizes, and a group that is switched off",
    {
      before: active,
      after: {
        ...active,
        groups: [
          { ...control, size: 20 },
          { ...green, disabled: true },
        ],
      },
      fields: [
        { path: "groups[0].size", before: 50, after: 20 },
        { path: "groups[1].disabled", after: true },
      ],
      forUsers: "changes",
    },
    [
      "As before, 10 % of users take part.",
      /Control +50 → 20 % +blue/,
      /Green \(switched off\) +50 %/,
      /group "green" › disabled: true\n/,
    ],
  ],
  [
    "a group for another one",
    {
      ...changed(active, { ...active, groups: [control, { id: "red", size: 50, parameterValues: { size: 1 } }] }),
      forUsers: "changes",
    },
    [/red \(new\) +50 %/, /Green \(removed\)/],
  ],
  [
    "values",
    {
      ...changed(active, { ...active, groups: [control, { ...green, parameterValues: { colour: null } }] }),
      forUsers: "changes",
    },
    [/Green +50 % +green → \(none\)\n/],
  ],
  [
    "another name of a group",
    {
      before: active,
      after: { ...active, groups: [{ ...control, name: "Lime" }, green] },
      fields: [{ path: "groups[0].name", before: "Control", after: "Lime" }],
    },
    [/Lime control +50 %/, /group "control" › name: Control → Lime\n/],
  ],
  [
    "groups of one name, with their ids",
    {
      ...changed(active, { ...active, groups: [control, { ...green, id: "GREEN", name: "Green" }] }),
      forUsers: "changes",
    },
    [/Green GREEN \(new\)/, /Green green \(removed\)/],
  ],
  [
    "values of groups that look the same",
    {
      ...changed(
        { ...active, groups: [{ ...control, parameterValues: { a: "x", n: 1 } }, green] },
        { ...active, groups: [{ ...control, parameterValues: { a: "x\n", n: "1" } }, green] },
      ),
      forUsers: "changes",
    },
    [/a line break at its end: added +1 → "1"/],
  ],
  [
    "values of several groups that would look the same",
    moved(
      {},
      {
        ...active,
        groups: [
          { ...control, parameterValues: { a: "1", b: "true", c: "", d: "x".repeat(300) } },
          { ...green, parameterValues: { a: 1, b: true, c: null, d: "x".repeat(301) } },
        ],
      },
      "starts",
    ),
    [
      /Control +50 % +"1" +"true" +"" +x+… \(300 characters\)\n/,
      /Green +50 % +1 +true +\(none\) +x+… \(301 characters\)\n/,
    ],
  ],
  [
    "parameters whose names nobody would see",
    moved({}, { ...active, groups: [{ ...green, parameterValues: { "": 1, " ": 2 } }] }, "starts"),
    [/group +share +"" +"\\u0020"\n/],
  ],
  [
    "a long value, from where it differs",
    {
      ...changed(
        { ...active, groups: [{ ...control, parameterValues: { a: `${"x".repeat(300)}a` } }, green] },
        { ...active, groups: [{ ...control, parameterValues: { a: `${"x".repeat(300)}b` } }, green] },
      ),
      forUsers: "changes",
    },
    [/"…x{12}a" → "…x{12}b"/],
  ],
  [
    "another layer, as an export has it",
    changed({ ...active, layerID: "a" }, { ...active, layerID: "b" }, "layerID"),
    ["10 % of the users of layer a → b take part."],
  ],
  [
    "an allocation that goes after the end",
    changed(ended, { ...ended, allocation: null }, "allocation"),
    [/allocation: 10 → \(none\)\n/],
  ],
  [
    "a start with a control group that is none of its groups",
    changed({ status: "setup" }, { ...active, controlGroupID: "x" }, "controlGroupID"),
    [/control group ID: (?:.*→ )?x\n/],
  ],
  [
    "a new group that has more than the table",
    {
      before: active,
      after: { ...active, groups: [control, green, { id: "red", description: "Loud." }] },
      fields: [{ path: "groups[2]", after: { id: "red", description: "Loud." } }],
    },
    [/red \(new\) +without size/, /groups: .*Loud\./],
  ],
  [
    "groups in another order",
    {
      before: active,
      after: active,
      fields: [{ path: "groups", before: [green, control], after: [control, green] }],
    },
    [/groups \(order\): green, control → control, green\n/],
  ],
  [
    "a stop",
    moved(active, ended, "stops"),
    [
      "Until now, 10 % of users took part.",
      /after +\? what its users get, the service decides/,
      /Status +active → experiment_stopped/,
    ],
  ],
  [
    "a decision",
    moved(active, decided, "decides"),
    [/\? Green: who gets it, the service decides/, /Green \(wins\)/, /Reason +More orders\./],
  ],
  [
    "a decision with another share, which nobody else says",
    {
      ...moved(active, { ...decided, allocation: 100, targetingGateID: "eu" }, "decides"),
      fields: [
        { path: "allocation", before: 10, after: 100 },
        { path: "targetingGateID", before: null, after: "eu" },
      ],
    },
    ["Until now, 10 % of users took part.", /allocation: 10 → 100\n/, /targeting gate ID: .*eu\n/],
  ],
  [
    "an archive of what is decided",
    moved(decided, { ...decided, status: "archived" }, "archives"),
    [/\n {2}\? Green: who gets it, the service decides/, /Status +decision_made → archived/],
  ],
  [
    "hidden values",
    {
      ...changed(active, { ...active, allocation: secret, groups: [control, { ...green, parameterValues: secret }] }),
      forUsers: "changes",
    },
    ["10 % → (hidden) of users", "how many take part is hidden", /Green +50 % +green → \(hidden\)/],
  ],
  [
    "hidden groups",
    { ...changed(active, { ...active, groups: secret }, "groups"), forUsers: "changes" },
    ["who gets what is hidden", /groups:[\s\S]* \(hidden\)\n/],
  ],
  [
    "set-up",
    changed({ ...active, status: "setup" }, { ...active, status: "setup" }),
    ["Once it starts, 10 % of users take part."],
  ],
  [
    "a leave",
    { ...leaving, forUsers: "leaves", before: active, after: {} },
    ["10 % of users take part, and go on to."],
  ],
])("a card says who takes part, and what each group gets: %s", (_, change, facts) => {
  const text = linesOfChanges([quiet(change)]).join("\n");
  for (const fact of facts) expect(text).toMatch(fact);
});

test("a card has what it is, whose and where, what else changes, what else is sent, warnings, and its calls", () => {
  const lines = linesOfChanges([
    quiet({
      title: "Button",
      file: "experiments/button.yaml",
      fields: [
        { path: "allocation", before: 50, after: 25 },
        { path: "description", before: "a", after: "b" },
        { path: "sequentialTesting", before: true, isUnsent: true },
      ],
      alsoSent: ["status", "hypothesis"],
      warnings: ["synth warns"],
      before: active,
      after: { ...active, allocation: 25, team: "Growth" },
    }),
  ]).map((line) => line.trim());
  expect(lines).toContain("experiment checkout_button · team Growth · experiments/button.yaml");
  expect(lines).toContain("description: a → b");
  expect(lines).toContain("sequential testing: true → no longer sent: the service may keep or clear it");
  expect(lines).toContainEqual(expect.stringMatching(/^Also sent +status and hypothesis, as declared/));
  expect(lines).toContainEqual(expect.stringMatching(/^Warning +synth warns$/));
  expect(lines).toContain("1 call: POST /console/v1/experiments/checkout_button");
  expect(lines.filter((line) => line.startsWith("allocation"))).toEqual([]);
});

test("what a risk says, no warning says again in its card", () => {
  const warnings = ["a.yaml:3:5: no metric", "a.yaml:4:5: sizes"].map((text, index) =>
    warningText(index === 0 ? "start-incomplete" : "group-sizes", text),
  );
  const lines = linesOfChanges([anUpdate({ warnings, risks: [aRisk({ name: "start-incomplete" })] })]);
  expect(lines.filter((line) => /no metric|: sizes/.test(line))).toEqual([expect.stringMatching(/Warning +.*: sizes/)]);
});

test.each<[string, Partial<Risk>[], Partial<Review>, Partial<SampleChange>?]>([
  ["Nothing changes", [], { stacks: [] }],
  ["Ready: no known risk", [], {}],
  ["No known risk, not compared with the service", [], {}, moved(active, ended, "stops")],
  ["Ready: no known risk", [], { comparedWith: { sources: ["a.json"], entities: 1 } }, moved(active, ended, "stops")],
  ["Not ready: 1 decision is open", [{}], {}],
  ["Not ready: 2 decisions are open", [{}, { name: "status-step" }, { accepted: true }], {}],
  ["Ready: its risk is acknowledged", [{ acknowledged: true }], {}],
  ["Ready: all 2 risks are accepted", [{ accepted: true }, { accepted: true, what: "b" }], {}],
  ["Ready: all 2 risks are accepted or acknowledged", [{ accepted: true }, { acknowledged: true }], {}],
])("the first line is the verdict: %s", (verdict, risks, more, change = {}) => {
  const changes = risks.map((risk) => anUpdate({ risks: [aRisk(risk)], before: {}, after: {}, effect: undefined }));
  const review = { ...aReview([quiet({ before: {}, after: {}, ...change }), ...changes]), ...more };
  expect(linesOf(review)[0]).toBe(verdict);
  expect(reviewReport.title(review)).toMatch(new RegExp(`^${verdict}: review of`));
});

test.each<[string, Partial<SampleChange>]>([
  ["stopped in the console starts again", moved(active, { ...active, allocation: 25 }, "changes")],
  ["changed in the console is reverted", moved(active, ended, "stops")],
  ["may have been changed in the console", { ...moved(active, {}, "leaves"), action: "forget", calls: [] }],
])("what was not compared with the service is named by what the deploy does to it: %s", (words, change) => {
  const ways = ["starts again", "is reverted", "may have been changed"];
  const [line = ""] = linesOf(aReview([quiet(change)])).filter((each) => each.includes("--records"));
  expect(line).toContain(words);
  expect(ways.filter((way) => line.includes(way))).toHaveLength(1);
});

test("under it stands what it rests on: commit, plan, stacks with their URLs, records, and calls", () => {
  const service = { baseUrl: "https://a.example", apiKeyVariable: "KEY" };
  const stacks = [
    ...aReview([quiet()], { service, plannedAt: "2026-11-22T16:44:10Z" }).stacks,
    ...aReview([], { name: "other", service: { apiKeyVariable: "KEY" } }).stacks,
  ];
  expect(linesOf({ stacks, commit: "0123456789abcdef" })[1]).toBe(
    "commit 0123456789ab · planned 2026-11-22 16:44 UTC · stacks checkout (https://a.example) and other (base URL known at deploy time) · 1 call, nothing is deleted in the service",
  );
  const compared = linesOf({ stacks, comparedWith: { sources: ["records.json"], entities: 14 } });
  expect(compared[1]).toContain("compared with records.json (14 entities)");
});

test("where a platform shows the code, the request, the commit, each file, and the place of a warning are links", () => {
  const files = "https://a.example/blob/0123456789ab";
  const commit = "https://a.example/commit/0123456789ab";
  const request = { title: "pull request #482", address: "https://a.example/pull/482" };
  const code = { commit, files, directory: "apps", request };
  const warnings = [
    'synth warns of experiments/_defaults.yaml:8:31: team: x [acknowledge: "blank"]',
    "synth warns: a:1:2: x",
  ];
  const one = quiet({ name: "one", file: "experiments/one page.yaml", warnings, before: {}, after: active });
  const review = {
    ...aReview([one, { ...one, name: "two", file: "../../two.yaml" }]),
    commit: "0123456789abcdef",
    code,
  };
  const markdown = markdownOf(review);
  expect(markdown).toContain("<sub>[pull request `#482`](https://a.example/pull/482) · commit [`0123456789ab`](");
  expect(markdown).toContain(`[\`experiments/one page.yaml\`](${files}/apps/experiments/one%20page.yaml)`);
  expect(markdown).toContain("| `../../two.yaml` |");
  expect(markdown).toContain(
    `: synth warns of [\`experiments/_defaults.yaml:8:31\`](${files}/apps/experiments/_defaults.yaml#L8): team: x `,
  );
  const { code: _, ...elsewhere } = review;
  expect(markdownOf(elsewhere)).not.toContain("](");
  expect(linesOf(review).map((line) => line.replace("pull request #482 · ", ""))).toEqual(linesOf(elsewhere));
});

test("a risk has its title, what and why, and the choice; once decided, how", () => {
  const risky = (more: Partial<SampleChange>, ...risks: Risk[]) => anUpdate({ risks, ...more });
  const changes = [
    risky({ name: "a", file: "a.yaml" }, aRisk()),
    risky({ name: "my b", file: "b.json" }, aRisk({ what: "allocation 1 → 9" })),
    risky({ name: "c", ...leaving }, aRisk({ name: "running-unmanaged", what: "it leaves" })),
    risky({ name: "d" }, aRisk({ accepted: true }), aRisk({ name: "status-step", acknowledged: true })),
  ];
  const lines = linesOfChanges(changes).map((line) => line.trim());
  expect(lines).toContain(`${aRisk().title} (ramp)`);
  expect(lines).toContain("Allocation 10 → 60. At once.");
  expect(lines).toContainEqual(expect.stringMatching(/^Leave it out +\S/));
  expect(lines.filter((line) => line.startsWith("Accept it")).map((line) => line.replace(/ {2,}/, ": "))).toEqual([
    "Accept it once: --accept ramp:experiment/a",
    "Accept it for good: acknowledge: [ramp]",
    "Accept it once: --accept 'ramp:experiment/my b'",
    'Accept it for good: "acknowledge": ["ramp"]',
    "Accept it once: --accept running-unmanaged:experiment/c",
  ]);
  expect(lines).toContain("Accepted, for this once only.");
  expect(lines).toContain("Accepted for good: acknowledged in the code.");
  const inJob = (acceptedIn: "approval" | "note") =>
    linesOf({ ...aReview(changes), commit: "0123456789", acceptedIn }).join("\n");
  expect(inJob("note")).toMatch(/Accept it once +accept 01234567 ramp:experiment\/a\n/);
  expect(inJob("approval")).toMatch(/Accept it once +accept ramp:experiment\/a\n/);
});

test("similar changes are one card, which names all; a line accepts all four, and fewer have a line each", () => {
  const named = (...names: string[]) =>
    names.map((name) => anUpdate({ name, construct: `checkout/${name}`, risks: [aRisk()] }));
  const four = linesOfChanges(named("a", "b", "c", "d")).join("\n");
  expect(four).toMatch(/^! a and 3 similar, each: /m);
  expect(four).toMatch(/^ {2}d +50 → 25 % of users, in set-up +checkout\/d$/m);
  expect(four).toMatch(/Accept all of them once +--accept 'ramp 4 [0-9a-f]{8}'\n/);
  expect(four).toContain("4 calls: POST /console/v1/experiments/checkout_button, and 3 calls more like it");
  const two = linesOfChanges(named("a", "b")).join("\n");
  expect(two).toMatch(/Accept it once +--accept ramp:experiment\/a\n +--accept ramp:experiment\/b\n/);
});

test.each([1, 2])("the status of %d that stop is said once, and what says nothing any more is a field", (count) => {
  const textWith = (status: string | null) => {
    const fields = [{ path: "status", before: "active", after: status }];
    const sides = { before: active, after: { ...active, status } };
    const names = ["a", "b"].slice(0, count);
    return linesOfChanges(names.map((name) => quiet({ name, forUsers: "stops", fields, ...sides }))).join("\n");
  };
  expect(textWith("experiment_stopped").match(/experiment_stopped/g)).toHaveLength(1);
  expect(textWith(null)).toMatch(/status: active → \(none\)/);
});

test("the index says of similar changes who takes part in each, where that is the same", () => {
  const rowOf = (own: Fields, more: Partial<SampleChange>, ...allocations: number[]) => {
    const changes = allocations.map((allocation, index) => {
      const before = { ...active, ...own };
      const sides = { before: more.forUsers ? { ...before, ...active } : before, after: { ...before, allocation } };
      return quiet({ name: `e${index}`, construct: `checkout/e${index}`, ...sides, fields: [], ...more });
    });
    const other = quiet({ name: "other", fields: [{ path: "description", before: "a", after: "b" }] });
    return /^\| .* similar.* \| (.*?) \|$/m.exec(markdownOf(aReview([...changes, other])))?.[1];
  };
  expect(rowOf({ layerID: "top", status: "setup" }, {}, 10, 10)).toBe(
    "**10 %** of the users of layer top each, in set-up",
  );
  expect(rowOf({}, {}, 60, 60)).toBe("**10 → 60 %** of users each");
  expect(rowOf({ status: "experiment_stopped" }, { forUsers: "stops" }, 10, 10)).toBe(
    "**10 %** of users each until now",
  );
  expect(rowOf({}, {}, 60, 70)).toBe("different shares");
});

test("an index of more than 60 cards counts those that change nothing for users, which stand below", () => {
  const rowsOf = (count: number) => {
    const changes = Array.from({ length: count }, (_, index) =>
      quiet({
        name: `e${index}`,
        construct: `e${index}`,
        fields: [{ path: "description", before: "a", after: `${index}` }],
      }),
    );
    return reviewDoc(aReview(changes)).flatMap((doc) => (doc.node === "table" ? doc.rows : []));
  };
  expect(rowsOf(60)).toHaveLength(61);
  expect(rowsOf(61)).toEqual([[expect.stringContaining("(61)")]]);
});

test("a change in several stacks is one card that says where, and notes which they share are said once", () => {
  const stacks = ["growth-staging", "growth-production"].flatMap(
    (name) => aReview([anUpdate()], { name, notes: ["alike", `only ${name}`] }).stacks,
  );
  const lines = linesOf({ stacks });
  expect(lines[0]).toBe("Not ready: 1 decision is open");
  expect(lines).toContainEqual(expect.stringMatching(/^! checkout_button: .* staging, production$/));
  expect(lines.join("\n")).toMatch(
    /--accept running-groups:growth-staging\/.*\n.*--accept running-groups:growth-production\//,
  );
  expect(lines).toContain("  - growth-staging and growth-production: alike");
  expect(lines).toContain("  - growth-staging: only growth-staging");
});

test("titles stand at the margin of a terminal, and lines keep to its width but for what is pasted", () => {
  const sql = Array.from({ length: 200 }, (_, index) => `line ${index} of many that do not fit`).join("\n");
  const fields = [
    { path: "description", before: "one\n\ttwo\u001b[31m", after: "one" },
    { path: "hypothesis", after: sql },
  ];
  const lines = linesOf(aReview([anUpdate({ fields })]), 40);
  expect(lines.filter((line) => /^[!~]/.test(line))).toHaveLength(1);
  expect(lines).toContain("    - \ttwo\\u001b[31m");
  expect(lines.filter((line) => line.startsWith("    + line"))).toHaveLength(60);
  expect(lines.join("\n")).toContain("    @ 140 more lines, +140: see");
  expect(lines.filter((line) => line.length > 40).map((line) => line.trim())).toEqual([
    "--accept running-groups:experiment/checkout_button",
    "/console/v1/experiments/checkout_button",
  ]);
});

describe("Markdown", () => {
  const many = Array.from({ length: 600 }, (_, index) =>
    anUpdate({
      name: `experiment_${index}_${"x".repeat(80)}`,
      construct: `checkout/${index}`,
      fields: [{ path: "allocation", before: index, after: index + 1 }],
      before: { allocation: index },
      after: { allocation: index + 1 },
      risks: [aRisk({ what: `allocation ${index}` })],
    }),
  );

  test.each([LONGEST_COMMENT, 16_384])(
    "keeps to %d characters: verdict, and the line for all; whole cards; titles; a count",
    (limit) => {
      const notes = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(2_000, "*"));
      const text = markdownOf(aReview(many, { notes, name: "s".repeat(2_000) }), limit);
      // room for the mark by which a pipeline finds its comment
      expect(text.length).toBeLessThanOrEqual(limit - 100);
      expect(text).toMatch(/^### ⚠️ Not ready: 600 decisions are open\n/);
      expect(text).toMatch(/\n--accept 'ramp 600 [0-9a-f]{8}'\n/);
      expect(text.match(/<details><summary>⚠️ <b>/g)?.length).toBeGreaterThan(3);
      expect(text).toMatch(/\n… and \d+ more: see the page\n/);
      expect(text).toMatch(/\*\*5\d\d left out here for length\*\*: see the page, `--format html`/);
    },
  );

  test("has a row and a whole card for each of thirty, and a line for each of their risks", () => {
    const thirty = many.slice(0, 3).concat(many.slice(10, 37).map((each) => ({ ...each, risks: [] })));
    const text = markdownOf({ ...aReview(thirty), commit: "0123456", acceptedIn: "approval" });
    expect(text.match(/^\| \S+ \*\*experiment/gm)).toHaveLength(30);
    expect(text.match(/<details>/g)).toHaveLength(30);
    expect(text).toMatch(/```\naccept ramp:experiment\/experiment_0_.*\naccept .*\naccept .*\n```/);
  });
});

test("from 13 cards on, what needs no decision is folded, and of thousands it has no fields", () => {
  const looks = (count: number) => {
    const changes = Array.from({ length: count }, (_, index) =>
      quiet({
        name: `e${index}`,
        construct: `e${index}`,
        ...moved(active, { ...ended, index }, "stops"),
        fields: [{ path: "index", after: index }],
      }),
    );
    const [section] = reviewDoc(aReview(changes)).filter((doc) => doc.node === "part" && doc.look === "section");
    const cards = section?.node === "part" ? section.body : [];
    return cards.map((card: Doc) => (card.node === "part" ? `${card.look} ${card.foot?.length ?? 0}` : ""));
  };
  expect(looks(12)).toEqual(Array(12).fill("card 1"));
  expect(new Set(looks(13))).toEqual(new Set(["row 1"]));
  expect(new Set(looks(500))).toEqual(new Set(["row 0"]));
});
