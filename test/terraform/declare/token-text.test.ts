import { Fn, TerraformVariable, Token } from "cdktf";
import { z } from "zod";
import { Experiment, ExperimentationService, fromEnvironment, Segment, type SegmentProps } from "../../../lib";
import { resolveProps } from "../../../lib/terraform/declare/resolve-props";
import { segment } from "../entities";
import { emptyStack, problemsListed, synth } from "../synth";

const CHANGED =
  "contains a token that code has changed (toUpperCase, slice and the like). " +
  "A token stands for a value that is not known yet, so no text function can work on it: pass the token " +
  "unchanged, change a Terraform value with Fn.upper and the like, and change a secret where it is stored";

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

describe("a token that code has changed is refused, with what to do instead", () => {
  const secret = fromEnvironment("BOT_TOKEN");
  const changed = secret.toUpperCase();
  const make = (props: Partial<SegmentProps>) => new Segment(emptyStack(), "x", { ...segment, ...props });

  test.each(Object.entries(changes))("%s", (_, change) => {
    expect(problemsListed(() => make({ description: change(secret) }))).toEqual([`description: ${CHANGED}`]);
  });

  test.each<[string, () => unknown, string]>([
    ["in an id", () => make({ id: changed }), "id"],
    ["in a list", () => make({ tags: ["a", changed] }), "tags[1]"],
    ["in a setting", () => make({ reapply: changed }), "reapply"],
    ["in the service's address", () => new ExperimentationService(emptyStack(), "x", { baseUrl: changed }), "baseUrl"],
    [
      "as a key",
      () => make({ rules: [{ returnValue: { [changed]: 1 } }] }),
      `rules[0].returnValue[${JSON.stringify(changed)}]`,
    ],
  ])("%s", (_, act, field) => {
    expect(problemsListed(act)).toEqual([`${field}: ${CHANGED}`]);
  });
});

describe("a token of a list or a map that code has taken apart is refused, in words about lists and maps:", () => {
  const stack = emptyStack();
  const { listValue: list, value } = new TerraformVariable(stack, "list", {});
  const numbers = Token.asNumberList(value);
  const map = Token.asStringMap(value);
  const returned = (returnValue: unknown) => ({ rules: [{ returnValue }] }) as Partial<SegmentProps>;
  const LIST =
    "given a list token together with others; allowed: a list token alone, or a list without one; to join them, use Fn.concat([list, others])";
  const MAP =
    "given a map token together with others; allowed: a map token alone, or a map without one; to join them, use Fn.merge([map, others])";
  const ELEMENT =
    "contains an element of a list that a token stands for. Only Terraform knows which elements it has: pass the list " +
    "unchanged, or use Fn.element(list, 0) for one of them, Fn.join for their text, and Fn.concat to add others";

  test.each<[string, Partial<SegmentProps>, string]>([
    ["spread after others", { tags: ["a", ...list] }, `tags: ${LIST}`],
    ["with others added", { tags: list.concat("a") }, `tags: ${LIST}`],
    ["two of them", { tags: [...list, ...list] }, `tags: ${LIST}`],
    ["of numbers", returned({ days: [1, ...numbers] }), `rules[0].returnValue.days: ${LIST}`],
    ["one element", { description: list[0] }, `description: ${ELEMENT}`],
    ["a number of it", returned({ day: numbers[0] }), `rules[0].returnValue.day: ${ELEMENT}`],
    ["a number of it in a text", { description: `day ${numbers[0]}` }, `description: ${ELEMENT}`],
    ["all elements, joined", { description: ["a", ...list].join() }, `description: ${ELEMENT}`],
    ["all elements, changed", { tags: list.map((tag) => `x-${tag}`) }, `tags[0]: ${ELEMENT}`],
    ["a map spread beside others", returned({ a: 1, ...map }), `rules[0].returnValue: ${MAP}`],
  ])("%s", (_, props, problem) => {
    const make = () => new Segment(emptyStack(), "x", { ...segment, ...props });
    expect(problemsListed(make)).toEqual([problem]);
  });

  test("also where its place-holder breaks the rules of the field, which say nothing then", () => {
    const make = () => new Experiment(emptyStack(), "x", { name: "Abc", scheduledReloadDays: [...numbers, 3] });
    expect(problemsListed(make)).toEqual([`scheduledReloadDays: ${LIST}`]);
  });

  test("but not a copy, and what Terraform joins", () => {
    const { json, problems } = resolveProps([[...list], { ...map }, Fn.concat([list, ["a"]]), -1.9e289], z.unknown());
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
