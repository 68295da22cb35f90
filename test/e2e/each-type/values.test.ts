import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import {
  conditional,
  Fn,
  Lazy,
  LazyBase,
  Op,
  propertyAccess,
  type TerraformStack,
  TerraformVariable,
  Token,
  Tokenization,
} from "cdktf";
import { AssignmentSource, Experiment, MetricSource, PromptVersion, Segment } from "../../../lib";
import { type Deployment, deployment } from "../../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  aService,
  assignmentSource,
  type Build,
  experiment,
  metricSource,
  promptVersion,
  resourceType,
  segment,
  together,
} from "../../support/samples";
import { setVariables } from "../terraform-values";

const types = { text: "string", amount: "number", isOn: "bool", list: "list(string)", map: "map(string)", any: "any" };
const known = {
  text: 'a "text"',
  amount: 12.5,
  isOn: true,
  list: ["a", "b"],
  map: { k: "v" },
  any: [{ deep: [null, 1] }],
};

type Variables = Readonly<Record<keyof typeof types, TerraformVariable>>;

const text = (produce: () => string) => Lazy.stringValue({ produce });
const number = (produce: () => number) => Lazy.numberValue({ produce });
const any = (produce: () => unknown) => Lazy.anyValue({ produce });

class Shouted extends LazyBase {
  constructor(private readonly text: string) {
    super();
  }

  protected resolveLazy(): string {
    return this.text.toUpperCase();
  }
}

/** A value of a parameter of a group, where any JSON is allowed, and what arrives. */
type Row = readonly [what: string, value: (variables: Variables) => unknown, arrives: unknown];

const rows: readonly Row[] = [
  ["a string", (of) => of.text.stringValue, 'a "text"'],
  ["a string in a text", (of) => `<${of.text.stringValue}>`, '<a "text">'],
  ["a number", (of) => of.amount.numberValue, 12.5],
  ["numbers in a row", (of) => `${of.amount.numberValue}${of.amount.numberValue}`, "12.512.5"],
  ["a truth value", (of) => of.isOn.booleanValue, true],
  ["a list", (of) => of.list.listValue, ["a", "b"]],
  ["a map", (of) => Token.asStringMap(of.map.value), { k: "v" }],
  ["a property", (of) => propertyAccess(of.map.value, ["k"]), "v"],
  ["anything", (of) => of.any.value, [{ deep: [null, 1] }]],
  ["a function of lists", (of) => Fn.concat([of.list.listValue, ["c"]]), ["a", "b", "c"]],
  ["a condition", (of) => conditional(of.isOn.booleanValue, of.text.value, "no"), 'a "text"'],
  ["an operation", (of) => Token.asNumber(Op.mul(of.amount.numberValue, 2)), 25],
  ["several tokens", (of) => `${of.amount.value}: ${of.text.value}`, '12.5: a "text"'],
  ["a token in a list in an object", (of) => ({ deep: [of.amount.value] }), { deep: [12.5] }],
  ["a Lazy in a text", () => `x-${text(() => "0012")}-${number(() => 7)}`, "x-0012-7"],
  ["a Lazy for a number", () => number(() => 0.25), 0.25],
  ["a Lazy for nothing", () => any(() => null), null],
  ["a Lazy for a list", () => Lazy.listValue({ produce: () => ["0012", "path.module"] }), ["0012", "path.module"]],
  ["a Lazy for an object", () => any(() => ({ a: [{ "b c": `\${d}` }] })), { a: [{ "b c": `\${d}` }] }],
  ["Lazies in a list", () => ["a", text(() => "0012"), any(() => ["b"])], ["a", "0012", ["b"]]],
  ["a Lazy in the text of a Lazy", () => text(() => `<${text(() => "0012")}>`), "<0012>"],
  ["a Lazy of a user's class", () => new Shouted("path.module"), "PATH.MODULE"],
  ["what Token.asAny holds", () => Token.asString(Token.asAny("0012")), "0012"],
  ["a Lazy around a token", (of) => text(() => `{${of.text.stringValue}}"`), '{a "text"}"'],
  ["a Lazy of values and a token", (of) => any(() => ["1e3", of.text.stringValue]), ["1e3", 'a "text"']],
  ["what the framework makes of a number", (of) => Tokenization.stringifyNumber(of.text.numberValue), 'a "text"'],
  [
    "what a producer has resolved",
    (of) => Lazy.anyValue({ produce: (context) => [context.resolve(of.text.stringValue)] }),
    ['a "text"'],
  ],
];

