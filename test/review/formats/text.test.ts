import { createColors } from "picocolors";
import { textOf } from "../../../lib/review/formats/text";
import type { Change } from "../../../lib/review/model";
import { Withheld } from "../../../lib/review/value";
import { anUpdate, aReview } from "../samples";

/** The text of changes without colours, line by line. */
function linesOf(changes: readonly Change[], width = Number.POSITIVE_INFINITY, stack = {}): string[] {
  return textOf(aReview(changes, stack), { colours: createColors(false), width }).split("\n");
}

const release: Partial<Change> = { action: "release", construct: undefined, calls: [], fields: [], risks: [] };

test.each<[Partial<Change>, string]>([
  [{ action: "create" }, "  create experiment checkout_button (checkout/button)"],
  [
    { action: "version", kind: "prompt_version" },
    "  new prompt version checkout_button (checkout/button): new beside the former version, which stays",
  ],
  [{ action: "adopt" }, "  adopt experiment checkout_button (checkout/button): taken over as it exists in the service"],
  [
    { action: "adopt", calls: [] },
    "  adopt experiment checkout_button (checkout/button): taken over as it exists in the service; no call",
  ],
  [{ action: "retry" }, "  retry experiment checkout_button (checkout/button): the call that failed is made again"],
  [{ action: "reapply" }, "  reapply experiment checkout_button (checkout/button): sent again without a change"],
  [
    { action: "dry-run" },
    "  dry run of experiment checkout_button (checkout/button): validated by the service, which keeps nothing",
  ],
  [release, "  release experiment checkout_button: left the code; it stays in the service as it is; no call"],
  [{ name: null }, "  update experiment (named during the deploy) (checkout/button)"],
])("an entity is one line that says what happens to it: %#", (change, expected) => {
  expect(linesOf([anUpdate(change)])).toContain(expected);
});

test("fields are values, lines of long texts, or the order of a list", () => {
  const fields = [
    { path: "status", before: "setup", after: "active" },
    { path: "tags[0]", before: "a" },
    { path: "tags[1]", after: "b" },
    { path: "groups", before: [{ id: "a" }, { id: "b" }], after: [{ id: "b" }, { id: "a" }] },
    { path: "description", before: new Withheld("sensitive", "1"), after: new Withheld("unknown") },
    { path: "sequentialTesting", before: true, noLongerSent: true as const },
    { path: "externalExperimentName", before: "one\ntwo", noLongerSent: true as const },
    { path: "hypothesis", before: "one\n\ttwo\u001b[31m", after: "one" },
  ];

  expect(linesOf([anUpdate({ fields, risks: [] })]).slice(4, -3)).toEqual([
    '    status: "setup" → "active"',
    '    - tags[0]: "a"',
    '    + tags[1]: "b"',
    '    groups (order): ["a", "b"] → ["b", "a"]',
    "    description: (sensitive) → (known after the deploy)",
    "    sequentialTesting: true → (no longer sent)",
    "    externalExperimentName (no longer sent):",
    "      - one",
    "      - two",
    "    hypothesis:",
    "        one",
    "      - \ttwo\\u001b[31m",
  ]);
});

test("a long text is shown to a limit", () => {
  const after = Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n");
  const lines = linesOf([anUpdate({ fields: [{ path: "sql", after }] })]);

  expect(lines).toContain("      + line 59");
  expect(lines).toContain("      … 140 more lines: see --format json or html");
});

test("lines are parted at the width, between words", () => {
  const lines = linesOf(
    [anUpdate({ fields: [{ path: "tags", before: ["a", "b", "c"], after: ["d", "e", "f", "g"] }] })],
    40,
  );

  expect(lines.filter((line) => line.length > 40 && !line.includes("POST"))).toEqual([
    "  update experiment checkout_button (checkout/button)",
  ]);
  expect(lines.slice(-8, -4)).toEqual(["    tags:", '      - ["a", "b", "c"]', '      + ["d", "e", "f", "g"]', ""]);
});

test("entities with nothing to say stand line by line", () => {
  const lines = linesOf([anUpdate(release), anUpdate(release), anUpdate()], undefined, { remarks: ["a remark"] });

  expect(lines.slice(2, 6).map((line) => line.slice(0, 9))).toEqual(
    ["  release", "  release", "", "  update "].slice(0, 4),
  );
  expect(lines).toContain("  note: a remark");
});

test.each([
  [0, 0, "no change; nothing is deleted in the service"],
  [1, 0, "1 to update: 1 call; 1 risk, not acknowledged; nothing is deleted in the service"],
  [3, 1, "3 to update: 3 calls; 3 risks, of which 2 are not acknowledged; nothing is deleted in the service"],
  [2, 2, "2 to update: 2 calls; 2 risks, acknowledged; nothing is deleted in the service"],
])("the last line sums up: %i changes, %i acknowledged", (count, known, expected) => {
  const [risk] = anUpdate().risks;
  const changes = Array.from({ length: count }, (_, index) =>
    anUpdate(risk === undefined ? {} : { risks: [{ ...risk, acknowledged: index < known }] }),
  );

  expect(linesOf(changes, 1_000).at(-2)).toBe(expected);
});
