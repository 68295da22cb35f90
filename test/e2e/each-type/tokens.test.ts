import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import { conditional, Fn, Op, propertyAccess, type TerraformStack, TerraformVariable, Token } from "cdktf";
import { Experiment, MetricSource, PromptVersion, Segment } from "../../../lib";
import { type Deployment, deployment } from "../deployment";
import { type Build, experiment, metricSource, promptVersion, resourceType, segment } from "../samples";
import { setVariables } from "../terraform-values";

/** Values of one variable of each type, and the values of the tokens. */
const values = {
  text: 'a "text"',
  amount: 12.5,
  isOn: true,
  list: ["a", "b"],
  map: { k: "v" },
  any: [{ deep: [null, 1] }],
};

const types = {
  text: "string",
  amount: "number",
  isOn: "bool",
  list: "list(string)",
  map: "map(string)",
  any: "any",
} as const;

interface Row {
  readonly what: string;
  /** The value of a parameter of a group: any JSON is allowed there. */
  readonly token: (variables: Readonly<Record<keyof typeof types, TerraformVariable>>) => unknown;
  readonly arrives: unknown;
}

const rows: readonly Row[] = [
  { what: "a string", token: ({ text }) => text.stringValue, arrives: 'a "text"' },
  { what: "a string in a text", token: ({ text }) => `<${text.stringValue}>`, arrives: '<a "text">' },
  { what: "a number", token: ({ amount }) => amount.numberValue, arrives: 12.5 },
  { what: "a number in a text", token: ({ amount }) => `${amount.numberValue} days`, arrives: "12.5 days" },
  {
    what: "numbers in a row",
    token: ({ amount }) => `${amount.numberValue}${amount.numberValue}`,
    arrives: "12.512.5",
  },
  { what: "a truth value", token: ({ isOn }) => isOn.booleanValue, arrives: true },
  { what: "a truth value in a text", token: ({ isOn }) => `is ${isOn.stringValue}`, arrives: "is true" },
  { what: "a list", token: ({ list }) => list.listValue, arrives: ["a", "b"] },
  { what: "an element", token: ({ list }) => Fn.element(list.listValue, 1), arrives: "b" },
  { what: "a map", token: ({ map }) => Token.asStringMap(map.value), arrives: { k: "v" } },
  { what: "a property", token: ({ map }) => propertyAccess(map.value, ["k"]), arrives: "v" },
  { what: "anything", token: ({ any }) => any.value, arrives: [{ deep: [null, 1] }] },
  { what: "a function of text", token: ({ text }) => Fn.upper(text.stringValue), arrives: 'A "TEXT"' },
  { what: "a function of lists", token: ({ list }) => Fn.concat([list.listValue, ["c"]]), arrives: ["a", "b", "c"] },
  { what: "decoded JSON", token: ({ any }) => Fn.jsondecode(Fn.jsonencode(any.value)), arrives: [{ deep: [null, 1] }] },
  {
    what: "a condition",
    token: ({ isOn, text }) => conditional(isOn.booleanValue, text.value, "no"),
    arrives: 'a "text"',
  },
  { what: "an operation", token: ({ amount }) => Token.asNumber(Op.mul(amount.numberValue, 2)), arrives: 25 },
  { what: "several tokens", token: ({ text, amount }) => `${amount.value}: ${text.value}`, arrives: '12.5: a "text"' },
  {
    what: "a token in a list in an object",
    token: ({ amount }) => ({ deep: [amount.value] }),
    arrives: { deep: [12.5] },
  },
];

test("a token of every kind arrives as its value, or as what its field takes", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const parameterValues = Object.fromEntries(rows.map(({ what, token }) => [what, token(variablesOf(stack))]));
      new Experiment(stack, "checkout", { ...experiment, groups: [{ parameterValues }] });

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
    };
    setVariables(service, { ...values, number: 95, numeral: "40", word: "true", nothing: null });
    await service.deploy(build);

    const arrived = Object.fromEntries(rows.map(({ what, arrives }) => [what, arrives]));
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({
      groups: [{ parameterValues: arrived }],
    });
    expect(service.emulator.record("experiment", "converted")).toMatchObject({
      defaultConfidenceInterval: "95",
      allocation: 40,
      bonferroniCorrection: true,
      targetingGateID: null,
      tags: ["2"],
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
      description: id,
      hypothesis: `of ${id}, twice: ${id}`,
      allocation: Token.asNumber(Fn.min([Fn.lengthOf(id), 9])),
      bonferroniCorrection: conditional(Op.gt(Fn.lengthOf(id), 1), true, false),
      tags: Token.asList(Fn.concat([[id], ["b"]])),
      groups: [{ id: "control", parameterValues: { of: id } }],
    });
    new Segment(stack, "beta", { ...segment, id: `beta_${revision}`, rules: [{ returnValue: { id } }] });
    new PromptVersion(stack, "support", { ...promptVersion, id: undefined, prompts: [{ content: `Be ${id}.` }] });
  };
}