test("a literal, a token and a Lazy of every kind arrive as their value, or as what their field takes", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const variables = variablesOf(stack);
      const parameterValues = Object.fromEntries(rows.map(([what, value]) => [what, value(variables)]));
      new Experiment(stack, "checkout", { ...experiment, groups: [{ parameterValues }] });

      const exposures = new AssignmentSource(stack, "exposures", assignmentSource);
      const variable = (name: string, type: string) => new TerraformVariable(stack, name, { type }).value;
      new Experiment(stack, "converted", {
        ...experiment,
        id: "converted",
        defaultConfidenceInterval: Token.asString(variable("number", "number")) as "95",
        allocation: Token.asNumber(variable("numeral", "string")),
        bonferroniCorrection: variable("word", "string"),
        targetingGateID: Token.asString(variable("nothing", "string")),
        tags: [Token.asString(Op.add(1, 1))],
      });
      new Experiment(stack, "produced", {
        ...experiment,
        name: text(() => "0012"),
        id: text(() => "1e3"),
        allocation: number(() => 40),
        bonferroniCorrection: any(() => true),
        targetingGateID: any(() => null) as unknown as null,
        tags: Lazy.listValue({ produce: () => ["0012"] }),
        assignmentSourceName: text(() => exposures.name),
        reapply: text(() => "path.module"),
      });
    };
    setVariables(service, { ...known, number: 95, numeral: "40", word: "true", nothing: null });
    await service.deploy(build);

    const { emulator } = service;
    const arrived = Object.fromEntries(rows.map(([what, , arrives]) => [what, arrives]));
    expect(emulator.record("experiment", "checkout_button")).toMatchObject({ groups: [{ parameterValues: arrived }] });
    const converted = { allocation: 40, bonferroniCorrection: true, targetingGateID: null };
    expect(emulator.record("experiment", "converted")).toMatchObject({
      ...converted,
      defaultConfidenceInterval: "95",
      tags: ["2"],
    });
    expect(emulator.record("experiment", "1e3")).toMatchObject({
      ...converted,
      name: "0012",
      tags: ["0012"],
      assignmentSourceName: "exposures",
    });
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

/** A stack in which every kind of value comes from a resource and is known only when that has been made. */
function madeOf(revision: string): Build {
  return (stack) => {
    new NullProvider(stack, "null");
    const { id } = new Resource(stack, "other", { triggers: { revision } });
    new Experiment(stack, "checkout", {
      ...experiment,
      hypothesis: `of ${id}, twice: ${id}`,
      allocation: Token.asNumber(Fn.min([Fn.lengthOf(id), 9])),
      bonferroniCorrection: conditional(Op.gt(Fn.lengthOf(id), 1), true, false),
      tags: Token.asList(Fn.concat([[id], ["b"]])),
      groups: [{ id: "control", parameterValues: { of: id } }],
    });
    // some versions of the null provider give the same id twice within a second
    new Segment(stack, "beta", { ...segment, id: `beta_${revision}_${id}`, rules: [{ returnValue: { id } }] });
    new PromptVersion(stack, "support", { ...promptVersion, id: undefined, prompts: [{ content: `Be ${id}.` }] });
  };
}

