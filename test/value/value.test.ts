import { inspect } from "node:util";
import { pathText } from "../../lib/text/path";
import { compared, mapped, Opaque, type Value } from "../../lib/value/value";

const secret = (content?: Value) => new Opaque("secret", [], content === undefined ? {} : { content });
const variable = (name: string) => Opaque.ofParts(["Bearer ", { environment: name }]);

test.each<[what: string, a: Value | undefined, b: Value | undefined, compared: string]>([
  ["a hidden value whose content is known, and the same", secret("a"), "a", "same"],
  ["two hidden values of one content", secret({ x: [1] }), secret({ x: [1] }), "same"],
  ["a hidden value whose content is known, and another", secret("a"), "b", "other"],
  ["a hidden value of which nothing is known", secret(), "a", "unclear"],
  ["what the deploy gives, and itself", new Opaque("deploy"), new Opaque("deploy"), "unclear"],
  ["what the deploy gives, and nothing", new Opaque("deploy"), undefined, "unclear"],
  ["texts with one variable", variable("TOKEN"), variable("TOKEN"), "same"],
  ["texts with two variables", variable("TOKEN"), variable("OTHER"), "other"],
  ["one digest", new Opaque("long", ["x"]), new Opaque("long", ["x"]), "same"],
  ["two digests", new Opaque("long", ["x"]), new Opaque("long", ["y"]), "other"],
  ["a digest and a text that can be read", new Opaque("long", ["x"]), "x", "unclear"],
  ["a digest that is sensitive now", new Opaque("long", ["x"]), secret(new Opaque("long", ["x"])), "same"],
  ["another digest that is sensitive now", new Opaque("long", ["x"]), secret(new Opaque("long", ["y"])), "other"],
  ["null that is hidden, and something hidden", secret(null), secret("a"), "other"],
  ["null that is hidden twice", secret(null), secret(null), "same"],
  ["null that is hidden, and what the deploy gives", secret(null), new Opaque("deploy"), "unclear"],
  ["keys in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, "same"],
  ["something hidden beside what is the same", { a: 1, b: secret() }, { a: 1, b: 2 }, "unclear"],
  ["something hidden beside what is another", { a: 1, b: secret() }, { a: 2, b: 2 }, "other"],
  ["a key that every object inherits", {}, { constructor: 1 }, "other"],
])("%s", (_, a, b, result) => {
  expect(compared(a, b)).toBe(result);
  expect(compared(b, a)).toBe(result);
});

test("no JSON and no log shows what is known of a hidden value", () => {
  const hidden = new Opaque("secret", [], { content: "s3cr3t" });

  expect(JSON.stringify({ hidden, deploy: new Opaque("deploy") })).toBe(
    '{"hidden":{"sensitive":true},"deploy":{"unknown":true}}',
  );
  expect(inspect(hidden, { depth: 9, showHidden: true })).not.toMatch(/s3cr3t/);
});

test("a hidden value of another copy of the package is one, of which nothing is known", () => {
  jest.isolateModules(() => {
    const other = require("../../lib/value/value") as typeof import("../../lib/value/value");
    const foreign = new other.Opaque("secret", [], { content: "a" });

    expect(foreign).toBeInstanceOf(Opaque);
    expect(compared(foreign as Value, secret("a"))).toBe("unclear");
  });
});

test("a walk keeps the places of lists and the keys that every object has", () => {
  const value = JSON.parse('{ "a": [1, "x", { "__proto__": 2 }], "b": "x" }') as Value;
  const places: string[] = [];
  const left = mapped(value, (leaf, path) => {
    places.push(pathText(path));
    return leaf === "x" ? undefined : leaf;
  });

  expect(places).toEqual(["a[0]", "a[1]", "a[2].__proto__", "b"]);
  expect(JSON.stringify(left)).toBe('{"a":[1,null,{"__proto__":2}]}');
});