test("what is known only during the apply arrives whole; what another apply makes known is an update, and another version", () =>
  deployment(async (service) => {
    const { output } = await service.plan(madeOf("1"));
    expect(output).toMatch(/hypothesis"? += \(known after apply\)/);
    await service.applyPlanned();

    const id = await idOf(service, "other");
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({
      description: id,
      hypothesis: `of ${id}, twice: ${id}`,
      allocation: 9,
      bonferroniCorrection: true,
      tags: [id, "b"],
      groups: [{ id: "control", parameterValues: { of: id } }],
    });
    expect(service.emulator.record("segment", "beta_1")).toMatchObject({ rules: [{ returnValue: { id } }] });
    expect(await service.plan(madeOf("1"))).toMatchObject({ isEmpty: true });

    const { calls } = await service.deploy(madeOf("2"));
    const next = await idOf(service, "other");
    expect(calls).toHaveLength(3);
    expect(calls).toContainEqual({
      operation: "POST /console/v1/experiments/checkout_button",
      body: expect.objectContaining({ description: next }) as unknown,
    });
    expect(versions(service)).toEqual([`Be ${id}.`, `Be ${next}.`]);
    expect(await service.plan(madeOf("2"))).toMatchObject({ isEmpty: true });
  }));

test("a changed variable is one line in the plan, and one update", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const { list, text, amount } = variablesOf(stack);
      const sql = `select '${text.stringValue}' from orders limit ${amount.numberValue}`;
      new MetricSource(stack, "orders", { ...metricSource, sql, tags: list.listValue });
    };
    setVariables(service, values);
    await service.deploy(build);
    setVariables(service, { ...values, amount: 10, list: ["a", "c"] });
    const { output, changes } = await service.plan(build);

    expect(output).toMatch(
      /~ "?sql"? += "select 'a \\"text\\"' from orders limit 12.5" -> "select 'a \\"text\\"' from orders limit 10"/,
    );
    expect(output).toMatch(/~ "?tags"? += (jsonencode\(\s+~ )?\[\s+"a",\s+~ "b" -> "c",/);
    expect(changes).toMatchObject([{ address: `${resourceType}.metric_source_orders_revision` }]);
    expect((await service.applyPlanned()).calls).toMatchObject([
      {
        operation: "POST /console/v1/metrics/metric_source/orders",
        body: { ...metricSource, sql: `select 'a "text"' from orders limit 10`, tags: ["a", "c"] },
      },
    ]);
  }));

test("a prompt version without id, whose content has a Terraform value, has an id of its content", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const { text, amount } = variablesOf(stack);
      const content = `Be ${text.stringValue}.`;
      const version = { ...promptVersion, id: undefined, temperature: amount.numberValue, prompts: [{ content }] };
      new PromptVersion(stack, "support", version);
    };
    for (const text of ["kind", "brief", "kind"]) {
      setVariables(service, { ...values, text });
      await service.deploy(build);
      expect(await service.plan(build)).toMatchObject({ isEmpty: true });
    }

    const ids = service.calls.map(({ body }) => (body as { readonly id: string }).id);
    expect(ids).toEqual([expect.stringMatching(/^v-[0-9a-f]{12}$/), expect.not.stringMatching(`${ids[0]}`), ids[0]]);
    expect(versions(service)).toEqual(["Be kind.", "Be brief."]);
  }));

test("Terraform values whose digits run together in the same way make different versions of a prompt", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const [first, second] = ["first", "second"].map(
        (name) => new TerraformVariable(stack, name, { type: "number" }).numberValue,
      );
      new PromptVersion(stack, "support", { ...promptVersion, id: undefined, temperature: first, max_tokens: second });
    };
    for (const [first, second] of [
      [23, 1],
      [3, 12],
    ]) {
      setVariables(service, { first, second });
      await service.deploy(build);
    }

    expect(service.emulator.records).toHaveLength(2);
  }));

function variablesOf(stack: TerraformStack): Readonly<Record<keyof typeof types, TerraformVariable>> {
  const entries = Object.entries(types).map(([name, type]) => {
    const known = stack.node.tryFindChild(name) as TerraformVariable | undefined;
    return [name, known ?? new TerraformVariable(stack, name, { type })];
  });
  return Object.fromEntries(entries) as Record<keyof typeof types, TerraformVariable>;
}

async function idOf({ workspace }: Deployment, name: string): Promise<unknown> {
  const { resources } = await workspace.state();
  return resources.find((resource) => resource.name === name)?.instances[0]?.attributes.id;
}

/** First messages of the prompt versions that the service keeps. */
function versions({ emulator }: Deployment): unknown[] {
  return emulator.records
    .filter(({ kind }) => kind === "prompt_version")
    .map(({ data }) => (data.prompts as { content: string }[])[0]?.content);
}
