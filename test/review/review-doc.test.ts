import { createColors } from "picocolors";
import { LONGEST_COMMENT, toMarkdown } from "../../lib/report/markdown";
import { toText } from "../../lib/report/text";
import type { Change, Review, Risk, StackReview } from "../../lib/review/model";
import { reviewDoc } from "../../lib/review/review-doc";
import { riskReasons } from "../../lib/review/risks/risk-reasons";
import type { ForUsers } from "../../lib/review/user-impact";
import { Opaque } from "../../lib/value/value";
import { anUpdate, aReview } from "./samples";

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

type SampleChanges = Partial<Parameters<typeof anUpdate>[0]>;

const quiet = (changes: SampleChanges = {}) => anUpdate({ risks: [], ...changes });
const leaving: SampleChanges = { action: "forget", construct: undefined, calls: [], fields: [], risks: [] };

test.each<[SampleChanges, RegExp, ...string[]]>([
  [{ action: "create" }, /^ {2}experiment checkout_button \[create\] \(checkout\/button\)$/],
  [
    { title: "Button", whole: { before: {}, after: { status: "active", team: "Growth" } } },
    /Button \(checkout_button\) \[update\] \[active\]/,
    "team Growth",
  ],
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

test("a long text is shown to a limit, and by the lines that differ", () => {
  const after = Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n");
  const fields = [
    { path: "hypothesis", before: "one\n\ttwo\u001b[31m", after: "one" },
    { path: "sql", after },
  ];
  const lines = linesOfChanges([quiet({ fields })]);

  expect(lines).toContain("      - \ttwo\\u001b[31m");
  expect(lines).toContain("      + line 59");
  expect(lines).toContain("      … 140 more lines: see --format json or html");
});

test("lines are no longer than the width, but for what has no blanks, or is pasted", () => {
  const fields = [
    { path: "sql", before: "select a\nfrom b", after: "select a, a_second_column, a_third_column\nfrom b" },
    { path: "tags", before: ["a", "b", "c"], after: ["d", "e", "f", "g"] },
  ];
  const lines = linesOfChanges([anUpdate({ fields })], 40, { notes: ["a note"] });

  expect(lines.filter((line) => line.length > 40).map((line) => line.trim())).toEqual([
    "--accept running-groups:experiment/checkout_button",
    "POST /console/v1/experiments/checkout_button",
  ]);
  expect(lines).toContain("        a_third_column");
});

test.each<[Partial<Risk>[], string]>([
  [[], "No known risk"],
  [[{}], "Not ready: 1 risk in 1 change needs a decision"],
  [[{}, {}, { accepted: true }], "Not ready: 2 risks in 2 changes need a decision"],
  [[{ acknowledged: true }], "Ready: 1 risk, accepted"],
  [[{ accepted: true }, { acknowledged: true }], "Ready: 2 risks, all accepted"],
])("the first line is the verdict: %j", (risks, verdict) => {
  const [risk] = anUpdate().risks;
  const changes = risks.map((each) => anUpdate(risk === undefined ? {} : { risks: [{ ...risk, ...each }] }));
  expect(linesOfChanges([quiet(), ...changes])[0]).toBe(verdict);
});

const service = { baseUrl: "https://a.example", apiKeyVariable: "KEY" };

test("under it stands what it rests on: stacks with their URLs, when and from what it was planned, and records", () => {
  const [one] = aReview([quiet()], { service, plannedAt: "2026-11-22T16:44:10Z" }).stacks;
  const [other] = aReview([], { name: "other", service: { apiKeyVariable: "KEY" } }).stacks;
  const stacks = [one, other].filter((stack) => stack !== undefined);

  expect(linesOf({ stacks, commit: "0123456789abcdef" }).slice(1, 5)).toEqual([
    "stacks checkout (https://a.example) and other (base URL known at deploy time)",
    "planned 2026-11-22 16:44 UTC, commit 0123456789ab",
    "not compared with what the service has now",
    "1 to update: 1 call; nothing is deleted in the service",
  ]);
  const comparedWith = { sources: ["records.json"], entities: 14 };
  expect(linesOf({ stacks, comparedWith })).toContain("compared with records.json (14 entities)");
});

const running = { before: { status: "active" }, after: { status: "active" } };
const stop: ForUsers = { step: "stops", status: "experiment_stopped", had: { allocation: 10 } };

test.each<[string, SampleChanges, boolean, string]>([
  ["a start", { forUsers: { step: "starts", metrics: [] } }, false, "good"],
  ["a change of what does not run", {}, false, "good"],
  ["a change of something that runs", { whole: running }, false, "quiet"],
  ["a stop", { forUsers: stop }, false, "quiet"],
  ["a stop that is compared with records", { forUsers: stop }, true, "good"],
])("without a risk, the tone of %s is told by what is known", (_, change, hasRecords, tone) => {
  const comparedWith = { sources: ["records.json"], entities: 1 };
  const [verdict] = reviewDoc({ ...aReview([quiet(change)]), ...(hasRecords && { comparedWith }) });
  expect(verdict).toMatchObject({ node: "verdict", tone });
});

test("risks are told once each, with why and what changes, and the words that accept each open one", () => {
  const risk = (name: Risk["name"], what: string, more: Partial<Risk> = {}): Risk => ({
    ...{ name, what, text: "all of it", acknowledged: false },
    ...more,
  });
  const lines = linesOfChanges([
    anUpdate({ name: "a", title: "A", risks: [risk("ramp", "allocation 10 → 60")] }),
    anUpdate({ name: "b", risks: [risk("ramp", "allocation 1 → 60", { accepted: true }), risk("status-step", "c")] }),
    anUpdate({ name: "d", risks: [risk("running-units", "e", { acknowledged: true })] }),
  ]);
  const at = lines.indexOf("  ramp: 2 entities");

  expect(lines).toContain("4 risks");
  expect(lines[at + 1]).toContain(riskReasons.ramp);
  expect(lines.slice(at + 2, at + 4)).toEqual([
    "    ! experiment A (a): allocation 10 → 60 --accept ramp:experiment/a",
    "    - experiment b: allocation 1 → 60 (accepted)",
  ]);
  expect(lines).toContain("    ! experiment b: c --accept status-step:experiment/b");
  expect(lines).toContain("    - experiment d: e (acknowledged)");
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}To decide on each: change what is declared; or /));
  const acknowledged = [anUpdate({ risks: [risk("ramp", "x", { acknowledged: true })] })];
  expect(linesOfChanges(acknowledged).join("\n")).not.toContain("To decide");
});

