import type { TerraformStack } from "cdktf";
import { Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../lib";
import { experiment, ingestionSource, metricSource, segment } from "./entities";
import { emptyStack, problemsListed, warningsOf } from "./synth";

const adopt = true;
const { hypothesis, status, ...lacking } = experiment;

test.each<[string, (stack: TerraformStack) => unknown, string]>([
  [
    "an experiment that lacks what its update needs",
    (stack) => new Experiment(stack, "button", { ...lacking, adopt }),
    "adopt: required with it: hypothesis and status, for the update",
  ],
  [
    "a prompt version whose id comes from its content",
    (stack) => new PromptVersion(stack, "bot", { promptID: "bot", adopt }),
    "adopt: cannot be used for a prompt version without an id",
  ],
])("adopt is refused on %s", (_, make, problem) => {
  expect(problemsListed(() => make(emptyStack()))).toEqual([expect.stringContaining(problem)]);
});

test("adopt is warned of where no call is made and nothing checks that the entity exists", () => {
  const stack = emptyStack();
  const { id, ...unnamed } = experiment;
  const quiet = { ...segment, id: "quiet", adopt, acknowledge: ["adopt-without-call"] } as const;
  const adopted = [
    new Experiment(stack, "button", { ...unnamed, adopt }),
    new MetricSource(stack, "orders", { ...metricSource, adopt }),
    new IngestionSource(stack, "refunds", { ...ingestionSource, adopt }),
    new Segment(stack, "beta", { ...segment, id: "beta", adopt }),
    new Segment(stack, "quiet", quiet),
    new PromptVersion(stack, "v1", { promptID: "bot", id: "v1", adopt }),
  ];
  expect(adopted.flatMap(warningsOf)).toEqual([
    // another name would adopt another entity
    expect.stringMatching(/^id: .*adopt.* id: "Checkout_button" .*"derived-id"\]$/),
    expect.stringMatching(/^adopt: .*a segment, .*"adopt-without-call"\]$/),
    expect.stringMatching(/^adopt: .*a prompt version, .*"adopt-without-call"\]$/),
  ]);
});
