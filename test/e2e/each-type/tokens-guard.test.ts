import { DataResource, Lazy, TerraformVariable } from "cdktf";
import { Experiment, PromptVersion, Segment, type SegmentProps } from "../../../lib";
import { deployment, unwrapped } from "../../support/deployment";
import { aSegment, type Build, experiment, promptVersion, segment, together } from "../../support/samples";
import { setVariables } from "../terraform-values";

/** Entities of which Terraform knows what no call can change, one of them only when another resource has been made. */
const guarded =
  (revision = 1): Build =>
  (stack) => {
    const variable = (name: string, type: string) => new TerraformVariable(stack, name, { type });
    const text = variable("text", "string").stringValue;
    const list = variable("list", "list(string)").listValue;
    const number = variable("number", "number").numberValue;
    const { id } = new DataResource(stack, "made-before", { triggersReplace: { revision } });
    new Segment(stack, "beta", { ...segment, description: text, tags: list });
    new Segment(stack, "made", { ...segment, id: "made", description: `of ${id}` });
    new PromptVersion(stack, "support", { ...promptVersion, prompts: [{ content: `Be ${text}` }] });
    new Experiment(stack, "layered", { ...experiment, id: "layered", layerID: text, hypothesis: text });
    new Experiment(stack, "partial", { ...experiment, id: "partial", groups: undefined, allocation: number });
  };

const noUpdate = "changed, but the service has no update";
const refusals = [
  `segment "beta_testers" (stack/beta): description ${noUpdate} for a segment.`,
  `segment "beta_testers" (stack/beta): tags ${noUpdate} for a segment.`,
  `prompt version "support_bot/v1" (stack/support): prompts ${noUpdate}`,
  'experiment "layered" (stack/layered): layerID cannot change after creation.',
  'experiment "partial" (stack/partial): allocation changed, but an update also needs groups. Add what is missing,',
];

test("a Terraform value that no call can change is refused by its field, while planning or when it is known, and nothing is sent", () =>
  deployment(async (service) => {
    const before = { text: "They see it first.", list: ["2.0"], number: 12.5 };
    setVariables(service, before);
    await service.deploy(guarded());
    expect(await service.plan(guarded())).toMatchObject({ isEmpty: true });

    setVariables(service, { text: "Others.", list: ["2.0", "2.1"], number: 13 });
    const { output, calls } = await service.deploy(guarded(), { expect: "failure" });
    for (const refusal of refusals) expect(output).toContain(refusal);
    expect(output.match(/Resource postcondition failed/g)).toHaveLength(refusals.length);
    expect(calls).toEqual([]);

    setVariables(service, before);
    expect(await service.plan(guarded())).toMatchObject({ isEmpty: true });
    const made = await service.deploy(guarded(2), { expect: "failure" });
    expect(made.output).toContain(`segment "made" (stack/made): description ${noUpdate}`);
    expect(made.calls).toEqual([]);
  }));

/** Values that Terraform spells in its own way when it makes JSON of them. */
const values = { text: "0012", marks: ["<a> & b", "\u2028\u2029", "1.0"], tiny: 1e-7, huge: 1e21, half: 12.5 };

/** Entities that no call can change, of such values. */
const entitiesOf =
  ({ text, marks, tiny, huge, half }: typeof values): Build =>
  (stack) => {
    const rules = [{ passPercentage: tiny, returnValue: { marks, half } }];
    new Segment(stack, "beta", { ...segment, description: text, tags: marks, rules });
    new PromptVersion(stack, "support", { ...promptVersion, name: text, temperature: tiny, top_p: huge });
    new Experiment(stack, "partial", { ...experiment, groups: undefined, description: text, allocation: half });
  };

const fromTerraform: Build = (stack) => {
  const variable = (name: string, type: string) => new TerraformVariable(stack, name, { type });
  const [tiny = 0, huge = 0, half = 0] = ["tiny", "huge", "half"].map((name) => variable(name, "number").numberValue);
  const marks = variable("marks", "list(string)").listValue;
  entitiesOf({ text: variable("text", "string").stringValue, marks, tiny, huge, half })(stack);
};

const produced: Build = (stack) => {
  const text = (value: string) => Lazy.stringValue({ produce: () => value });
  const number = (value: number) => Lazy.numberValue({ produce: () => value });
  const [tiny, huge, half] = [number(values.tiny), number(values.huge), number(values.half)];
  entitiesOf({ text: text(values.text), marks: values.marks.map(text), tiny, huge, half })(stack);
};

/** Content that only looks the same. */
const alike: Readonly<Record<string, readonly [first: Partial<SegmentProps>, next: Partial<SegmentProps>]>> = {
  number: [{ description: "1.0" }, { description: "1" }],
  json: [{ description: '{"a":1.0}' }, { description: '{"a":1}' }],
  element: [{ tags: ["1.0"] }, { tags: ["1"] }],
  // keys that are one to Terraform, which composes Unicode
  keys: [{ rules: [{ returnValue: { "e\u0301": 1, é: 0 } }] }, { rules: [{ returnValue: { "e\u0301": 2, é: 0 } }] }],
};
const segments = (index: 0 | 1) =>
  together(...Object.entries(alike).map(([id, versions]) => aSegment({ ...versions[index], id }, id)));

test.each([
  ["literal", entitiesOf(values), fromTerraform],
  ["Terraform's", fromTerraform, entitiesOf(values)],
])("the same value is no change in the place of one that is %s; values that only look the same are", (_, first, next) =>
  deployment(async (service) => {
    setVariables(service, values);
    await service.deploy(together(first, segments(0)));
    for (const same of [next, produced]) {
      expect(await service.plan(together(same, segments(0)))).toMatchObject({ isEmpty: true });
    }

    const { output, exitCode } = await service.plan(together(produced, segments(1)));
    expect(exitCode).toBe(1);
    for (const id of Object.keys(alike)) expect(unwrapped(output)).toContain(`segment "${id}" (stack/${id}): `);
  }),
);
