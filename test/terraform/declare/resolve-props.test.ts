import { Fn, TerraformVariable, Token } from "cdktf";
import fc from "fast-check";
import { z } from "zod";
import { resolveProps } from "../../../lib/terraform/declare/resolve-props";
import { TerraformValue } from "../../../lib/terraform/language/terraform-value";
import { pathText } from "../../../lib/text/names";
import { Opaque, type Value } from "../../../lib/value/value";
import { emptyStack, resolved } from "../synth";

const anything = z.unknown();

/** The problems of a value, as "path: what is allowed". */
function refusals(value: unknown): string[] {
  return resolveProps(value, anything).problems.map(({ path, allowed }) => `${pathText(path)}: ${allowed}`);
}

describe("a JSON value", () => {
  test("is not changed", () => {
    const values = fc.jsonValue().filter((value) => !/e\+2(98|89)/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(values, (value) => {
        const { json, problems, dependencies } = resolveProps(value, anything);
        expect(problems).toEqual([]);
        expect(dependencies.size).toBe(0);
        expect(JSON.parse(JSON.stringify(json))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("has its keys sorted by code units at every depth, and its lists in their own order", () => {
    const { json } = resolveProps({ b: [{ z: 1, a: 2 }, 1], a: { ä: 1, Z: 2, "😀": 3, "\uffff": 4 }, "": 0 }, anything);
    expect(JSON.stringify(json)).toBe('{"":0,"a":{"Z":2,"ä":1,"😀":3,"\uffff":4},"b":[{"a":2,"z":1},1]}');
  });

  test("loses its undefined fields, at every depth", () => {
    const { json, problems } = resolveProps({ a: undefined, b: [{ c: undefined, d: null }] }, anything);
    expect(JSON.stringify(json)).toBe('{"b":[{"d":null}]}');
    expect(problems).toEqual([]);
  });

  test.each(["__proto__", "constructor", "toString", "then"])("keeps a key %s as a key", (key) => {
    const { json } = resolveProps(JSON.parse(`{"${key}":{"polluted":true}}`), anything);
    expect(JSON.stringify(json)).toBe(`{"${key}":{"polluted":true}}`);
    expect(Object.hasOwn(json as object, key)).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test("may be an object without prototype, of another realm, or given twice", () => {
    const shared = Object.assign(Object.create(null) as object, { a: 1 });
    expect(resolveProps([shared, shared, { shared }], anything)).toMatchObject({
      json: [{ a: 1 }, { a: 1 }, {}],
      problems: [],
    });
  });

  test("of any depth is accepted", () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 500; depth++) deep = { deep: [deep] };
    expect(JSON.stringify(resolveProps(deep, anything).json)).toBe(JSON.stringify(deep));
  });
});

describe("what JSON cannot hold is refused, with its path:", () => {
  class Group {
    readonly name = "A";
  }
  const loop: Record<string, unknown> = {};
  loop.self = [loop];

  test.each<[string, unknown, string]>([
    ["NaN", Number.NaN, "a finite number"],
    ["infinity", Number.POSITIVE_INFINITY, "a finite number"],
    ["a bigint", 5n, "a JSON value"],
    ["a function", () => 1, "a JSON value"],
    ["a date", new Date(0), "a plain JSON object"],
    ["an instance of a class", new Group(), "a plain JSON object"],
    ["bytes", Buffer.from("x"), "a plain JSON object"],
    ["half a surrogate pair in text", "a\ud83d", "well-formed Unicode: the text holds half a surrogate pair"],
  ])("%s", (_, value, allowed) => {
    expect(refusals({ a: [0, { b: value }] })).toEqual([`a[1].b: ${allowed}`]);
  });

  test("half a surrogate pair in a key, gaps, and a value that contains itself", () => {
    const sparse: unknown[] = [1];
    sparse[2] = undefined;
    expect(refusals({ a: { "\ude00x": 1 }, loop, sparse })).toEqual([
      'a["\\ude00x"]: a key of well-formed Unicode: it holds half a surrogate pair',
      "loop.self[0]: a value that does not contain itself",
      "sparse[1]: a value",
      "sparse[2]: a value",
    ]);
  });

  test("a key that only Terraform knows", () => {
    const { stringValue } = new TerraformVariable(emptyStack(), "key", {});
    expect(refusals({ a: { [`x${stringValue}`]: 1 } })).toEqual([
      expect.stringMatching(/^a\["x.*"\]: a key that is known at synth$/),
    ]);
  });
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
    ["text of few words", variable.stringValue, z.enum(["a"]), "tostring(var.any)", true],
    ["text or null", variable.stringValue, z.string().nullable().optional(), "tostring(var.any)", true],
    ["a number", variable.numberValue, z.number(), "tonumber(var.any)", false],
    ["a number given as text", variable.stringValue, z.number(), "tonumber(var.any)", false],
    ["a boolean", variable.booleanValue, z.boolean(), "tobool(var.any)", false],
    ["a list", variable.listValue, z.array(z.string()), "var.any", false],
    ["an object", variable.value, z.strictObject({}), "var.any", false],
    ["a map", Token.asStringMap(variable.value), z.record(z.string(), z.unknown()), "var.any", false],
    ["a value of no known type", variable.stringValue, anything, "var.any", false],
  ])("for %s is converted as Terraform would for such an attribute", (_, token, schema, terraform, isText) => {
    const { json, problems } = resolveProps({ a: token }, z.object({ a: schema }));
    expect(partsOf((json as { a: Value }).a)).toEqual([{ terraform: `\${${terraform}}`, isText }]);
    expect(problems).toEqual([]);
  });

  test("inside text splits it into parts", () => {
    const { json } = resolveProps(`a ${variable.stringValue}${Fn.upper(variable.stringValue)} \${b}`, z.string());
    expect(partsOf(json)).toEqual([
      "a ",
      { terraform: `\${tostring(var.any)}`, isText: true },
      { terraform: `\${tostring(upper(var.any))}`, isText: true },
      ` \${b}`,
    ]);
  });

  test("for a number inside text is found too, alone and next to others", () => {
    const number = { terraform: `\${tostring(var.any)}`, isText: true };
    const { numberValue: any, stringValue } = variable;
    const parts = (text: string) => partsOf(resolveProps(text, z.string()).json);
    expect(parts(`allocate ${any} %`)).toEqual(["allocate ", number, " %"]);
    expect(parts(`${any}${stringValue}${any}`)).toEqual([number, number, number]);
    expect(parts(`${any}`)).toEqual([number]);
  });

  test("is not seen in text that only looks like one", () => {
    const text = `-8.1 e+298, -1.5e+298 and \${TfToken are no tokens, nor is #{this}`;
    expect(resolveProps(text, z.string()).json).toBe(text);
  });

  test("of another app is refused: the framework reserves a range of numbers for tokens, and could not resolve this one", () => {
    const bits = new Uint32Array(new Float64Array([variable.numberValue]).buffer);
    const [number = 0] = new Float64Array(bits.with(0, 123_456_789).buffer);
    expect(refusals({ parameterValues: { limit: number }, text: `at ${number}` })).toEqual([
      expect.stringMatching(/^parameterValues\.limit: contains what code has made of a token/),
      expect.stringMatching(/^text: contains what code has made of a token/),
    ]);
  });

  test("next to half a surrogate pair does not hide that", () => {
    expect(refusals(`\ud800${variable.stringValue}`)).toEqual([
      ": well-formed Unicode: the text holds half a surrogate pair",
    ]);
  });
});
