import { createColors } from "picocolors";
import { LONGEST_COMMENT, toMarkdown } from "../../lib/report/markdown";
import { toText } from "../../lib/report/text";
import type { Change, Review, Risk, StackReview } from "../../lib/review/model";
import { reviewDoc, reviewReport } from "../../lib/review/review-doc";
import { riskReasons } from "../../lib/review/risks-doc";
import { Opaque } from "../../lib/value/value";
import { anUpdate, aReview, aRisk, type SampleChange } from "./samples";

/** A review as text without colours, line by line. */
function linesOf(review: Review, width = Number.POSITIVE_INFINITY): string[] {
  return toText(reviewDoc(review), { colours: createColors(false), width }).split("\n");
}

function linesOfChanges(changes: readonly Change[], width?: number, stack: Partial<StackReview> = {}): string[] {
  return linesOf(aReview(changes, stack), width);
}

function markdownOf(review: Review, limit = LONGEST_COMMENT): string {
  return toMarkdown(reviewDoc(review), { limit });
}

type SampleChanges = Partial<SampleChange>;

const quiet = (changes: SampleChanges = {}) => anUpdate({ risks: [], ...changes });
const leaving: SampleChanges = { action: "forget", construct: undefined, calls: [], fields: [], risks: [] };

test.each<[SampleChanges, RegExp, ...string[]]>([
  [{ action: "create" }, /^ {2}experiment checkout_button \[create\] \(checkout\/button\)$/],
  [
    { title: "Button", whole: { before: {}, after: { status: "active", team: "Growth" } } },
    /Button \(checkout_button\) \[update\] \[active\]/,
    "team Growth",
  ],
  [{ whole: { before: {}, after: { owner: { ownerName: "Ada" } } } }, /\[update\]/, "Ada"],
  [{ file: "experiments/button.yaml" }, /\(experiments\/button\.yaml\)$/],
  [{ action: "version", kind: "prompt_version" }, /prompt version checkout_button \[new version\]/, "which stays"],
  [{ action: "adopt" }, /\[adopt\]/, "adopted, and all that is declared overwrites what it has."],
  [{ action: "adopt", calls: [] }, /\[adopt\]/, "adopted as it exists in the service; no call."],
  [{ action: "retry" }, /\[retry\]/, "the call that failed is made again."],
  [{ action: "reapply", cause: "the cause" }, /\[reapply\]/, "sent again without a change: the cause."],
  [{ action: "dry-run" }, /\[dry run\]/, "validated by the service, which keeps nothing."],
  [leaving, /^ {2}experiment checkout_button \[leaves the code\]$/, "it stays in the service as it is; no call."],
  [{ ...leaving, construct: "checkout/button" }, /\[leaves Terraform's state\]/],
  [{ name: null }, /experiment \(named during the deploy\) \[update\]/],
  [{ warnings: ["synth warns", "of it"] }, /\[update\]/, "note: synth warns", "note: of it"],
])("an entity is a line that says what happens to it: %#", (change, head, ...said) => {
  const lines = linesOfChanges([quiet(change)]);
  const at = lines.findIndex((line) => head.test(line));
  expect(lines.slice(lines.indexOf("Changes"))).toContainEqual(expect.stringMatching(head));
  for (const fact of said) expect(lines.slice(at)).toContainEqual(expect.stringContaining(fact));
});

test("a long text is shown to a limit and by the lines that differ, and lines keep to a width but for what is pasted", () => {
  const fields = [
    { path: "hypothesis", before: "one\n\ttwo\u001b[31m", after: "one" },
    {
      path: "sql",
      after: Array.from({ length: 200 }, (_, index) => `line ${index} of many that do not fit`).join("\n"),
    },
  ];
  const lines = linesOfChanges([anUpdate({ fields })], 40, { notes: ["a note"] });

  expect(lines).toContain("      - \ttwo\\u001b[31m");
  expect(lines).toContainEqual(expect.stringMatching(/^ {8}\S/));
  expect(lines.filter((line) => line.startsWith("      + line"))).toHaveLength(60);
  expect(lines.filter((line) => line.length > 40).map((line) => line.trim())).toEqual([
    "--accept running-groups:experiment/checkout_button",
    "… 140 more lines: see --format json or html",
    "POST /console/v1/experiments/checkout_button",
  ]);
});

test.each<[Partial<Risk>[], string]>([
  [[], "No known risk"],
  [[{}], "Not ready: 1 risk in 1 change needs a decision"],
  [[{}, {}, { accepted: true }], "Not ready: 2 risks in 2 changes need a decision"],
  [[{ acknowledged: true }], "Ready: 1 risk, acknowledged"],
  [[{ accepted: true }, { accepted: true }], "Ready: 2 risks, all accepted"],
  [[{ accepted: true }, { acknowledged: true }], "Ready: 2 risks, all accepted or acknowledged"],
])("the first line is the verdict: %j", (risks, verdict) => {
  const changes = risks.map((each) => anUpdate({ risks: [aRisk(each)] }));
  expect(linesOfChanges([quiet(), ...changes])[0]).toBe(verdict);
});

const comparedWith = { sources: ["records.json"], entities: 14 };

test("under it stands what it rests on: stacks with their URLs, when and from what it was planned, and records", () => {
  const service = { baseUrl: "https://a.example", apiKeyVariable: "KEY" };
  const stacks = [
    ...aReview([quiet()], { service, plannedAt: "2026-11-22T16:44:10Z" }).stacks,
    ...aReview([], { name: "other", service: { apiKeyVariable: "KEY" } }).stacks,
  ];
  expect(linesOf({ stacks, commit: "0123456789abcdef" }).slice(1, 5)).toEqual([
    "stacks checkout (https://a.example) and other (base URL known at deploy time)",
    "planned 2026-11-22 16:44 UTC, commit 0123456789ab",
    "not compared with what the service has now",
    "1 to update: 1 call; nothing is deleted in the service",
  ]);
  expect(linesOf({ stacks, comparedWith })).toContain("compared with records.json (14 entities)");
});

const running = { before: { status: "active", allocation: 10 }, after: { status: "active" } };
const stop: SampleChanges = {
  forUsers: "stops",
  whole: { ...running, after: { status: "experiment_stopped" } },
};

test.each<[string, SampleChanges, boolean, string]>([
  ["a start", { forUsers: "starts" }, false, "good"],
  ["a change of what does not run", {}, false, "good"],
  ["a change of something that runs", { whole: running }, false, "quiet"],
  ["a stop", { forUsers: "stops" }, false, "quiet"],
  ["a stop that is compared with records", stop, true, "good"],
])("without a risk, the tone of %s is told by what is known", (_, change, hasRecords, tone) => {
  const [verdict] = reviewDoc({ ...aReview([quiet(change)]), ...(hasRecords && { comparedWith }) });
  expect(verdict).toMatchObject({ node: "verdict", tone });
});

test("risks are told once each, with why and what changes, and the words that accept each open one", () => {
  const named = (name: string | null, ...risks: Risk[]) =>
    anUpdate({ name, address: `terraform_data.experiment_${name ?? "at_1"}`, risks });
  const lines = linesOfChanges([
    anUpdate({ name: "a", title: "A", risks: [aRisk(), aRisk({ name: "running-units", acknowledged: true })] }),
    named("b", aRisk({ accepted: true }), aRisk({ name: "status-step", what: "c" })),
    named(null, aRisk()),
    named("my d", aRisk()),
  ]);
  const at = lines.indexOf("  ramp: 4 entities");

  expect(lines).toContain("6 risks");
  expect(lines[at + 1]).toContain(riskReasons.ramp);
  expect(lines.slice(at + 2, at + 7)).toEqual([
    "    All of them: --accept ramp",
    "    ! experiment A (a): allocation 10 → 60 --accept ramp:experiment/a",
    "    ! experiment (named during the deploy): allocation 10 → 60 --accept ramp:terraform_data.experiment_at_1",
    "    ! experiment my d: allocation 10 → 60 --accept 'ramp:experiment/my d'",
    "    - experiment b: allocation 10 → 60 (accepted)",
  ]);
  expect(lines.slice(at).map((line) => line.trim())).toEqual(
    expect.arrayContaining(["! experiment b: c --accept status-step:experiment/b", "running-units"]),
  );
  expect(lines).toContain("    - experiment A (a): allocation 10 → 60 (acknowledged)");
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}To decide on each: change what is declared; or /));
  expect(linesOfChanges([named("x", aRisk({ acknowledged: true }))]).join("\n")).not.toContain("To decide");
});

