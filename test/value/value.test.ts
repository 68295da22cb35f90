import { inspect } from "node:util";
import { TerraformValue } from "../../lib/terraform/language/terraform-value";
import { pathText } from "../../lib/text/names";
import { isSame, joined, mapped, Opaque, readMarks, type Value, worded } from "../../lib/value/value";

const secret = (content?: Value) => Opaque.hidden(content);
const variable = (name: string) => Opaque.deferred(["Bearer ", { environment: name }]);

test.each<[what: string, a: Value | undefined, b: Value | undefined, isSame: boolean]>([
  ["a hidden value whose content is known, and the same", secret("a"), "a", true],
  ["two hidden values of one content", secret({ x: [1] }), secret({ x: [1] }), true],
  ["a hidden value whose content is known, and another", secret("a"), "b", false],
  ["a hidden value of which nothing is known", secret(), "a", false],
  ["what the deploy gives, and itself", Opaque.unknown(), Opaque.unknown(), false],
  ["texts with one variable", variable("TOKEN"), variable("TOKEN"), true],
  ["texts with two variables", variable("TOKEN"), variable("OTHER"), false],
  ["one digest", Opaque.digest("x"), Opaque.digest("x"), true],
  ["two digests", Opaque.digest("x"), Opaque.digest("y"), false],
  ["a digest and a text that can be read", Opaque.digest("x"), "x", false],
  ["a digest that is sensitive now", Opaque.digest("x"), secret(Opaque.digest("x")), true],
  ["null that is hidden twice", secret(null), secret(null), true],
  ["null that is hidden, and what the deploy gives", secret(null), Opaque.unknown(), false],
  ["keys in another order", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ["something hidden beside what is the same", { a: 1, b: secret() }, { a: 1, b: 2 }, false],
  ["a key that every object inherits", {}, { constructor: 1 }, false],
])("%s", (_, a, b, result) => {
  expect([isSame(a, b), isSame(b, a)]).toEqual([result, result]);
});

test("no JSON and no log shows what is known of a hidden value", () => {
  const hidden = Opaque.hidden("s3cr3t");

  expect(JSON.stringify({ hidden, deploy: Opaque.unknown() })).toBe(
    '{"hidden":{"sensitive":true},"deploy":{"unknown":true}}',
  );
  expect(inspect(hidden, { depth: 9, showHidden: true })).not.toMatch(/s3cr3t/);
});

test("an opaque place of another copy of the package is one", () => {
  jest.isolateModules(() => {
    const other = require("../../lib/value/value") as typeof import("../../lib/value/value");
    const foreign = other.Opaque.hidden("a") as Value;

    expect(foreign).toBeInstanceOf(Opaque);
    expect([isSame(foreign, secret("a")), isSame(foreign, "b")]).toEqual([true, false]);
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
  expect([joined([]), joined(["a", "", "b"]), joined([Opaque.deferred(["a"]), "b"])]).toEqual(["", "ab", "ab"]);
  expect(joined(["a", Opaque.deferred(["b", value]), "c", "d"])).toEqual(Opaque.deferred(["ab", value, "cd"]));
});

test("a secret of the environment is read back from a state, and told by the name of its variable", () => {
  expect(readMarks("Bearer (environment variable TOKEN)")).toEqual(variable("TOKEN"));
  expect(readMarks("an environment variable")).toBe("an environment variable");
  const [long, deploy] = [Opaque.digest("a digest"), Opaque.unknown()];
  const shown = [{ secret: "Bearer (environment variable TOKEN)" }, "a digest", "text", deploy];
  expect(worded([{ secret: variable("TOKEN") }, long, "text", deploy])).toEqual(shown);
});
