import { TerraformVariable } from "cdktf";
import { InvalidPropsError, MetricSource, Segment } from "../../../lib";
import { metricSource, segment } from "../entities";
import { emptyStack, messageOf, wrong } from "../synth";

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
