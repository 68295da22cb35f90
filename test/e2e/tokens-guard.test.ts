import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import { TerraformVariable } from "cdktf";
import { Experiment, PromptVersion, Segment } from "../../lib";
import { deployment } from "./deployment";
import { aSegment, type Build, experiment, promptVersion, segment } from "./samples";
import { setVariables } from "./terraform-values";

const before = { text: "They see it first.", list: ["2.0"], number: 12.5 };
const after = { text: "Others.", list: ["2.0", "2.1"], number: 13 };

/** Things of which Terraform knows what no call can change. */
const guarded: Build = (stack) => {
  const variable = (name: string, type: string) => new TerraformVariable(stack, name, { type });
  const text = variable("text", "string").stringValue;
  const list = variable("list", "list(string)").listValue;
  const number = variable("number", "number").numberValue;
  new Segment(stack, "beta", { ...segment, description: text, tags: list, rules: [{ passPercentage: number }] });
  new Segment(stack, "unnamed", { type: "id_list", name: "Unnamed", id: "unnamed", tags: ["a", text] });
  new PromptVersion(stack, "support", { ...promptVersion, prompts: [{ content: `Be ${text}` }] });
  new Experiment(stack, "layered", { ...experiment, id: "layered", layerID: text, hypothesis: text });
  new Experiment(stack, "partial", { ...experiment, id: "partial", groups: undefined, allocation: number });
};

const refusals = [
  'segment "beta_testers" (stack/beta): description changed, but the service has no update for a segment.',
  'segment "beta_testers" (stack/beta): tags changed, but the service has no update for a segment.',
  'segment "beta_testers" (stack/beta): rules changed, but the service has no update for a segment.',
  'segment "unnamed" (stack/unnamed): tags changed, but the service has no update for a segment.',
  'prompt version "support_bot/v1" (stack/support): prompts changed, but the service has no update',
  'experiment "layered" (stack/layered): layerID cannot change after creation.',
  'experiment "partial" (stack/partial): allocation changed, but an update also needs groups. ' +
    "Add what is missing, or put the former values back;",
];

test("a Terraform value that no call can change is refused while planning, by its field", () =>
  deployment(async (service) => {
    setVariables(service, before);
    await service.deploy(guarded);
    expect(await service.plan(guarded)).toMatchObject({ isEmpty: true });

    setVariables(service, after);
    const { output, calls } = await service.deploy(guarded, { expect: "failure" });
    for (const refusal of refusals) expect(output).toContain(refusal);
    expect(output.match(/Resource postcondition failed/g)).toHaveLength(refusals.length);
    expect(calls).toEqual([]);

    setVariables(service, before);
    expect(await service.plan(guarded)).toMatchObject({ isEmpty: true });
  }));

/** A segment that holds what is known only when another resource has been made. */
function madeOf(revision: string): Build {
  return (stack) => {
    new NullProvider(stack, "null");
    const { id } = new Resource(stack, "other", { triggers: { revision } });
    new Segment(stack, "beta", { ...segment, description: `of ${id}` });
  };
}

test("a value that becomes another only during the apply is refused then, and nothing is sent", () =>
  deployment(async (service) => {
    await service.deploy(madeOf("1"));
    const { output, calls } = await service.deploy(madeOf("2"), { expect: "failure" });

    expect(output).toContain('segment "beta_testers" (stack/beta): description changed, but the service has no update');
    expect(calls).toEqual([]);
  }));

test("a literal whose place a Terraform value of the same content takes is no change", () =>
  deployment(async (service) => {
    await service.deploy(aSegment({ description: "One & <two>.", tags: ["2.0"], rules: [{ passPercentage: 12.5 }] }));
    setVariables(service, { ...before, text: "One & <two>." });
    const plan = await service.plan((stack) => {
      const variable = (name: string, type: string) => new TerraformVariable(stack, name, { type });
      new Segment(stack, "beta", {
        ...segment,
        description: variable("text", "string").stringValue,
        tags: variable("list", "list(string)").listValue,
        rules: [{ passPercentage: variable("number", "number").numberValue }],
      });
    });

    expect(plan).toMatchObject({ isEmpty: true });
  }));
