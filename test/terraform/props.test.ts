import { TerraformVariable } from "cdktf";
import { Construct } from "constructs";
import {
  AssignmentSource,
  Experiment,
  type ExperimentProps,
  IngestionSource,
  InvalidPropsError,
  MetricSource,
  PromptVersion,
  Segment,
} from "../../lib";
import { emptyStack, messageOf, wrong } from "./synth";
import { experiment, metricSource, segment } from "./things";

const refusalOf = (props: unknown) =>
  messageOf(() => new Experiment(emptyStack(), "button", wrong<ExperimentProps>(props)), InvalidPropsError);

/** The lines of a refusal under its first. */
function linesOf(refusal: string): string[] {
  return refusal.split("\n").slice(1);
}

describe("props that the interface does not accept", () => {
  test("are refused in one error: path of the construct, and of each field what was given and what is allowed", () => {
    const props = {
      name: "a!",
      allocation: 101,
      groups: [{ size: "50" }, { nam: "B" }],
      status: "on",
      tag: ["x"],
      description: "d".repeat(1001),
      adopt: "yes",
    };
    const parent = new Construct(new Construct(emptyStack(), "team"), "checkout");
    expect(messageOf(() => new Experiment(parent, "button", wrong<ExperimentProps>(props)), InvalidPropsError)).toBe(
      [
        "stack/team/checkout/button (experiment): 9 problems",
        '  - name: given "a!"; allowed: at least 3 characters',
        '  - name: given "a!"; allowed: text that matches /^[a-zA-Z0-9_\\- ]*$/',
        `  - description: given "${"d".repeat(59)}… (a string of 1001 characters); allowed: at most 1000 characters`,
        '  - groups[0].size: given "50"; allowed: a number',
        '  - groups[1].nam: unknown field; did you mean "name"?',
        "  - allocation: given 101; allowed: at most 100",
        '  - status: given "on"; allowed: one of "active", "setup", "decision_made", "abandoned", "archived", "experiment_stopped", "assignment_stopped"',
        '  - adopt: given "yes"; allowed: a boolean',
        '  - tag: unknown field; did you mean "tags"?',
      ].join("\n"),
    );
  });

  test("are one problem when there is one", () => {
    expect(refusalOf({})).toBe("stack/button (experiment): 1 problem\n  - name: required");
  });

  test("are refused with an error of a name of its own", () => {
    expect(() => new Experiment(emptyStack(), "button", wrong<ExperimentProps>({}))).toThrow(
      expect.objectContaining({ name: "InvalidPropsError" }),
    );
  });

  test.each<[string, (scope: Construct) => unknown, string[]]>([
    [
      "a metric source",
      (scope) => new MetricSource(scope, "x", wrong({})),
      "name sql timestampColumn idTypeMapping".split(" "),
    ],
    ["an assignment source", (scope) => new AssignmentSource(scope, "x", wrong({})), ["name"]],
    ["a segment", (scope) => new Segment(scope, "x", wrong({})), ["name", "type"]],
    ["a prompt version", (scope) => new PromptVersion(scope, "x", wrong({})), ["promptID"]],
  ])("say of %s what it requires", (_, make, required) => {
    expect(linesOf(messageOf(() => make(emptyStack()), InvalidPropsError))).toEqual(
      required.map((field) => `  - ${field}: required`),
    );
  });

  test.each([
    ["a date for text", { hypothesis: new Date(0) }, "hypothesis: given an instance of Date; allowed: a string"],
    [
      "a date in a free object",
      { groups: [{ parameterValues: { at: new Date(0) } }] },
      "groups[0].parameterValues.at: given an instance of Date; allowed: a plain JSON object",
    ],
    ["no number", { duration: Number.NaN }, "duration: given NaN; allowed: a finite number"],
    ["a bigint", { duration: 5n }, "duration: given a bigint; allowed: a number"],
    ["undefined in a list", { tags: ["a", undefined] }, "tags[1]: given nothing; allowed: a string"],
    ["a function", { decisionReason: () => "x" }, "decisionReason: given a function; allowed: a string"],
    [
      "half a pair",
      { hypothesis: "\ud800" },
      'hypothesis: given "\\ud800"; allowed: well-formed Unicode: the text holds half a surrogate pair',
    ],
  ])("hold what JSON cannot, told once: %s", (_, props, line) => {
    expect(linesOf(refusalOf({ name: "Checkout", ...props }))).toEqual([`  - ${line}`]);
  });
});

