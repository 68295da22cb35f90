import { Deferred, joined } from "../../lib/entity/deferred-value";
import { TerraformValue } from "../../lib/terraform/language/terraform-value";

describe("pieces of text", () => {
  const value = new TerraformValue("x", true);

  test("are plain text where all of them are known at synth", () => {
    expect(joined([])).toBe("");
    expect(joined(["a", "", "b"])).toBe("ab");
    expect(joined([new Deferred(["a"]), "b"])).toBe("ab");
  });

  test("are one deferred value otherwise, with neighbouring texts as one", () => {
    expect(joined(["a", new Deferred(["b", value]), "c", "d"])).toEqual(new Deferred(["ab", value, "cd"]));
  });
});
