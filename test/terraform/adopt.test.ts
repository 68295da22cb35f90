import { type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../lib";
import { experiment, ingestionSource, metricSource, segment } from "./entities";
import { emptyStack, problemsListed, warningsOf } from "./synth";

const adopt = true;
const { hypothesis, status, ...lacking } = experiment;

const NEEDED = "required, because adopt: true sends no create, and the update needs it";
const BY_CONTENT =
  "adopt: cannot be used for a prompt version without an id, which gets one from its content: give it the id of the version that exists, or remove adopt";

test.each<[string, (stack: TerraformStack) => unknown, string[]]>([
  [
    "an experiment that lacks what its update needs",
    (stack) => new Experiment(stack, "button", { ...lacking, adopt }),
    [`hypothesis: ${NEEDED}`, `status: ${NEEDED}`],
  ],
  ...["large", undefined].map((given): [string, (stack: TerraformStack) => unknown, string[]] => [
    `a prompt version whose id comes from its content: ${given ?? "what only Terraform knows"}`,
    (stack) => {
      const model = given ?? new TerraformVariable(stack, "model", {}).stringValue;
      return new PromptVersion(stack, "bot", { promptID: "bot", model, adopt });
    },
    [BY_CONTENT],
  ]),
])("adopt is refused on %s", (_, make, problems) => {
  expect(problemsListed(() => make(emptyStack()))).toEqual(problems);
});

describe("adopt is accepted", () => {
  test("without a warning where the update checks that the entity exists, and else with words about adopting", () => {
    const stack = emptyStack();
    const { id, ...unnamed } = experiment;
    const adopted = [
      new Experiment(stack, "button", { ...unnamed, adopt }),
      new MetricSource(stack, "orders", { ...metricSource, adopt }),
      new IngestionSource(stack, "refunds", { ...ingestionSource, adopt }),
    ];
    expect(adopted.flatMap(warningsOf)).toEqual([
      'id: derived from the name, so a new name would adopt another entity; set id: "Checkout_button" to keep this one [acknowledge: "derived-id"]',
    ]);
  });

  test("with a warning where no call is made and nothing checks that the entity exists", () => {
    const stack = emptyStack();
    const text = (label: string) =>
      `adopt: sends no call, because the service has no update for a ${label}, so nothing checks that it exists and is as declared; remove adopt after the deploy, or another id will be recorded without a create [acknowledge: "adopt-without-call"]`;
    const version = { promptID: "bot", id: "v1" };
    expect(warningsOf(new Segment(stack, "beta", { ...segment, id: "beta", adopt }))).toEqual([text("segment")]);
    expect(warningsOf(new PromptVersion(stack, "v1", { ...version, adopt }))).toEqual([text("prompt version")]);
    expect(
      warningsOf(new Segment(stack, "quiet", { ...segment, id: "quiet", adopt, acknowledge: ["adopt-without-call"] })),
    ).toEqual([]);
  });
});
