import { TerraformVariable } from "cdktf";
import { Experiment, ExperimentationService, type ExperimentProps, Segment } from "../../../lib";
import { experiment, segment } from "../entities";
import { emptyStack, problemsListed, refusedAtSynth, synth, warningsOf, wrong } from "../synth";

const uneven = { ...experiment, groups: [{ id: "control", size: 90 }], team: "growth" } satisfies ExperimentProps;

type Strict = ExperimentationService["strict"];

/** What stands in the code to accept an error that is a warning elsewhere. */
const accepting = (problem: string) =>
  /^\[stack\/(\w+)\] .*; to accept it: acknowledge: \["(.*)"\]\]$/.exec(problem)?.slice(1);

test.each<[string, Partial<ExperimentProps>, Strict, string[]]>([
  ["where strict is true: all of them, in one error", { strict: true }, undefined, ["group-sizes", "enterprise-only"]],
  ["where strict names it", { strict: ["group-sizes"] }, undefined, ["group-sizes"]],
  ["where the service asks for it", {}, true, ["group-sizes", "enterprise-only"]],
  ["where the service asks for it, and the construct does not", { strict: false }, ["group-sizes"], ["group-sizes"]],
  ["where each asks for one", { strict: ["enterprise-only"] }, ["group-sizes"], ["group-sizes", "enterprise-only"]],
  ["not where nothing is strict", {}, undefined, []],
  ["not where strict is false", { strict: false }, false, []],
  ["not where strict names others", { strict: ["create-only"] }, ["derived-id"], []],
  ["not where strict names none", { strict: [] }, [], []],
  ["not where it is acknowledged", { strict: true, acknowledge: ["group-sizes", "enterprise-only"] }, true, []],
])("a warning is an error at synth %s", (_, props, strict, expected) => {
  const refused = refusedAtSynth((stack) => {
    const { length } = warningsOf(new Experiment(stack, "x", { ...uneven, ...props }));
    expect(length).toBe(props.acknowledge === undefined ? 2 : 0);
    // a service that is declared later counts as well
    new ExperimentationService(stack, "service", { strict });
  });
  expect(refused.map(accepting)).toEqual(expected.map((name) => ["x", name]));
});

test("a warning that is shown once in a stack is an error on every construct that has it, and is strict", () => {
  const refused = refusedAtSynth((stack) => {
    new Segment(stack, "first", { ...segment, team: "growth", id: "first" });
    new Segment(stack, "second", { ...segment, team: "growth", id: "second", strict: true });
  });
  expect(refused.map(accepting)).toEqual([["second", "enterprise-only"]]);
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
  const refused = refusedAtSynth((stack) => {
    const lenient = new ExperimentationService(stack, "lenient");
    const strict = new ExperimentationService(stack, "strict", { strict: true });
    new Experiment(stack, "x", { ...uneven, service: lenient });
    new Experiment(stack, "y", { ...experiment, id: "other", service: strict });
  });
  expect(refused).toEqual([]);
});

test.each([
  ["a service", (strict: never) => new ExperimentationService(emptyStack(), "service", { strict })],
  ["a construct", (strict: never) => new Segment(emptyStack(), "x", { ...segment, strict })],
])("strict refuses what no warning is called, and what is not known at synth: on %s", (_, make) => {
  const problems = (strict: unknown) => problemsListed(() => make(wrong(strict)));
  expect(problems(["group-size"])[0]).toMatch(/^strict\[0\]: given "group-size"; .*; did you mean "group-sizes"\?$/);
  // a risk is none that synth could tell
  expect(problems(["running-groups"])[0]).toContain('strict[0]: given "running-groups"');
  expect(problems("group-sizes")).toEqual(['strict: given "group-sizes"; allowed: a boolean or a list']);
  const { value } = new TerraformVariable(emptyStack(), "any", {});
  expect(problems(value)).toEqual(["strict: given a token; allowed: true, false or a list of names, known at synth"]);
});
