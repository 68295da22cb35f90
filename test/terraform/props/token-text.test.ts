import { Fn, TerraformVariable, Token } from "cdktf";
import { ExperimentationService, fromEnvironment, InvalidPropsError, PromptVersion, Segment } from "../../../lib";
import { segment } from "../entities";
import { emptyStack, messageOf, synth } from "../synth";

const CHANGED = "contains a token that code has changed (toUpperCase, slice and the like). A token stands for a value";

const changes: Readonly<Record<string, (text: string) => string>> = {
  "in upper case": (text) => text.toUpperCase(),
  "in lower case": (text) => text.toLowerCase(),
  reversed: (text) => [...text].reverse().join(""),
  "without its beginning": (text) => text.slice(1),
  "without most of its beginning": (text) => text.slice(12),
  "without its end": (text) => text.slice(0, -1),
  "without most of its end": (text) => text.slice(0, 4),
  "in upper case, as a part of a text": (text) => `Bearer ${text}`.toUpperCase(),
};

describe("a token that code has changed is refused", () => {
  const secret = fromEnvironment("BOT_TOKEN");
  const changed = secret.toUpperCase();

  test.each(Object.entries(changes))("%s", (_, change) => {
    const make = () => new PromptVersion(emptyStack(), "x", { promptID: "bot", model: change(secret) });
    expect(messageOf(make, InvalidPropsError)).toContain(`  - model: ${CHANGED}`);
  });

  test.each<[string, () => unknown, string]>([
    ["in an id", () => new Segment(emptyStack(), "x", { ...segment, id: changed }), "id"],
    ["in a list", () => new Segment(emptyStack(), "x", { ...segment, tags: ["a", changed] }), "tags[1]"],
    ["in a setting", () => new Segment(emptyStack(), "x", { ...segment, reapply: changed }), "reapply"],
    ["in the service's address", () => new ExperimentationService(emptyStack(), "x", { baseUrl: changed }), "baseUrl"],
    [
      "as a key",
      () => new Segment(emptyStack(), "x", { ...segment, rules: [{ returnValue: { [changed]: 1 } }] }),
      `rules[0].returnValue[${JSON.stringify(changed)}]`,
    ],
  ])("%s", (_, make, field) => {
    expect(messageOf(make, InvalidPropsError)).toContain(`  - ${field}: ${CHANGED}`);
  });
});

test("the error about a token that code has changed says what to do instead", () => {
  const props = { ...segment, description: fromEnvironment("X").toUpperCase() };
  expect(messageOf(() => new Segment(emptyStack(), "beta", props), InvalidPropsError)).toBe(
    "stack/beta (segment): 1 problem\n  - description: contains a token that code has changed (toUpperCase, slice and the like). " +
      "A token stands for a value that is not known yet, so no text function can work on it: pass the token " +
      "unchanged, change a Terraform value with Fn.upper and the like, and change a secret where it is stored",
  );
});

test("a token that Terraform's functions change is accepted, and so is text that looks a little like one", () => {
  const stack = synth((scope) => {
    const { stringValue } = new TerraformVariable(scope, "place", {});
    const tags = [Fn.upper(stringValue), `${stringValue} [TOKEN.0]`, '{"a":[1.5]}', "$".concat("{token}"), "N.0]"];
    new Segment(scope, "beta", { ...segment, tags, description: Token.asString(Fn.substr(stringValue, 0, 3)) });
  });
  expect(stack.triggers("segment_beta_users").tags).toContain("upper(");
});