test("what is known only during the apply arrives whole; another value is an update, another entity or another version", () =>
  deployment(async (service) => {
    const { emulator } = service;
    expect((await service.plan(madeOf("1"))).output).toMatch(/hypothesis"? += \(known after apply\)/);
    await service.applyPlanned();
    const id = await idOf(service, "other");
    expect(emulator.record("experiment", "checkout_button")).toMatchObject({
      hypothesis: `of ${id}, twice: ${id}`,
      allocation: 9,
      bonferroniCorrection: true,
      tags: [id, "b"],
      groups: [{ id: "control", parameterValues: { of: id } }],
    });
    expect(emulator.record("segment", `beta_1_${id}`)).toMatchObject({ rules: [{ returnValue: { id } }] });
    expect(await service.plan(madeOf("1"))).toMatchObject({ isEmpty: true });

    const { calls } = await service.deploy(madeOf("2"));
    const next = await idOf(service, "other");
    expect(calls).toHaveLength(3);
    expect(emulator.record("experiment", "checkout_button")).toMatchObject({
      hypothesis: `of ${next}, twice: ${next}`,
    });
    expect(emulator.record("segment", `beta_2_${next}`)).toBeDefined();
    expect(versions(service)).toEqual([`Be ${id}.`, `Be ${next}.`]);
    expect(await service.plan(madeOf("2"))).toMatchObject({ isEmpty: true });
  }));

test("a changed variable is one line in the plan, and one update, behind a Lazy, too, and at an address that is one", () =>
  deployment(async (service) => {
    const build = together(aService({ baseUrl: text(() => service.emulator.baseUrl) }), (stack) => {
      const { list, text: content, amount } = variablesOf(stack);
      const sql = `select '${content.stringValue}' limit ${amount.numberValue}`;
      new MetricSource(stack, "orders", { ...metricSource, sql, tags: list.listValue });
      new Experiment(stack, "checkout", { ...experiment, hypothesis: text(() => `of ${amount.stringValue}`) });
    });
    service.synth(build);
    setVariables(service, known);
    await service.deploy(build);
    setVariables(service, { ...known, amount: 10, list: ["a", "c"] });
    const { output } = await service.plan(build);

    expect(output).toMatch(/~ "?sql"? += "select 'a \\"text\\"' limit 12.5" -> "select 'a \\"text\\"' limit 10"/);
    expect(output).toMatch(/~ "?tags"? += (jsonencode\(\s+~ )?\[\s+"a",\s+(~ "b" -> "c"|- "b",\s+\+ "c"),/);
    expect(await service.workspace.changes()).toMatchObject([
      { address: `${resourceType}.experiment_checkout_button_revision` },
      { address: `${resourceType}.metric_source_orders_revision` },
    ]);
    expect((await service.applyPlanned()).calls.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ hypothesis: "of 10" }),
        { ...metricSource, sql: `select 'a "text"' limit 10`, tags: ["a", "c"] },
      ]),
    );
  }));

test("decomposed Unicode arrives as it is written, trips no guard, and is the same text as composed to Terraform", () =>
  deployment(async (service) => {
    const name = "Cafe\u0301 gu\u0308nstig";
    // the second key is the first one to Terraform
    const rules = [{ name, returnValue: { [name]: [], [name.normalize("NFC")]: {} } }];
    const all = (description: string) =>
      together(
        aMetricSource({ name, description, tags: [name] }),
        anAssignmentSource({ name, description }),
        aSegment({ name, id: undefined, description, rules }),
        anExperiment({ description, hypothesis: undefined }),
        anIngestionSource({ source_name: name, query: description }),
        aPromptVersion({ description, prompts: [{ content: name }] }),
        aPromptVersion({ id: undefined, description }, "by-content"),
      );
    await service.deploy(all(name));

    expect(service.emulator.record("metric_source", name)).toMatchObject({ description: name, tags: [name] });
    expect(service.emulator.record("segment", name)).toMatchObject({ name, rules });
    expect(await service.plan(all(name))).toMatchObject({ isEmpty: true });
    expect(await service.plan(all(name.normalize("NFC")))).toMatchObject({ isEmpty: true });
  }));

function variablesOf(stack: TerraformStack): Variables {
  const entries = Object.entries(types).map(([name, type]) => [name, new TerraformVariable(stack, name, { type })]);
  return Object.fromEntries(entries) as Variables;
}

async function idOf({ workspace }: Deployment, name: string): Promise<unknown> {
  const { resources } = await workspace.state();
  return resources.find((resource) => resource.name === name)?.instances[0]?.attributes.id;
}

/** First messages of the prompt versions that the service keeps. */
function versions({ emulator }: Deployment): unknown[] {
  const kept = emulator.records.filter(({ kind }) => kind === "prompt_version");
  return kept.map(({ data }) => (data.prompts as { content: string }[])[0]?.content);
}
