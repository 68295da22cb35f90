import { Experiment, ExperimentationService, type ExperimentProps, Segment } from "../../lib";
import { experiment, segment } from "./entities";
import { emptyStack, problemsListed, refusedAtSynth, synth, warningsOf, wrong } from "./synth";

const uneven = { ...experiment, groups: [{ id: "control", size: 90 }], team: "growth" } satisfies ExperimentProps;
const both = ["group-sizes", "enterprise-only"] as const;

/** What stands in the code to accept an error that is a warning elsewhere. */
const accepting = (problem: string) =>
  /^\[stack\/(\w+)\] .*; to accept it: acknowledge: \["(.*)"\]\]$/.exec(problem)?.slice(1);

test.each<[string, Partial<ExperimentProps>, ExperimentationService["strict"], readonly string[]]>([
  ["where strict is true: all of them, in one error", { strict: true }, undefined, both],
  ["where the service asks for it, and the construct does not", { strict: false }, ["group-sizes"], ["group-sizes"]],
  ["where each asks for one", { strict: ["enterprise-only"] }, ["group-sizes"], both],
  ["not where strict is false, or names others", { strict: false }, ["derived-id"], []],
  ["not where it is acknowledged", { strict: true, acknowledge: both }, true, []],
])("a warning is an error at synth %s", (_, props, strict, expected) => {
  const refused = refusedAtSynth((stack) => {
    const { length } = warningsOf(new Experiment(stack, "x", { ...uneven, ...props }));
    expect(length).toBe(props.acknowledge === undefined ? 2 : 0);
    // a service that is declared later counts as well
    new ExperimentationService(stack, "service", { strict });
  });
  expect(refused.map(accepting)).toEqual(expected.map((name) => ["x", name]));
});

test("a warning that is shown once in a stack is an error on every construct that has it, and is strict by its own service", () => {
  const refused = refusedAtSynth((stack) => {
    const lenient = new ExperimentationService(stack, "lenient");
    const strict = new ExperimentationService(stack, "strict", { strict: true });
    new Segment(stack, "first", { ...segment, team: "growth", id: "first", service: lenient });
    new Segment(stack, "second", { ...segment, team: "growth", id: "second", service: strict });
  });
  expect(refused.map(accepting)).toEqual([["second", "enterprise-only"]]);
});

test.each(["before", "after"])(
  "what the service acknowledges is neither shown nor an error, declared %s its constructs",
  (when) => {
    let shown: string[] = [];
    const synthesised = synth((stack) => {
      const acknowledge = [...both, "running-groups"] as const;
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

test("strict refuses what no warning is called: a risk is none that synth could tell", () => {
  const problems = problemsListed(
    () => new Segment(emptyStack(), "x", { ...segment, strict: wrong(["running-groups"]) }),
  );
  expect(problems).toEqual([expect.stringMatching(/^strict\[0\]: given "running-groups"; allowed: one of "adopt-/)]);
});

test.each<[string, ExperimentProps["acknowledge"], object]>([
  ["the other name", ["start-incomplete"], { acknowledged: ["start-incomplete"] }],
  ["its name", ["group-sizes"], { acknowledged: ["start-incomplete"] }],
  ["both", ["start-incomplete", "group-sizes"], { acknowledged: ["start-incomplete"] }],
])(
  "sizes of a start that are acknowledged under %s are decided, as a risk, too, and none is in vain",
  (_, acknowledge, expected) => {
    const primaryMetricTags = ["checkout"];
    const started: ExperimentProps = { ...experiment, status: "active", controlGroupID: "control", primaryMetricTags };
    const requestOf = (props: Partial<ExperimentProps>) => {
      const built = synth((stack) => {
        const x = new Experiment(stack, "x", {
          ...started,
          groups: [
            { id: "control", size: 50 },
            { id: "b", size: 40 },
          ],
          ...props,
        });
        expect(warningsOf(x).filter((text) => text.includes("add up"))).toEqual([]);
      });
      const { acknowledged, withoutWarning } = JSON.parse(built.fileText("requests/experiment_checkout_button.json"));
      return { acknowledged, withoutWarning };
    };
    expect(requestOf({ acknowledge, strict: ["start-incomplete"] })).toEqual({
      ...expected,
      withoutWarning: undefined,
    });
    // what else it lacks is not decided by its sizes
    const { acknowledged = [] } = requestOf({ acknowledge, hypothesis: "" });
    expect(acknowledged).toEqual(acknowledge?.filter((name) => name === "start-incomplete"));
  },
);
