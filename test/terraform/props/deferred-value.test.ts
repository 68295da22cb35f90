import { DeferredValue, joined, TerraformValue } from "../../../lib/terraform/props/deferred-value";

describe("pieces of text", () => {
  const value = new TerraformValue("x", true);

  test("are plain text where all of them are known at synth", () => {
    expect(joined([])).toBe("");
    expect(joined(["a", "", "b"])).toBe("ab");
    expect(joined([new DeferredValue(["a"]), "b"])).toBe("ab");
  });

  test("are one deferred value otherwise, with neighbouring texts as one", () => {
    expect(joined(["a", new DeferredValue(["b", value]), "c", "d"])).toEqual(new DeferredValue(["ab", value, "cd"]));
  });
});
