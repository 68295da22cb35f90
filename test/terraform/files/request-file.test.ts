import { TerraformVariable } from "cdktf";
import { Experiment } from "../../../lib";
import { experiment } from "../entities";
import { synth } from "../synth";

/** The value at a JSON Pointer, read as RFC 6901 says. */
function at(value: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((inner, step) => (inner as Readonly<Record<string, unknown>>)[step], value);
}

describe("a request file", () => {
  test("lists each deferred value by a pointer to its null, with any keys on the way", () => {
    const keys = ["a/b", "m~n", "~1", "/", "", " ", "0", "ä", 'q"', "__proto__"];
    const stack = synth((scope) => {
      const { value } = new TerraformVariable(scope, "any", {});
      const parameterValues = Object.fromEntries(keys.map((key) => [key, [{ [key]: value }]]));
      new Experiment(scope, "x", { ...experiment, groups: [{ parameterValues }] });
    });
    const request = stack.requestOf("experiment_checkout_button");
    expect(request.deferred.map((place) => at(request, place.at))).toEqual(keys.map(() => null));
    expect(new Set(request.deferred.map((place) => place.at)).size).toBe(keys.length);
    expect(request.deferred.map((place) => place.at)).toContain("/fields/groups/0/parameterValues/a~1b/0/a~1b");
  });

  test("never takes a user's own data for a deferred value", () => {
    const parameterValues = { parts: [{ terraform: 0 }], environment: "HOME", "\0": null };
    const stack = synth((scope) => new Experiment(scope, "x", { ...experiment, groups: [{ parameterValues }] }));
    const { calls, deferred } = stack.requestOf("experiment_checkout_button");
    expect(deferred).toEqual([]);
    expect(calls.create?.body.groups).toEqual([{ parameterValues }]);
  });
});
