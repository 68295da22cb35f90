import { Fn, TerraformVariable, Token } from "cdktf";
import { z } from "zod";
import { Experiment, ExperimentationService, fromEnvironment, Segment, type SegmentProps } from "../../../lib";
import { resolveProps } from "../../../lib/terraform/declare/resolve-props";
import { segment } from "../entities";
import { emptyStack, problemsListed, synth, wrong } from "../synth";

/** The places of what is refused because code made it of a token. */
function strays(act: () => unknown): string[] {
  return problemsListed(act).map((line) => {
    const [place = "", ...words] = line.split(": ");
    expect(words.join()).toMatch(/^contains what code has made of a token/);
    return place;
  });
}

const make = (props: Partial<SegmentProps>) => new Segment(emptyStack(), "x", { ...segment, ...props });

describe("what code has made of a token is refused", () => {
  const secret = fromEnvironment("BOT_TOKEN");
  const changed = secret.toUpperCase();
  const stack = emptyStack();
  const { listValue: list, numberValue, value } = new TerraformVariable(stack, "any", {});
  const numbers = Token.asNumberList(value);
  const map = Token.asStringMap(value);
  const returned = (returnValue: unknown) => ({ rules: [{ returnValue }] }) as Partial<SegmentProps>;

  test.each<[string, Partial<SegmentProps>, string]>([
    ["a text in upper case", { description: changed }, "description"],
    ["a text without its end", { description: secret.slice(0, -1) }, "description"],
    ["a text that was joined and then changed", { description: `Bearer ${secret}`.toUpperCase() }, "description"],
    ["a number in upper case", { description: `${numberValue} %`.toUpperCase() }, "description"],
    ["an id", { id: changed }, "id"],
    ["a setting", { reapply: changed }, "reapply"],
    ["a key", returned({ [changed]: 1 }), `rules[0].returnValue[${JSON.stringify(changed)}]`],
    ["a list with others", { tags: ["a", ...list] }, "tags[1]"],
    ["one element of a list", { description: list[0] }, "description"],
    ["a list of numbers with others", returned({ days: [1, ...numbers] }), "rules[0].returnValue.days[1]"],
    ["one number of a list", returned({ day: numbers[0] }), "rules[0].returnValue.day"],
    ["one number of a list in a text", { description: `day ${numbers[0]}` }, "description"],
    ["all elements, changed", { tags: list.map((tag) => `x-${tag}`) }, "tags[0]"],
  ])("%s", (_, props, place) => {
    expect(strays(() => make(props))).toEqual([place]);
  });

  test("in the address of a service", () => {
    expect(strays(() => new ExperimentationService(stack, "x", { baseUrl: changed }))).toEqual(["baseUrl"]);
  });

  test("a map with others, at its key", () => {
    expect(strays(() => make(returned({ a: 1, ...map })))).toEqual([
      expect.stringMatching(/^rules\[0\]\.returnValue\["&\{TfToken/),
    ]);
  });

  test("also where what stands for it breaks the rules of the field, which say nothing then", () => {
    const days = () => new Experiment(emptyStack(), "x", { name: "Abc", scheduledReloadDays: [...numbers, 3] });
    expect(strays(days)).toEqual(["scheduledReloadDays[0]"]);
  });

  test("but not a copy, and what Terraform joins", () => {
    const { json, problems } = resolveProps([[...list], { ...map }, Fn.concat([list, ["a"]])], z.unknown());
    expect(problems).toEqual([]);
    expect(JSON.stringify(json)).not.toContain("TfToken");
  });
});

test("a token that Terraform's functions change is accepted, and so is text that looks a little like one", () => {
  const stack = synth((scope) => {
    const { stringValue } = new TerraformVariable(scope, "place", {});
    const tags = [Fn.upper(stringValue), `${stringValue} [TOKEN.0]`, '{"a":[1.5]}', "$".concat("{token}"), "N.0]"];
    new Segment(scope, "beta", { ...segment, tags, description: Token.asString(Fn.substr(stringValue, 0, 3)) });
  });
  expect(stack.triggers("segment_beta_users").tags).toContain("upper(");
});

test("a token does not hide what else is wrong", () => {
  const stack = emptyStack();
  const { stringValue, numberValue } = new TerraformVariable(stack, "any", {});
  const props = {
    name: stringValue,
    groups: [{ size: numberValue, nam: "A" }],
    alocation: numberValue,
    targetApps: [stringValue, 5],
    manualQualityScores: Array(11).fill({ criteriaName: stringValue }),
  };
  expect(problemsListed(() => new Experiment(stack, "x", wrong(props)))).toEqual([
    'groups[0].nam: unknown field; did you mean "name"?',
    "targetApps[1]: given 5; allowed: a string",
    expect.stringMatching(/^manualQualityScores: given .* \(a list of 11 elements\); allowed: at most 10 entries$/),
    'alocation: unknown field; did you mean "allocation"?',
  ]);
});
