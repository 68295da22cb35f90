import {
  conditional,
  DataResource,
  Fn,
  Lazy,
  Op,
  type TerraformStack,
  TerraformVariable,
  Token,
  Tokenization,
} from "cdktf";
import { AssignmentSource, Experiment, PromptVersion, Segment } from "../../../lib";
import { deployment } from "../../support/deployment";
import { assignmentSource, type Build, experiment, promptVersion, segment } from "../../support/samples";
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

/** A value of a parameter of a group, where any JSON is allowed, and what arrives. */
type Row = readonly [what: string, value: (variables: Variables) => unknown, arrives: unknown];

const rows: readonly Row[] = [
  ["a string in a text", (of) => `<${of.text.stringValue}>`, '<a "text">'],
  ["numbers in a row", (of) => `${of.amount.numberValue}${of.amount.numberValue}`, "12.512.5"],
  ["a truth value", (of) => of.isOn.booleanValue, true],
  ["a map", (of) => Token.asStringMap(of.map.value), { k: "v" }],
  ["anything", (of) => of.any.value, [{ deep: [null, 1] }]],
  ["a function of lists", (of) => Fn.concat([of.list.listValue, ["c"]]), ["a", "b", "c"]],
  ["an operation", (of) => Token.asNumber(Op.mul(of.amount.numberValue, 2)), 25],
  ["a Lazy in a text", () => `x-${text(() => "0012")}-${number(() => 7)}`, "x-0012-7"],
  ["a Lazy for an object", () => any(() => ({ a: [{ "b c": `\${d}` }] })), { a: [{ "b c": `\${d}` }] }],
  ["Lazies in a list", () => ["a", text(() => "0012"), any(() => ["b"])], ["a", "0012", ["b"]]],
  ["what Token.asAny holds", () => Token.asString(Token.asAny("0012")), "0012"],
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
        id: text(() => "1e3"),
        allocation: number(() => 40),
        targetingGateID: any(() => null) as unknown as null,
        tags: Lazy.listValue({ produce: () => ["2"] }),
        assignmentSourceName: text(() => exposures.name),
        reapply: text(() => "path.module"),
      });
    };
    setVariables(service, { ...known, number: 95, numeral: "40", word: "true", nothing: null });
    await service.deploy(build);

    const { emulator } = service;
    const arrived = Object.fromEntries(rows.map(([what, , arrives]) => [what, arrives]));
    expect(emulator.record("experiment", "checkout_button")).toMatchObject({ groups: [{ parameterValues: arrived }] });
    const arrives = { allocation: 40, targetingGateID: null, tags: ["2"], defaultConfidenceInterval: "95" };
    expect(emulator.record("experiment", "converted")).toMatchObject({ ...arrives, bonferroniCorrection: true });
    expect(emulator.record("experiment", "1e3")).toMatchObject({ ...arrives, assignmentSourceName: "exposures" });
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

/** A stack in which every kind of value comes from a resource and is known only when that has been made. */
const madeOf =
  (revision: number): Build =>
  (stack) => {
    const { id } = new DataResource(stack, "made", { triggersReplace: { revision } });
    new Experiment(stack, "checkout", {
      ...experiment,
      hypothesis: `of ${id}, twice: ${id}`,
      allocation: Token.asNumber(Fn.min([Fn.lengthOf(id), 9])),
      bonferroniCorrection: conditional(Op.gt(Fn.lengthOf(id), 1), true, false),
      tags: Token.asList(Fn.concat([[id], ["b"]])),
      groups: [{ id: "control", parameterValues: { of: id } }],
    });
    new Segment(stack, "beta", { ...segment, id: `beta_${id}`, rules: [{ returnValue: { id } }] });
    new PromptVersion(stack, "support", { ...promptVersion, id: undefined, prompts: [{ content: `Be ${id}.` }] });
  };

test("what is known only during the apply arrives whole; another value is an update, another entity or another version", () =>
  deployment(async (service) => {
    const { emulator, workspace } = service;
    const contents: unknown[] = [];
    for (const revision of [1, 2]) {
      expect((await service.plan(madeOf(revision))).output).toMatch(/hypothesis"? += .*\(known after apply\)/);
      expect((await service.applyPlanned()).calls).toHaveLength(3);
      const { resources } = await workspace.state();
      const id = resources.find(({ name }) => name === "made")?.instances[0]?.attributes.id;
      contents.push([{ content: `Be ${id}.` }]);
      expect(emulator.record("experiment", "checkout_button")).toMatchObject({
        hypothesis: `of ${id}, twice: ${id}`,
        allocation: 9,
        bonferroniCorrection: true,
        tags: [id, "b"],
        groups: [{ id: "control", parameterValues: { of: id } }],
      });
      expect(emulator.record("segment", `beta_${id}`)).toMatchObject({ rules: [{ returnValue: { id } }] });
      const versions = emulator.records.filter(({ kind }) => kind === "prompt_version");
      expect(versions.map(({ data }) => data.prompts)).toEqual(contents);
      expect(await service.plan(madeOf(revision))).toMatchObject({ isEmpty: true });
    }
  }));

function variablesOf(stack: TerraformStack): Variables {
  const entries = Object.entries(types).map(([name, type]) => [name, new TerraformVariable(stack, name, { type })]);
  return Object.fromEntries(entries) as Variables;
}
