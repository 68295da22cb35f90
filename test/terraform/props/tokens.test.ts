import { resource } from "@cdktf/provider-null";
import {
  conditional,
  Fn,
  type IResolvable,
  TerraformOutput,
  type TerraformStack,
  TerraformVariable,
  Token,
} from "cdktf";
import { z } from "zod";
import {
  Experiment,
  ExperimentationService,
  fromEnvironment,
  MetricSource,
  PromptVersion,
  Segment,
  type SegmentProps,
  UsageError,
} from "../../../lib";
import { secretInFunction } from "../../../lib/terraform/props/inside-token";
import { resolveProps } from "../../../lib/terraform/props/resolve-props";
import { experiment, metricSource, segment } from "../entities";
import { emptyStack, messageOf, problemsListed, synth, wrong } from "../synth";

const secret = fromEnvironment("TOKEN");
const stack = emptyStack();
const variable = new TerraformVariable(stack, "any", {});

const make = (props: Partial<SegmentProps>) => new Segment(emptyStack(), "x", { ...segment, ...props });
const ofExperiment = (props: object) =>
  problemsListed(() => new Experiment(emptyStack(), "x", wrong({ ...experiment, ...props })));

/** The places of what is refused because code made it of a token. */
function strays(act: () => unknown): string[] {
  return problemsListed(act).map((line) => {
    const [place = "", ...words] = line.split(": ");
    expect(words.join()).toMatch(/^contains what code has made of a token/);
    return place;
  });
}

