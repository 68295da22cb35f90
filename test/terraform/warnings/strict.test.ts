import { TerraformVariable } from "cdktf";
import { Experiment, ExperimentationService, type ExperimentProps, Segment } from "../../../lib";
import { experiment, segment } from "../entities";
import { emptyStack, messageOf, problemsListed, synth, warningsOf, wrong } from "../synth";

const uneven = { ...experiment, groups: [{ id: "control", size: 90 }], team: "growth" } satisfies ExperimentProps;

const GROUP_SIZES =
  '[stack/x] groups: sizes add up to 90, not to 100 [an error because of strict; to accept it: acknowledge: ["group-sizes"]]';
const ENTERPRISE =
  '[stack/x] team: accepted by the service in the enterprise tier only [an error because of strict; to accept it: acknowledge: ["enterprise-only"]]';

/** What synth refuses, line by line. */
function refusalOf(props: Partial<ExperimentProps>, service?: ExperimentationService["strict"]): string[] {
  const message = messageOf(() =>
    synth((stack) => {
      new Experiment(stack, "x", { ...uneven, ...props });
      // a service that is declared later counts as well
      new ExperimentationService(stack, "service", { strict: service });
    }),
  );
  return message.split("\n").filter((line) => line.includes("because of strict"));
}

describe("a warning is an error at synth", () => {
  test("where strict is true: all of them, in one error", () => {
    expect(refusalOf({ strict: true }).map((line) => line.trim())).toEqual([GROUP_SIZES, ENTERPRISE]);
  });

  test("where strict names it", () => {
    expect(refusalOf({ strict: ["group-sizes"] }).map((line) => line.trim())).toEqual([GROUP_SIZES]);
  });

  test("where the service asks for it, and the construct for another", () => {
    expect(refusalOf({}, true)).toHaveLength(2);
    expect(refusalOf({ strict: false }, ["group-sizes"])).toHaveLength(1);
    expect(refusalOf({ strict: ["enterprise-only"] }, ["group-sizes"])).toHaveLength(2);
  });

  test("on every construct that has it, though it is shown once in a stack", () => {
    const message = messageOf(() =>
      synth((stack) => {
        new Segment(stack, "first", { ...segment, team: "growth", id: "first" });
        new Segment(stack, "second", { ...segment, team: "growth", id: "second", strict: true });
      }),
    );
    expect(message).toContain("[stack/second] team: accepted by the service in the enterprise tier only [an error");
    expect(message).not.toContain("stack/first");
  });
});

describe("a warning stays one", () => {
  test.each<[string, Partial<ExperimentProps>, ExperimentationService["strict"]]>([
    ["where nothing is strict", {}, undefined],
    ["where strict is false", { strict: false }, false],
    ["where strict names another", { strict: ["create-only"] }, ["derived-id"]],
    ["where strict names none", { strict: [] }, []],
  ])("%s", (_, props, strict) => {
    synth((stack) => {
      new ExperimentationService(stack, "service", { strict });
      expect(warningsOf(new Experiment(stack, "x", { ...uneven, ...props }))).toHaveLength(2);
    });
  });
});

test("what a construct acknowledges is no error", () => {
  synth((stack) => {
    new ExperimentationService(stack, "service", { strict: true });
    const acknowledge = ["group-sizes", "enterprise-only"] as const;
    new Experiment(stack, "x", { ...uneven, acknowledge, strict: ["group-sizes"] });
  });
});

test.each(["before", "after"])(
  "what the service acknowledges is neither shown nor an error, declared %s its constructs",
  (when) => {
    let shown: string[] = [];
    const synthesised = synth((stack) => {
      const acknowledge = ["group-sizes", "enterprise-only", "running-groups"] as const;
      const service = () => new ExperimentationService(stack, "service", { strict: true, acknowledge });
      if (when === "before") service();
      const x = new Experiment(stack, "x", { ...uneven, acknowledge: ["group-sizes", "ramp"] });
      if (when === "after") service();
      shown = warningsOf(x);
    });
    expect(shown).toEqual([]);
    // a review tells what is in vain: "ramp", unless there is such a risk, but not what a warning needs
    expect(JSON.parse(synthesised.fileText("requests/experiment_checkout_button.json"))).toMatchObject({
      acknowledged: ["running-groups", "ramp"],
      withoutWarning: ["ramp"],
    });
  },
);

test("the service of another construct does not count", () => {
  synth((stack) => {
    const lenient = new ExperimentationService(stack, "lenient");
    const strict = new ExperimentationService(stack, "strict", { strict: true });
    new Experiment(stack, "x", { ...uneven, service: lenient });
    new Experiment(stack, "y", { ...experiment, id: "other", service: strict });
  });
});

describe("strict refuses", () => {
  const ofService = (strict: unknown) => () =>
    new ExperimentationService(emptyStack(), "service", { strict: wrong(strict) });
  const ofConstruct = (strict: unknown) => () => new Segment(emptyStack(), "x", { ...segment, strict: wrong(strict) });

  test.each([
    ["a service", ofService],
    ["a construct", ofConstruct],
  ])("a name that no warning has: on %s", (_, given) => {
    expect(problemsListed(given(["group-size"]))).toEqual([
      expect.stringMatching(
        /^strict\[0\]: given "group-size"; allowed: one of "adopt-without-call", .*; did you mean "group-sizes"\?$/,
      ),
    ]);
    // a risk is none that synth could tell
    expect(problemsListed(given(["running-groups"]))[0]).toContain('strict[0]: given "running-groups"');
    expect(problemsListed(given("group-sizes"))).toEqual(['strict: given "group-sizes"; allowed: a boolean or a list']);
  });

  test("a value that only Terraform knows, on a service as on a construct", () => {
    const { value } = new TerraformVariable(emptyStack(), "any", {});
    expect(problemsListed(ofService(value))).toEqual([
      "strict: given a token; allowed: true, false or a list of names, known at synth",
    ]);
  });
});