test("similar changes are one entry that names all, and new entities of one kind are a table where they are many", () => {
  const changes = ["a", "b", "c"].map((name) =>
    quiet({ name, construct: `checkout/${name}`, warnings: [`warning of ${name}`] }),
  );
  const lines = linesOfChanges([...changes, quiet({ name: "d", fields: [{ path: "allocation", after: 1 }] })]);
  const at = lines.findIndex((line) => line.startsWith("  3 similar experiments [update]"));
  expect(lines.slice(at).filter((line) => line === "    allocation: 50 → 25")).toHaveLength(1);
  expect(lines.slice(at)).toContainEqual(expect.stringMatching(/^ {4}experiment c +checkout\/c$/));
  expect(lines.slice(at)).toContain("    note: warning of c");
  expect(lines.slice(at)).toContain("    and 2 more like it");

  const created = (count: number) =>
    linesOfChanges(
      Array.from({ length: count }, (_, index) =>
        quiet({
          ...{ action: "create", name: `e${index}`, fields: [{ path: "name", after: index }] },
          whole: { before: {}, after: {} },
        }),
      ),
    ).join("\n");
  expect(created(5)).not.toContain("5 new experiments");
  expect(created(6)).toMatch(/6 new experiments \[create\]\n.*\n {4}experiment e0 +checkout\/button\n/);
  expect(created(6)).toContain("    experiment e5\n    name: 5\n");
});

