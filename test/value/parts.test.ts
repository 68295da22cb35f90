import { TerraformValue } from "../../lib/terraform/language/terraform-value";
import { joined } from "../../lib/value/parts";
import { Opaque } from "../../lib/value/value";

describe("pieces of text", () => {
  const value = new TerraformValue("x", true);

  test("are plain text where all of them are known at synth", () => {
    expect(joined([])).toBe("");
    expect(joined(["a", "", "b"])).toBe("ab");
    expect(joined([Opaque.ofParts(["a"]), "b"])).toBe("ab");
  });

  test("are one deferred value otherwise, with neighbouring texts as one", () => {
    expect(joined(["a", Opaque.ofParts(["b", value]), "c", "d"])).toEqual(Opaque.ofParts(["ab", value, "cd"]));
  });
});