const groups = {
  parameters: ["colour", "secret"],
  groups: [
    { id: "control", size: 50, values: ["blue", undefined] },
    { id: "green", size: 50, isOff: true, values: ["green", new Opaque("secret")] },
  ],
} as const;
const whole = {
  before: {
    groups: [
      { id: "control", size: 50 },
      { id: "green", size: 50 },
    ],
  },
  after: {
    groups: [
      { id: "control", size: 20 },
      { id: "green", size: 80 },
    ],
  },
};

test.each<[string, ForUsers, ...(string | RegExp)[]]>([
  [
    "a start",
    {
      step: "starts",
      hypothesis: "Green sells more.",
      metrics: [
        { rank: "primary", name: "orders", direction: "increase" },
        { rank: "secondary", name: "all", isTag: true },
      ],
      allocation: 10,
      layer: "top",
      gate: "beta",
      endsOn: "2026-12-18",
      groups,
    },
    "[starts now]",
    "hypothesis: Green sells more.",
    "primary metrics: orders (increase)",
    "secondary metrics: all with the tag all",
    "takes part: 10 % of the users of layer top who pass gate beta",
    "ends: 2026-12-18",
    /group +control +green \(switched off\)$/m,
    /size +50 % +50 %$/m,
    /colour +blue +green$/m,
    /secret +none +hidden$/m,
  ],
  [
    "hidden groups",
    { step: "starts", metrics: [], groups: { hidden: "long" } },
    "is hidden: the groups are too long for a plan",
    "hypothesis: none",
    "primary metrics: none",
  ],
  [
    "groups that were too long for a plan, and a value that is long",
    {
      step: "changes",
      groups: {
        hidden: "long",
        present: { parameters: ["text"], groups: [{ id: "control", values: ["x".repeat(40_000)] }] },
      },
    },
    "the plan does not show what they were",
    /text +x{200}… \(40,000 characters\)$/m,
  ],
  [
    "a change while it runs",
    {
      step: "changes",
      allocation: { before: 10, after: 60 },
      groups: [
        { label: 'group "control"', before: { size: 50 }, after: { size: 20 }, values: [] },
        {
          label: 'group "green"',
          before: { size: 50 },
          after: { size: 80 },
          values: [{ parameter: "colour", before: "green", after: "red" }],
        },
      ],
    },
    "allocation: 10 % → 60 %",
    'group "green" › colour: green → red',
    "group sizes: control 50 % → 20 %, green 50 % → 80 %",
  ],
  [
    "a stop",
    { step: "stops", status: "experiment_stopped", had: { allocation: 10, groups } },
    "becomes experiment_stopped. What its users get from then on, the service decides.",
    "takes part: 10 % of users",
    /colour +blue +green$/m,
  ],
  [
    "a decision",
    { step: "decides", launched: "green", instead: "control", reason: "More orders.", group: groups },
    "launched group: green",
    "instead of group: control",
    "reason: More orders.",
  ],
  ["a decision without a group", { step: "decides", launched: null }, "launched group: none"],
  ["a leave", { step: "leaves", had: { allocation: 10 } }, "It keeps running in the service", "10 % of users"],
  ["what nobody knows", { step: "unknown", allocation: 10 }, "What the service has is unknown", "10 % of users"],
])("of %s is told what it means to users", (_, forUsers, ...facts) => {
  const text = linesOfChanges([quiet({ forUsers, whole })]).join("\n");
  const part = text.slice(text.indexOf("What changes for users"), text.indexOf("\nChanges\n"));
  // a text that is given to toMatch is looked for as it is
  for (const fact of facts) expect(part).toMatch(fact);
});

