import { resource } from "@cdktf/provider-null";
import { Fn, type IResolvable, Lazy, TerraformVariable, Token } from "cdktf";
import { Segment } from "../../../lib";
import { fromEnvironment } from "../../../lib/terraform/declare/from-environment";
import { secretInFunction } from "../../../lib/terraform/declare/tokens";
import { segment } from "../entities";
import { emptyStack } from "../synth";

const stack = emptyStack();
const variable = new TerraformVariable(stack, "any", {});

/** A token that contains a value. */
function around(inside: unknown): IResolvable {
  const token = { creationStack: [], inside, resolve: () => "x", toString: () => Token.asString(token) };
  return token;
}

describe("a secret is found inside a token", () => {
  const hidden = () => around(fromEnvironment("TOKEN"));

  test.each<[string, unknown]>([
    ["for text", Token.asString(hidden())],
    ["for a part of text", `a ${Token.asString(hidden())} b`],
    ["for a number", Token.asNumber(hidden())],
    ["for a number in text", `a ${Token.asNumber(hidden())} b`],
    ["for a list", Token.asList(hidden())],
    ["for a list of numbers", Token.asNumberList(hidden())],
    ["for a map", Token.asStringMap(hidden())],
    ["for anything", hidden()],
    ["inside others", around([{ deep: [around({ deeper: Token.asList(hidden()) })] }])],
    ["as a part of a function's argument", Fn.upper(`Bearer ${fromEnvironment("TOKEN")}`)],
    ["in a function inside another", Fn.upper(Fn.trimspace(fromEnvironment("TOKEN")))],
    ["inside an object", Fn.jsonencode({ a: [{ b: fromEnvironment("TOKEN") }] })],
    ["next to a value that is no secret", Fn.join(",", [variable.stringValue, fromEnvironment("TOKEN")])],
  ])("%s", (_, token) => {
    expect(secretInFunction(token)).toBe("TOKEN");
  });
});

describe("no secret is found", () => {
  const loop: Record<string, unknown> = {};
  loop.token = around([loop]);
  const bare = new resource.Resource(stack, "bare");

  test.each<[string, unknown]>([
    ["in a variable", variable.stringValue],
    ["in a function of one", Fn.merge([variable.value, { a: 1 }])],
    ["in another resource's attribute", bare.id],
    ["in a reference", new Segment(stack, "beta", segment).id],
    ["in a lazy value", Lazy.stringValue({ produce: () => fromEnvironment("TOKEN") })],
    ["in a construct that a token belongs to", around(bare)],
    ["in what contains itself", around(loop)],
  ])("%s", (_, token) => {
    expect(secretInFunction(token)).toBeUndefined();
  });
});
