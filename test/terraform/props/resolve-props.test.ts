import { Fn, TerraformVariable, Token } from "cdktf";
import fc from "fast-check";
import { z } from "zod";
import { TerraformValue } from "../../../lib/terraform/language/terraform-value";
import { resolveProps } from "../../../lib/terraform/props/resolve-props";
import { pathText } from "../../../lib/text/names";
import { Opaque, type Value } from "../../../lib/value/value";
import { emptyStack, resolved } from "../synth";

const anything = z.unknown();

/** The problems of a value, as "path: what is allowed". */
function refusals(value: unknown): string[] {
  return resolveProps(value, anything).problems.map(({ path, allowed }) => `${pathText(path)}: ${allowed}`);
}

describe("a JSON value", () => {
  test("is not changed, at any depth", () => {
    let deep: unknown = { ["__proto__"]: 1 };
    for (let depth = 0; depth < 500; depth++) deep = { deep: [deep] };
    const isNoToken = (value: unknown) => !/e\+2(98|89)/.test(JSON.stringify(value));
    fc.assert(
      fc.property(fc.jsonValue().filter(isNoToken), (value) => {
        const { json, problems } = resolveProps(value, anything);
        expect(problems).toEqual([]);
        expect(JSON.parse(JSON.stringify(json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { examples: [[deep as never]] },
    );
  });

  test("has its keys sorted by code units at every depth, and loses its undefined fields; its lists keep their order", () => {
    const object = { b: [{ z: 1, a: 2, c: undefined }, 1], a: { ä: 1, Z: 2, "😀": 3, "\uffff": 4 }, "": 0 };
    const { json, problems } = resolveProps({ ...object, d: undefined, e: null }, anything);
    expect(JSON.stringify(json)).toBe('{"":0,"a":{"Z":2,"ä":1,"😀":3,"\uffff":4},"b":[{"a":2,"z":1},1],"e":null}');
    expect(problems).toEqual([]);
  });

  test("may be an object without prototype, given twice", () => {
    const shared = Object.assign(Object.create(null) as object, { a: 1 });
    expect(resolveProps([shared, { shared }], anything)).toMatchObject({ json: [{ a: 1 }, {}], problems: [] });
  });
});

test("what JSON cannot hold is refused, with its path", () => {
  class Group {
    readonly name = "A";
  }
  const loop: Record<string, unknown> = {};
  loop.self = [loop];
  const sparse: unknown[] = [1];
  sparse[2] = undefined;
  const { stringValue } = new TerraformVariable(emptyStack(), "key", {});
  const values = [Number.NaN, 5n, () => 1, new Date(0), new Group(), "a\ud83d"];
  expect(refusals({ values, a: { "\ude00x": 1, [`x${stringValue}`]: 1 }, loop, sparse })).toEqual([
    "values[0]: a finite number",
    "values[1]: a JSON value",
    "values[2]: a JSON value",
    "values[3]: a plain JSON object",
    "values[4]: a plain JSON object",
    "values[5]: well-formed Unicode: the text holds half a surrogate pair",
    'a["\\ude00x"]: a key of well-formed Unicode: it holds half a surrogate pair',
    expect.stringMatching(/^a\["x.*"\]: a key that is known at synth$/),
    "loop.self[0]: a value that does not contain itself",
    "sparse[1]: a value",
    "sparse[2]: a value",
  ]);
});

describe("a token", () => {
  const stack = emptyStack();
  const variable = new TerraformVariable(stack, "any", {});

  /** The parts of a deferred value, their tokens resolved to Terraform expressions. */
  function partsOf(json: Value): unknown[] {
    expect(json).toBeInstanceOf(Opaque);
    return (json as Opaque).parts.map((part) =>
      part instanceof TerraformValue ? { terraform: resolved(stack, part.terraform), isText: part.isText } : part,
    );
  }

  test.each<[string, unknown, z.ZodType, string, boolean]>([
    ["text", variable.stringValue, z.string(), "tostring(var.any)", true],
    ["text or null", variable.stringValue, z.string().nullable().optional(), "tostring(var.any)", true],
    ["a number given as text", variable.stringValue, z.number(), "tonumber(var.any)", false],
    ["a boolean", variable.booleanValue, z.boolean(), "tobool(var.any)", false],
    ["a list", variable.listValue, z.array(z.string()), "var.any", false],
    ["a map", Token.asStringMap(variable.value), z.record(z.string(), z.unknown()), "var.any", false],
    ["a value of no known type", variable.stringValue, anything, "var.any", false],
  ])("for %s is converted as Terraform would for such an attribute", (_, token, schema, terraform, isText) => {
    const { json, problems } = resolveProps({ a: token }, z.object({ a: schema }));
    expect(partsOf((json as { a: Value }).a)).toEqual([{ terraform: `\${${terraform}}`, isText }]);
    expect(problems).toEqual([]);
  });

  test("inside text splits it into parts, as text or as a number, alone and next to others", () => {
    const { numberValue: number, stringValue: text } = variable;
    const part = { terraform: `\${tostring(var.any)}`, isText: true };
    const partsIn = (given: string) => partsOf(resolveProps(given, z.string()).json);
    const upper = { terraform: `\${tostring(upper(var.any))}`, isText: true };
    expect(partsIn(`a ${text}${Fn.upper(text)} \${b}`)).toEqual(["a ", part, upper, ` \${b}`]);
    expect(partsIn(`allocate ${number} %`)).toEqual(["allocate ", part, " %"]);
    expect(partsIn(`${number}${text}${number}`)).toEqual([part, part, part]);
    expect(partsIn(`${number}`)).toEqual([part]);
  });

  test("of another app is refused: the framework reserves a range of numbers for tokens, and could not resolve this one", () => {
    const bits = new Uint32Array(new Float64Array([variable.numberValue]).buffer);
    const [number = 0] = new Float64Array(bits.with(0, 123_456_789).buffer);
    expect(refusals({ parameterValues: { limit: number }, text: `at ${number}` })).toEqual([
      expect.stringMatching(/^parameterValues\.limit: contains what code has made of a token/),
      expect.stringMatching(/^text: contains what code has made of a token/),
    ]);
  });
});
