import { inspect } from "node:util";
import { TerraformValue } from "../../lib/terraform/language/terraform-value";
import { pathText } from "../../lib/text/names";
import { isSame, joined, mapped, Opaque, readMarks, type Value, worded } from "../../lib/value/value";

const secret = (content?: Value) => new Opaque("secret", [], content === undefined ? {} : { content });
const variable = (name: string) => Opaque.ofParts(["Bearer ", { environment: name }]);

test.each<[what: string, a: Value | undefined, b: Value | undefined, isSame: boolean]>([
  ["a hidden value whose content is known, and the same", secret("a"), "a", true],
  ["two hidden values of one content", secret({ x: [1] }), secret({ x: [1] }), true],
  ["a hidden value whose content is known, and another", secret("a"), "b", false],
  ["a hidden value of which nothing is known", secret(), "a", false],
  ["what the deploy gives, and itself", new Opaque("deploy"), new Opaque("deploy"), false],
  ["texts with one variable", variable("TOKEN"), variable("TOKEN"), true],
  ["texts with two variables", variable("TOKEN"), variable("OTHER"), false],
  ["one digest", new Opaque("long", ["x"]), new Opaque("long", ["x"]), true],
  ["two digests", new Opaque("long", ["x"]), new Opaque("long", ["y"]), false],
  ["a digest and a text that can be read", new Opaque("long", ["x"]), "x", false],
  ["a digest that is sensitive now", new Opaque("long", ["x"]), secret(new Opaque("long", ["x"])), true],
  ["null that is hidden twice", secret(null), secret(null), true],
  ["null that is hidden, and what the deploy gives", secret(null), new Opaque("deploy"), false],
  ["keys in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ["something hidden beside what is the same", { a: 1, b: secret() }, { a: 1, b: 2 }, false],
  ["a key that every object inherits", {}, { constructor: 1 }, false],
])("%s", (_, a, b, result) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([result, result]);
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
    expect(isSame(foreign as Value, secret("a"))).toBe(false);
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

test("pieces of text are plain where all of them are known, and else one place, with neighbouring texts as one", () => {
  const value = new TerraformValue("x", true);
  expect([joined([]), joined(["a", "", "b"]), joined([Opaque.ofParts(["a"]), "b"])]).toEqual(["", "ab", "ab"]);
  expect(joined(["a", Opaque.ofParts(["b", value]), "c", "d"])).toEqual(Opaque.ofParts(["ab", value, "cd"]));
});

test("a secret of the environment is read back from a state, and told by the name of its variable", () => {
  expect(readMarks("Bearer (environment variable TOKEN)")).toEqual(variable("TOKEN"));
  expect(readMarks("an environment variable")).toBe("an environment variable");
  const [long, deploy] = [new Opaque("long", ["a digest"]), new Opaque("deploy")];
  const shown = [{ secret: "Bearer (environment variable TOKEN)" }, "a digest", "text", deploy];
  expect(worded([{ secret: variable("TOKEN") }, long, "text", deploy])).toEqual(shown);
});