describe("an identity", () => {
  const addressless = 'text other than "", "." and "..", which no address can hold';

  test.each([".", ".."])("cannot be %j", (value) => {
    const makers: [string, (scope: Construct) => unknown][] = [
      ["name", (scope) => new MetricSource(scope, "x", { ...metricSource, name: value })],
      ["name", (scope) => new AssignmentSource(scope, "x", { name: value })],
      ["promptID", (scope) => new PromptVersion(scope, "x", { promptID: value })],
      ["id", (scope) => new PromptVersion(scope, "x", { promptID: "bot", id: value })],
      ["source_name", (scope) => new IngestionSource(scope, "x", { source_name: value })],
    ];
    for (const [field, make] of makers) {
      expect(linesOf(messageOf(() => make(emptyStack()), InvalidPropsError))).toEqual([
        `  - ${field}: given "${value}"; allowed: ${addressless}`,
      ]);
    }
  });

  test("cannot be empty, which is told once", () => {
    expect(linesOf(refusalOf({ name: "Checkout", id: "" }))).toEqual([
      '  - id: given ""; allowed: at least 3 characters',
    ]);
    expect(linesOf(messageOf(() => new PromptVersion(emptyStack(), "x", { promptID: "" }), InvalidPropsError))).toEqual(
      [`  - promptID: given ""; allowed: ${addressless}`],
    );
  });
});

describe("the settings of a construct", () => {
  test("are checked with its fields, and misspelt ones are told", () => {
    const props = { ...segment, service: {}, reapply: 5, acknowledge: ["create-only", "nothing"], adpot: true };
    expect(linesOf(messageOf(() => new Segment(emptyStack(), "x", wrong(props)), InvalidPropsError))).toEqual([
      "  - service: given {}; allowed: an ExperimentationService",
      "  - reapply: given 5; allowed: a string",
      expect.stringMatching(
        /^ {2}- acknowledge\[1\]: given "nothing"; allowed: one of "control-group", "create-only", /,
      ),
      '  - adpot: unknown field; did you mean "adopt"?',
    ]);
  });

  test.each(["dryRun", "adopt"])(
    "have to be known at synth where they decide which resources there are: %s",
    (name) => {
      const stack = emptyStack();
      const { value } = new TerraformVariable(stack, "any", {});
      const props = { ...metricSource, [name]: value };
      expect(linesOf(messageOf(() => new MetricSource(stack, "x", props), InvalidPropsError))).toEqual([
        `  - ${name}: given a token; allowed: true or false, known at synth`,
      ]);
    },
  );

  test("are not sent", () => {
    const stack = emptyStack();
    const made = new Experiment(stack, "x", { ...experiment, adopt: true, reapply: "x", acknowledge: ["derived-id"] });
    expect(made.requestText).not.toMatch(/adopt|reapply|acknowledge/);
  });
});

test("props of the wrong type do not compile", () => {
  const misspelt = { name: "Checkout", alocation: 5 };
  // @ts-expect-error an unknown field
  expect(() => new Experiment(emptyStack(), "x", { name: "Checkout", alocation: misspelt.alocation })).toThrow();
  // @ts-expect-error a string where a number has to be
  expect(() => new Experiment(emptyStack(), "x", { name: "Checkout", allocation: "5" })).toThrow();
  // @ts-expect-error no word of the interface's
  expect(() => new Segment(emptyStack(), "x", { name: "Beta", type: "list" })).toThrow();
  // @ts-expect-error a required field is missing
  expect(() => new MetricSource(emptyStack(), "x", { name: "orders" })).toThrow();
});
