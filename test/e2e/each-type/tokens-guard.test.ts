import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import { type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment, PromptVersion, Segment, type SegmentProps } from "../../../lib";
import { deployment, unwrapped } from "../deployment";
import { aSegment, type Build, experiment, promptVersion, segment, together } from "../samples";
import { setVariables } from "../terraform-values";

const before = { text: "They see it first.", list: ["2.0"], number: 12.5 };
const after = { text: "Others.", list: ["2.0", "2.1"], number: 13 };

/** Entities of which Terraform knows what no call can change. */
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

/** Values that Terraform spells in its own way when it makes JSON of them. */
const spelled = { marks: ["<a> & b", "\u2028\u2029"], tiny: 1e-7, huge: 1e21 };

/** Entities that no call can change, of such values. */
function entitiesOf({ marks, tiny, huge }: typeof spelled): (stack: TerraformStack) => void {
  return (stack) => {
    new Segment(stack, "beta", {
      ...segment,
      tags: marks,
      rules: [{ passPercentage: tiny, returnValue: { marks } }],
    });
    new PromptVersion(stack, "support", { ...promptVersion, temperature: tiny, top_p: huge });
  };
}

const literally: Build = entitiesOf(spelled);
const fromTerraform: Build = (stack) => {
  const variable = (name: string, type: string) => new TerraformVariable(stack, name, { type });
  entitiesOf({
    marks: variable("marks", "list(string)").listValue,
    tiny: variable("tiny", "number").numberValue,
    huge: variable("huge", "number").numberValue,
  })(stack);
};

test("the same value is no change, whether it is literal or Terraform's", () =>
  deployment(async (service) => {
    setVariables(service, spelled);
    await service.deploy(literally);
    expect(await service.plan(fromTerraform)).toMatchObject({ isEmpty: true });
  }));

test("a Terraform value whose place a literal takes is no change, and values that only look the same are", () =>
  deployment(async (service) => {
    setVariables(service, spelled);
    const alike: Readonly<Record<string, readonly [first: Partial<SegmentProps>, next: Partial<SegmentProps>]>> = {
      text: [{ description: "1.0" }, { description: "1" }],
      json: [{ description: '{"a":1.0}' }, { description: '{"a":1}' }],
      element: [{ tags: ["1.0"] }, { tags: ["1"] }],
      // keys that are one to Terraform
      keys: [duplicateKeys(1), duplicateKeys(2)],
    };
    const segments = (index: 0 | 1) =>
      together(...Object.entries(alike).map(([id, versions]) => aSegment({ ...versions[index], id }, id)));
    await service.deploy(together(fromTerraform, segments(0)));
    expect(await service.plan(together(literally, segments(0)))).toMatchObject({ isEmpty: true });

    const { output, exitCode } = await service.plan(together(literally, segments(1)));
    expect(exitCode).toBe(1);
    for (const id of Object.keys(alike)) expect(unwrapped(output)).toContain(`segment "${id}" (stack/${id}): `);
  }));

/** An object with two keys that Terraform's composed Unicode makes one of, and a value at the first. */
function duplicateKeys(value: number): Partial<SegmentProps> {
  return { rules: [{ returnValue: { "e\u0301": value, é: 0 } }] };
}