describe("what code has made of a token is refused", () => {
  const changed = secret.toUpperCase();
  const { listValue: list, value } = variable;
  const numbers = Token.asNumberList(value);
  const map = Token.asStringMap(value);
  const returned = (returnValue: unknown) => ({ rules: [{ returnValue }] }) as Partial<SegmentProps>;

  test.each<[string, Partial<SegmentProps>, string]>([
    ["a text that was joined and then changed", { description: `Bearer ${secret}`.toUpperCase() }, "description"],
    ["an id", { id: changed }, "id"],
    ["a setting", { reapply: changed }, "reapply"],
    ["a key", returned({ [changed]: 1 }), `rules[0].returnValue[${JSON.stringify(changed)}]`],
    ["a list with others", { tags: ["a", ...list] }, "tags[1]"],
    ["one element of a list", { description: list[0] }, "description"],
    ["a list of one text around such an element", { tags: [`a ${list[0]}`] }, "tags[0]"],
    ["a list of numbers with others", returned({ days: [1, ...numbers] }), "rules[0].returnValue.days[1]"],
  ])("%s", (_, props, place) => {
    expect(strays(() => make(props))).toEqual([place]);
  });

  test("in the address of a service, in a map with others, and where the rules of the field are broken, too", () => {
    expect(strays(() => new ExperimentationService(stack, "x", { baseUrl: changed }))).toEqual(["baseUrl"]);
    expect(strays(() => make(returned({ a: 1, ...map })))).toEqual([
      expect.stringMatching(/^rules\[0\]\.returnValue\["&\{TfToken/),
    ]);
    const days = () => new Experiment(emptyStack(), "x", { name: "Abc", scheduledReloadDays: [...numbers, 3] });
    expect(strays(days)).toEqual(["scheduledReloadDays[0]"]);
  });

  test("but not a copy, what Terraform joins or changes, and text that looks a little like one", () => {
    const looksLike = ["a [TOKEN.0]", "$".concat("{token}"), "N.0]"];
    const given = [[...list], { ...map }, Fn.concat([list, ["a"]]), Fn.upper(variable.stringValue), ...looksLike];
    const { json, problems } = resolveProps(given, z.unknown());
    expect(problems).toEqual([]);
    expect(JSON.stringify(json)).not.toContain("TfToken");
  });
});

test("a token does not hide what else is wrong", () => {
  const { stringValue, numberValue } = variable;
  const groups = [{ size: numberValue, nam: "A" }];
  const manualQualityScores = Array(11).fill({ criteriaName: stringValue });
  const targetApps = [stringValue, 5];
  const props = { name: stringValue, groups, alocation: numberValue, targetApps, manualQualityScores };
  expect(ofExperiment(props)).toEqual([
    'alocation: unknown field; did you mean "allocation"?',
    'groups[0].nam: unknown field; did you mean "name"?',
    "targetApps[1]: given 5; allowed: a string",
    expect.stringMatching(/^manualQualityScores: given .* \(a list of 11 elements\); allowed: at most 10 entries$/),
  ]);
});

describe("a secret from the environment is refused", () => {
  test.each<[string, (stack: TerraformStack) => unknown]>([
    ["an output", (scope) => new TerraformOutput(scope, "o", { value: secret })],
    ["another resource's text", (scope) => new resource.Resource(scope, "r", { triggers: { a: `x ${secret}` } })],
  ])("in %s", (_, build) => {
    expect(messageOf(() => synth(build), UsageError)).toContain(
      'fromEnvironment("TOKEN") can be used only in props of this package\'s constructs',
    );
  });

  test("in an identity or a name, which resource names and messages show", () => {
    const problem = "given a token; allowed: a value that is not secret, because messages and plans show it";
    expect(ofExperiment({ id: secret, name: `A ${secret}` })).toEqual([`id: ${problem}`, `name: ${problem}`]);
    const prompt = () => new PromptVersion(emptyStack(), "x", { promptID: secret });
    expect(problemsListed(prompt)).toContain(`promptID: ${problem}`);
  });

  test("in a Terraform function", () => {
    const misused = `fromEnvironment("TOKEN") cannot be an argument of a Terraform function; use it alone or within a template string`;
    const props = { hypothesis: conditional(true, secret, ""), reapply: Fn.upper(secret) };
    expect(ofExperiment(props)).toEqual([`hypothesis: ${misused}`, `reapply: ${misused}`]);
  });

  test("where text is not allowed, in one line, also where the field is required or decides which resources there are", () => {
    const given = 'given fromEnvironment("TOKEN"), which is text; allowed:';
    const props = { ...metricSource, idTypeMapping: secret, dryRun: secret };
    expect(ofExperiment({ allocation: `1${secret}` })).toEqual([`allocation: ${given} a number`]);
    expect(problemsListed(() => new MetricSource(emptyStack(), "x", wrong(props)))).toEqual([
      `idTypeMapping: ${given} a list of objects with serviceUnitID and column`,
      `dryRun: ${given} a boolean`,
    ]);
  });

  test("under a name that no variable can have, which is not shown: it may be the secret", () => {
    expect(messageOf(() => fromEnvironment("sk-live-123456"), UsageError)).toBe(
      "fromEnvironment: given a string of 14 characters; allowed: the name of an environment variable (letters, digits and _, not starting with a digit), not the secret itself",
    );
  });
});

/** A token that contains a value. */
function around(inside: unknown): IResolvable {
  const token = { creationStack: [], inside, resolve: () => "x", toString: () => Token.asString(token) };
  return token;
}

describe("inside a token", () => {
  const hidden = () => around(secret);
  const loop: Record<string, unknown> = {};
  loop.token = around([loop]);
  const bare = new resource.Resource(stack, "bare");

  test.each<[string, unknown]>([
    ["for a part of text", `a ${Token.asString(hidden())} b`],
    ["for a number", Token.asNumber(hidden())],
    ["for a list", Token.asList(hidden())],
    ["for a list of numbers", Token.asNumberList(hidden())],
    ["for a map", Token.asStringMap(hidden())],
    ["inside others", around([{ deep: [around({ deeper: Token.asList(hidden()) })] }])],
    ["next to a value that is no secret", Fn.join(",", [variable.stringValue, `Bearer ${secret}`])],
  ])("a secret is found %s", (_, token) => {
    expect(secretInFunction(token)).toBe("TOKEN");
  });

  test.each<[string, unknown]>([
    ["a function of a variable", Fn.merge([variable.value, { a: 1 }])],
    ["a reference", new Segment(stack, "beta", segment).id],
    ["a construct that a token belongs to", around(bare)],
    ["what contains itself", around(loop)],
  ])("no secret is found in %s", (_, token) => {
    expect(secretInFunction(token)).toBeUndefined();
  });
});
