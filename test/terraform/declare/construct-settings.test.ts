import { TerraformVariable } from "cdktf";
import { Experiment, InvalidPropsError, MetricSource, Segment } from "../../../lib";
import { experiment, metricSource, segment } from "../entities";
import { emptyStack, messageOf, warningsOf, wrong } from "../synth";

/** The lines of a refusal after the first. */
function linesOf(refusal: string): string[] {
  return refusal.split("\n").slice(1);
}

describe("the settings of a construct", () => {
  test("are checked together with its fields, and misspelt ones are refused", () => {
    const props = { ...segment, service: {}, reapply: 5, acknowledge: ["create-only", "nothing"], adpot: true };
    expect(linesOf(messageOf(() => new Segment(emptyStack(), "x", wrong(props)), InvalidPropsError))).toEqual([
      "  - service: given an object; allowed: an ExperimentationService",
      "  - reapply: given 5; allowed: a string",
      expect.stringMatching(
        /^ {2}- acknowledge\[1\]: given "nothing"; allowed: one of "adopt-without-call", "control-group", /,
      ),
      '  - adpot: unknown field; did you mean "adopt"?',
    ]);
  });

  test.each<[string, () => unknown, string]>([
    [
      "endsOn is a day of the calendar",
      () => new Experiment(emptyStack(), "x", { ...experiment, endsOn: "2026-02-29" }),
      '  - endsOn: given "2026-02-29"; allowed: a day of the calendar as "2026-12-18"',
    ],
    [
      "endsOn is for experiments",
      () => new MetricSource(emptyStack(), "x", wrong({ ...metricSource, endsOn: "2026-12-18" })),
      "  - endsOn: can be used for an experiment only; remove it",
    ],
    [
      "ignoreChanges needs an update",
      () => new Segment(emptyStack(), "x", wrong({ ...segment, ignoreChanges: true })),
      "  - ignoreChanges: cannot be used for a segment, because the service has no update for it; remove it",
    ],
  ])("are refused with their reason: %s", (_, make, line) => {
    expect(linesOf(messageOf(make, InvalidPropsError))).toEqual([line]);
  });

  test("may leave out what an update needs, where an entity is adopted and left alone", () => {
    const props = { name: "Checkout", id: "checkout", adopt: true, ignoreChanges: true };
    expect(warningsOf(new Experiment(emptyStack(), "x", props))).toEqual([]);
  });

  test("say in the request file when an experiment should end, and that it is left alone", () => {
    const props = { ...experiment, endsOn: "2028-02-29", ignoreChanges: true };
    expect(JSON.parse(new Experiment(emptyStack(), "x", props).requester.requestText)).toMatchObject({
      endsOn: "2028-02-29",
      ignoreChanges: true,
      fields: expect.not.objectContaining({ endsOn: expect.anything(), ignoreChanges: true }),
    });
  });

  test.each(["dryRun", "adopt", "ignoreChanges"])(
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

  test("have to be known at synth: service, acknowledge", () => {
    const stack = emptyStack();
    const { listValue, stringValue } = new TerraformVariable(stack, "any", {});
    const props = { ...segment, service: stringValue, acknowledge: listValue };
    expect(linesOf(messageOf(() => new Segment(stack, "x", wrong(props)), InvalidPropsError))).toEqual([
      "  - service: given a token; allowed: an ExperimentationService",
      "  - acknowledge: given a token; allowed: a list of names, known at synth",
    ]);
  });
});
