import { Experiment, type ExperimentProps, Segment } from "../../../lib";
import { experiment as interfaceOfExperiment } from "../../../lib/api/experiment-schema";
import { acceptedFields } from "../../../lib/api/kind";
import { experiment, segment } from "../entities";
import { emptyStack, problemsListed, type Synthesised, synth } from "../synth";

const { hypothesis: _, status, ...lacking } = experiment;
const resourceName = "experiment_checkout_button";
const revision = `${resourceName}_revision`;
const anExperiment = (props: ExperimentProps) => synth((stack) => new Experiment(stack, "button", props));

/** What a resource refuses but another origin and an import: the condition, or the list of fields that it names, and the message. */
function refusalsOf(stack: Synthesised, name: string): (readonly [compared: unknown, message: string])[] {
  const all = stack.resource(name).lifecycle?.postcondition ?? [];
  const ofFields = all.filter(({ condition }) => !condition.includes('"service"') && !condition.endsWith("!= null}"));
  return ofFields.map(({ condition, error_message }) => {
    const [, list = ""] = /for field in local\.(\w+)/.exec(condition) ?? [];
    const fields = stack.json.locals?.[list] as string[] | undefined;
    return [fields?.toSorted() ?? condition, error_message];
  });
}

test("what cannot change after creation is refused while planning, and so is to gain or lose it", () => {
  for (const props of [{ ...experiment, layerID: "L1" }, experiment]) {
    expect(refusalsOf(anExperiment(props), resourceName)).toEqual([
      [
        expect.stringContaining('self.triggers["layerID"]'),
        expect.stringMatching(
          /^experiment "checkout_button" \(stack\/button\): layerID cannot change after creation\./,
        ),
      ],
    ]);
  }
});

test("any change is refused of an entity that has no update", () => {
  const stack = synth((scope) => new Segment(scope, "beta", { ...segment, tags: ["a"] }));
  expect(refusalsOf(stack, "segment_beta_users")).toEqual([
    [
      "creatorEmail creatorID description idType name rules tags team teamID type".split(" "),
      expect.stringMatching(/^segment "beta_users" \(stack\/beta\): \$\{.*\} changed, but the service has no update /),
    ],
  ]);
  expect(stack.json.locals?.segment_beta_users).toEqual({ name: "beta_users", type: "id_list", tags: '["a"]' });
});

test("any change is refused of an entity that lacks what its update needs, whose revision makes no call", () => {
  const stack = anExperiment(lacking);
  const { body = interfaceOfExperiment.fields } = interfaceOfExperiment.update ?? {};
  expect(stack.resourceNames).toEqual([resourceName, revision]);
  expect(refusalsOf(stack, revision)).toEqual([
    [
      acceptedFields(body).sort(),
      expect.stringContaining(" changed, but an update also needs hypothesis, status. Add"),
    ],
    [expect.stringContaining('"madeWith"'), expect.stringContaining("the record of what was sent last is lost, so")],
  ]);
  expect(stack.json.locals?.[revision]).toMatchObject({ allocation: "50", name: "Checkout button" });
  expect(stack.resource(revision)).not.toHaveProperty("provisioner");
  expect(stack.resource(revision).lifecycle).toMatchObject({
    ignore_changes: ["triggers"],
    replace_triggered_by: [`null_resource.${resourceName}`],
  });
  expect(Object.keys(stack.requestOf(resourceName).calls)).toEqual(["create"]);
});

test("a field that only the update takes needs all that the update needs", () => {
  const props = { ...lacking, links: [{ url: "https://example.com" }], allocation: 101 };
  expect(problemsListed(() => new Experiment(emptyStack(), "button", props))).toEqual([
    "allocation: given 101; allowed: at most 100",
    "links: required with it: hypothesis and status, for the only call that takes links",
  ]);
});
