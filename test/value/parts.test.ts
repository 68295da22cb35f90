import { TerraformValue } from "../../lib/terraform/language/terraform-value";
import { joined, readMarks, worded } from "../../lib/value/parts";
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

test("a secret of the environment is read back from a state, and told by the name of its variable", () => {
  const secret = Opaque.ofParts(["Bearer ", { environment: "TOKEN" }]);

  expect(readMarks("Bearer (environment variable TOKEN)")).toEqual(secret);
  expect(readMarks("an environment variable")).toBe("an environment variable");
  expect(worded([{ secret }, new Opaque("long", ["a digest"]), "text"])).toEqual([
    { secret: "Bearer (environment variable TOKEN)" },
    "a digest",
    "text",
  ]);
  expect(worded(new Opaque("deploy"))).toEqual(new Opaque("deploy"));
});