test("what is alike for users, or changes alike, is one entry that names all", () => {
  const changes = ["a", "b", "c"].map((name) =>
    quiet({ name, construct: `checkout/${name}`, forUsers: stop, warnings: [`warning of ${name}`] }),
  );
  const lines = linesOfChanges([...changes, quiet({ name: "d", fields: [{ path: "allocation", after: 1 }] })]);

  expect(lines).toContain("  3 experiments [stops]");
  expect(lines.filter((line) => line === "    - experiment b")).toHaveLength(1);
  const at = lines.findIndex((line) => line.startsWith("  3 similar experiments [update]"));
  expect(lines.slice(at).filter((line) => line === "    allocation: 50 → 25")).toHaveLength(1);
  expect(lines.slice(at)).toContainEqual(expect.stringMatching(/^ {4}experiment c +checkout\/c$/));
  expect(lines.slice(at)).toContain("    note: warning of c");
  expect(lines.slice(at)).toContain("    and 2 more like it");
});

test("experiments whose groups change alike are told apart where their other groups have other sizes", () => {
  const resized = [{ label: 'group "control"', before: { size: 50 }, after: { size: 20 }, values: [] }];
  const sizes = (control: number, rest: readonly number[]) => ({
    groups: [control, ...rest].map((size, index) => ({ id: index === 0 ? "control" : `rest ${index}`, size })),
  });
  const [one, alike, other] = [[50], [50], [30, 20]].map((rest, index) =>
    quiet({
      name: `e${index}`,
      forUsers: { step: "changes", groups: resized },
      whole: { before: sizes(50, rest), after: sizes(20, rest) },
    }),
  );
  const lines = linesOfChanges([one, alike, other].filter((change) => change !== undefined));
  expect(lines).toContain("  2 experiments [changes while it runs]");
  expect(lines).toContain("    group sizes: control 50 % → 20 %, rest 1 50 %");
  expect(lines).toContain("    group sizes: control 50 % → 20 %, rest 1 30 %, rest 2 20 %");
});

test("new entities of one kind are the rows of a table where they are many", () => {
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
    (name) => aReview([anUpdate({ forUsers: stop })], { name, notes: ["alike", `only ${name}`] }).stacks,
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
  const known = anUpdate().risks.map((risk) => ({ ...risk, acknowledged: true }));
  const order = linesOfChanges([
    ...["e10", "e9"].map((name, index) =>
      quiet({ name, construct: `checkout/${name}`, fields: [{ path: "a", after: index }] }),
    ),
    quiet({ name: "moves", forUsers: stop, fields: [{ path: "a", after: 2 }] }),
    anUpdate({ name: "known", risks: known }),
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
    expect(text).toContain("100 notes");
    expect(markdownOf(aReview(many.slice(0, 30))).match(/^- ⚠️ experiment /gm)).toHaveLength(30);
  });

  test("leaves room for the changes beside what they mean to users", () => {
    const moving = many.map((change, index) => ({
      ...change,
      ...{ risks: [], forUsers: { step: "changes", allocation: { before: index, after: index + 1 } } as const },
    }));
    const text = markdownOf(aReview(moving));
    expect(text.match(/ · changes while it runs\n/g)?.length).toBeGreaterThan(50);
    expect(text.match(/ · update · changes while it runs /g)?.length).toBeGreaterThan(50);
  });

  test("keeps to a shorter limit, too, with long notes", () => {
    const notes = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(2_000, "*"));
    const text = markdownOf(aReview(many, { notes }), 16_384);
    expect(text.length).toBeLessThanOrEqual(16_384);
    expect(text).toMatch(/^\*\*Not ready: .*`running-groups`.*30 notes/s);
  });

  test("names as many of what is alike as have room, and counts the rest", () => {
    const alike = many.map((change) => ({ ...change, fields: [], risks: [] }));
    const text = markdownOf(aReview(alike));
    expect(text).toMatch(/\*\*600 similar experiments\*\*.*… and 300 more: see the page/s);
  });
});
