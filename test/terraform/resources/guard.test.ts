import { TerraformVariable } from "cdktf";
import { Experiment, type ExperimentProps, InvalidPropsError, Segment } from "../../../lib";
import { experiment as interfaceOfExperiment } from "../../../lib/api/experiment-schema";
import { acceptedFields } from "../../../lib/api/kind";
import { experiment, segment } from "../entities";
import { emptyStack, messageOf, synth } from "../synth";

const { hypothesis: _, status, ...lacking } = experiment;
const resourceName = "experiment_checkout_button";
const revision = `${resourceName}_revision`;
const ANOTHER = "to make another experiment, give it another id.";
const synthesised = (props: ExperimentProps) => synth((stack) => new Experiment(stack, "button", props));

describe("a guard refuses while planning", () => {
  test("to change what cannot change after creation, and to gain or lose it", () => {
    for (const props of [{ ...experiment, layerID: "L1" }, experiment]) {
      expect(synthesised(props).guard(resourceName)).toMatchObject({
        watched: ["layerID"],
        messages: [
          `experiment "checkout_button" (stack/button): layerID cannot change after creation. Revert to the former value; ${ANOTHER}`,
        ],
      });
    }
  });

  test("any change of an entity that has no update", () => {
    const stack = synth((scope) => new Segment(scope, "beta", { ...segment, tags: ["a"] }));
    const ofSegment = stack.guard("segment_beta_users");
    expect([...ofSegment.watched].sort()).toEqual(
      "creatorEmail creatorID description idType name rules tags team teamID type".split(" "),
    );
    expect(ofSegment.messages).toEqual([
      'segment "beta_users" (stack/beta): (fields) changed, but the service has no update for a segment. Revert to the former values; to make another segment, give it another id.',
    ]);
    expect(stack.json.locals?.segment_beta_users).toEqual({
      name: "beta_users",
      type: "id_list",
      tags: '["a"]',
    });
  });

  test("any change of an entity that lacks what its update needs, and says what is missing", () => {
    const stack = synthesised(lacking);
    expect(stack.guard(resourceName).watched).toEqual(["layerID"]);
    const { watched, messages, others } = stack.guard(revision);
    const { body = interfaceOfExperiment.fields } = interfaceOfExperiment.update ?? {};
    expect([...watched].sort()).toEqual(acceptedFields(body).sort());
    expect(messages).toEqual([
      `experiment "checkout_button" (stack/button): (fields) changed, but an update also needs hypothesis, status. Add what is missing, or revert to the former values; ${ANOTHER}`,
    ]);
    expect(others).toEqual([
      'experiment "checkout_button" (stack/button): the record of what was sent last is lost, so a change could go unnoticed, and an update also needs hypothesis, status. Add what is missing, so that the update sends what is declared.',
    ]);
    expect(stack.json.locals?.[revision]).toMatchObject({ allocation: "50", name: "Checkout button" });
  });

  test("a change of a value that only Terraform knows, in words that do not depend on the value", () => {
    const stack = synth((scope) => {
      const layer = new TerraformVariable(scope, "layer", { sensitive: true });
      new Experiment(scope, "button", { ...experiment, layerID: `${layer.stringValue}-${"$"}{x}` });
    });
    const [, postcondition] = stack.resource(resourceName).lifecycle?.postcondition ?? [];
    expect(postcondition?.condition).toContain('"layerID"');
    expect(JSON.stringify([stack.json.locals, postcondition?.condition])).toContain("tostring(var.layer)");
    expect(postcondition?.error_message).toContain(
      `experiment "checkout_button" (stack/button): layerID cannot change after creation. Revert to the former value; ${ANOTHER}`,
    );
  });

  test("in words that keep a name unchanged, even where Terraform would interpret it", () => {
    const stack = synth((scope) => new Segment(scope, "s", { name: `%{if} $\{a}\0 "b"`, type: "id_list" }));
    const postconditions = stack.resource(stack.resourceNames[0] ?? "").lifecycle?.postcondition ?? [];
    expect(postconditions).toHaveLength(2);
    for (const { error_message } of postconditions) {
      expect(error_message).toContain(`segment "%%{if} $$\{a}\0 "b"" (stack/s): `);
    }
  });
});

describe("an entity that lacks what its update needs", () => {
  test("is a record with a create, and a revision that makes no call", () => {
    const stack = synthesised(lacking);
    expect(stack.resourceNames).toEqual([resourceName, revision]);
    expect(stack.resource(revision)).not.toHaveProperty("provisioner");
    expect(stack.resource(revision).lifecycle).toMatchObject({
      ignore_changes: ["triggers"],
      replace_triggered_by: [`null_resource.${resourceName}`],
    });
    expect(Object.keys(stack.requestOf(resourceName).calls)).toEqual(["create"]);
  });

  test("cannot have a field that only the update takes, and the error lists all that is missing with the other problems", () => {
    const props = { ...lacking, links: [{ url: "https://example.com" }], allocation: 101 };
    expect(messageOf(() => new Experiment(emptyStack(), "button", props), InvalidPropsError)).toBe(
      [
        "stack/button (experiment): 2 problems",
        "  - allocation: given 101; allowed: at most 100",
        "  - links: required with it: hypothesis and status, for the only call that takes links",
      ].join("\n"),
    );
  });
});