test("each line says whose it is where there are several stacks, and what they share is said once", () => {
  const stacks = ["staging", "production"].flatMap(
    (name) => aReview([anUpdate(stop)], { name, notes: ["alike", `only ${name}`] }).stacks,
  );
  const lines = linesOf({ stacks });

  expect(lines).toContainEqual(
    expect.stringMatching(/! staging: .* --accept running-groups:staging\/experiment\/checkout_button$/),
  );
  expect(lines).toContain("    - production: experiment checkout_button");
  expect(lines).toContain("Changes in production: 1 call");
  expect(lines.filter((line) => line.includes("alike"))).toEqual(["  - staging and production: alike"]);
  expect(lines).toContain("  - staging: only staging");
  const nothing = stacks.map((stack) => ({ ...stack, changes: [] }));
  expect(linesOf({ stacks: nothing })[0]).toBe("Nothing changes");
  expect(linesOf({ stacks: nothing }).join("\n")).not.toContain("Changes in");
});

test("what needs a decision comes first, then what has one, what moves users, and the rest by its name", () => {
  const order = linesOfChanges([
    ...["e10", "e9"].map((name, index) =>
      quiet({ name, construct: `checkout/${name}`, fields: [{ path: "a", after: index }] }),
    ),
    quiet({ ...stop, name: "moves", fields: [{ path: "a", after: 2 }] }),
    anUpdate({ name: "known", risks: [aRisk({ acknowledged: true })] }),
    anUpdate({ name: "open" }),
    quiet({ ...leaving, name: "left" }),
  ]).filter((line) => /^ {2}experiment .*\[(update|leaves)/.test(line));
  expect(order.map((line) => line.trim().split(" ")[1])).toEqual(["open", "known", "moves", "e9", "e10", "left"]);
});

describe("Markdown", () => {
  const many = Array.from({ length: 600 }, (_, index) =>
    anUpdate({
      name: `experiment_${index}_${"x".repeat(80)}`,
      construct: `checkout/${index}`,
      fields: [{ path: "allocation", before: index, after: index + 1 }],
    }),
  );

  test("is no longer than a comment may be: it says what was left out, and never leaves out a risk", () => {
    const stack = { notes: Array.from({ length: 100 }, (_, index) => `note ${index}`), name: "s".repeat(5_000) };
    const text = markdownOf(aReview(many, stack));
    const shown = text.match(/ · update · running-groups/g)?.length ?? 0;

    // room for the mark by which a pipeline finds its comment
    expect(text.length).toBeLessThanOrEqual(LONGEST_COMMENT - 100);
    expect(text).toContain("Not named here: 580 more with running-groups; the page has all: `--format html`");
    expect(shown).toBeGreaterThan(50);
    expect(text).toContain(`**${600 - shown} left out for length** (`);
    expect(markdownOf(aReview(many.slice(0, 30))).match(/^- ⚠️ experiment /gm)).toHaveLength(30);
  });

  test("keeps to a shorter limit, too, with long notes, and names as many of what is alike as have room", () => {
    const notes = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(2_000, "*"));
    const text = markdownOf(aReview(many, { notes }), 16_384);
    expect(text.length).toBeLessThanOrEqual(16_384);
    expect(text).toMatch(/^\*\*Not ready: .*`running-groups`.*30 notes/s);
    const alike = markdownOf(aReview(many.map((change) => ({ ...change, fields: [], risks: [], forUsers: "leaves" }))));
    expect(alike).toMatch(/… of 600\n.*\*\*600 similar experiments\*\*.*… and 300 more: see the page/s);
  });
});

test("JSON has the names of its contract, and signs in the place of what cannot be read", () => {
  const [sensitive, unknown] = [new Opaque("secret", [], { content: "secret" }), new Opaque("deploy")];
  const fields = [
    { path: "a", before: sensitive, after: sensitive },
    { path: "b", before: 1, after: unknown },
    { path: "c", before: sensitive, after: unknown },
    { path: "d", after: { list: [sensitive, { size: unknown }] } },
    { path: "e", before: null },
    { path: "f", before: sensitive, isUnsent: true as const },
  ];
  const review = aReview([anUpdate({ fields, file: "a.yaml", risks: [aRisk()] })]);
  const [stack] = JSON.parse(JSON.stringify(reviewReport.json(review))).stacks;

  expect(Object.keys(stack)).toEqual(["name", "calls", "notes", "changes"]);
  const names = "action kind name construct file calls fields risks".split(" ");
  expect(Object.keys(stack.changes[0])).toEqual(names);
  expect(stack.changes[0].risks).toEqual([{ name: "ramp", text: "allocation 10 → 60: at once", acknowledged: false }]);
  expect(stack.changes[0].fields).toEqual([
    { path: "a", sensitive: true },
    { path: "b", before: 1, unknown: true },
    { path: "c", sensitive: true, unknown: true },
    { path: "d", after: { list: [{ sensitive: true }, { size: { unknown: true } }] } },
    { path: "e", before: null },
    { path: "f", sensitive: true, noLongerSent: true },
  ]);
});
