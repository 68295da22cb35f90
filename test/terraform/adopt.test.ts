import { TerraformVariable } from "cdktf";
import { Experiment, IngestionSource, InvalidPropsError, MetricSource, PromptVersion, Segment } from "../../lib";
import { experiment, ingestionSource, metricSource, segment } from "./entities";
import { emptyStack, messageOf, warningsOf } from "./synth";

const adopt = true;
const { hypothesis, status, ...lacking } = experiment;

describe("adopt is refused", () => {
  test("on an experiment that lacks what its update needs, and the fields are named", () => {
    const props = { ...lacking, adopt };
    expect(messageOf(() => new Experiment(emptyStack(), "button", props), InvalidPropsError)).toBe(
      [
        "stack/button (experiment): 2 problems",
        "  - hypothesis: required, because adopt: true sends no create, and the update needs it",
        "  - status: required, because adopt: true sends no create, and the update needs it",
      ].join("\n"),
    );
  });

  test("on an ingestion source that lacks what its update needs", () => {
    const message = messageOf(() => new IngestionSource(emptyStack(), "s", { source_name: "refunds", adopt }));
    expect(message).toContain("dataset: required, because adopt: true");
    expect(message).toContain("type: required, because adopt: true");
  });

  test("on a prompt version whose id comes from its content, also from content that only Terraform knows", () => {
    const stack = emptyStack();
    const { stringValue } = new TerraformVariable(stack, "model", {});
    for (const model of ["large", stringValue]) {
      const props = { promptID: "bot", model, adopt };
      expect(messageOf(() => new PromptVersion(stack, "bot", props), InvalidPropsError)).toBe(
        [
          "stack/bot (prompt version): 1 problem",
          "  - adopt: cannot be used for a prompt version without an id, which gets one from its content: give it the id of the version that exists, or remove adopt",
        ].join("\n"),
      );
      stack.node.tryRemoveChild("bot");
    }
  });
});

describe("adopt is accepted", () => {
  test("without a warning where the update checks that the entity exists", () => {
    const stack = emptyStack();
    const adopted = [
      new Experiment(stack, "button", { ...experiment, adopt }),
      new MetricSource(stack, "orders", { ...metricSource, adopt }),
      new IngestionSource(stack, "refunds", { ...ingestionSource, adopt }),
    ];
    expect(adopted.flatMap(warningsOf)).toEqual([]);
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

  test("with warnings that speak of adopting", () => {
    const { id, ...unnamed } = experiment;
    const [warning] = warningsOf(new Experiment(emptyStack(), "button", { ...unnamed, adopt }));
    expect(warning).toBe(
      'id: derived from the name, so a new name would adopt another entity; set id: "Checkout_button" to keep this one [acknowledge: "derived-id"]',
    );
  });
});
