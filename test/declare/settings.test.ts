import { TerraformVariable } from "cdktf";
import { Experiment, fromEnvironment, MetricSource, Segment } from "../../lib";
import { experiment, metricSource, segment } from "../terraform/entities";
import { emptyStack, problemsListed, warningsOf, wrong } from "../terraform/synth";

describe("the settings of a construct", () => {
  test("are checked together with its fields, and misspelt ones are refused", () => {
    const props = { ...segment, service: {}, reapply: 5, acknowledge: ["create-only", "nothing"], adpot: true };
    expect(problemsListed(() => new Segment(emptyStack(), "x", wrong(props)))).toEqual([
      "service: given an object; allowed: an ExperimentationService",
      "reapply: given 5; allowed: a string",
      expect.stringMatching(
        /^acknowledge\[1\]: given "nothing"; allowed: one of "adopt-without-call", "control-group", /,
      ),
      'adpot: unknown field; did you mean "adopt"?',
    ]);
  });

  test.each<[string, () => unknown, string]>([
    [
      "endsOn is a day of the calendar",
      () => new Experiment(emptyStack(), "x", { ...experiment, endsOn: "2026-02-29" }),
      'endsOn: given "2026-02-29"; allowed: a day of the calendar as "2026-12-18"',
    ],
    [
      "endsOn is for experiments",
      () => new MetricSource(emptyStack(), "x", wrong({ ...metricSource, endsOn: "2026-12-18" })),
      "endsOn: can be used for an experiment only; remove it",
    ],
    [
      "a name to acknowledge is known at synth",
      () => new Segment(emptyStack(), "x", wrong({ ...segment, acknowledge: ["ramp", fromEnvironment("S")] })),
      "acknowledge[1]: given a token; allowed: a list of names, known at synth",
    ],
    [
      "ignoreChanges needs an update",
      () => new Segment(emptyStack(), "x", wrong({ ...segment, ignoreChanges: true })),
      "ignoreChanges: cannot be used for a segment, because the service has no update for it; remove it",
    ],
  ])("are refused with their reason: %s", (_, make, line) => {
    expect(problemsListed(make)).toEqual([line]);
  });

  test("may leave out what an update needs, where an entity is adopted and left alone", () => {
    const props = { name: "Checkout", id: "checkout", adopt: true, ignoreChanges: true };
    expect(warningsOf(new Experiment(emptyStack(), "x", props))).toEqual([]);
  });

  test("say in the request file when an experiment should end, and that it is left alone", () => {
    const props = { ...experiment, endsOn: "2028-02-29", ignoreChanges: true };
    expect(JSON.parse(new Experiment(emptyStack(), "x", props).inStack.requestText)).toMatchObject({
      endsOn: "2028-02-29",
      ignoreChanges: true,
      fields: expect.not.objectContaining({ endsOn: expect.anything(), ignoreChanges: true }),
    });
  });

  test.each([
    ["dryRun", "true or false, known at synth"],
    ["adopt", "true or false, known at synth"],
    ["ignoreChanges", "true or false, known at synth"],
    ["acknowledge", "a list of names, known at synth"],
    ["strict", "true, false or a list of names, known at synth"],
    ["service", "an ExperimentationService"],
    ["endsOn", "a day, known at synth"],
  ])("have to be known at synth where they decide what there is: %s", (name, allowed) => {
    const stack = emptyStack();
    const { value, stringValue } = new TerraformVariable(stack, "any", {});
    const make = () =>
      name === "endsOn"
        ? new Experiment(stack, "x", { ...experiment, endsOn: stringValue })
        : new MetricSource(stack, "x", wrong({ ...metricSource, [name]: value }));
    expect(problemsListed(make)).toEqual([`${name}: given a token; allowed: ${allowed}`]);
  });
});
