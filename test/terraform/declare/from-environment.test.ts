import { resource } from "@cdktf/provider-null";
import { conditional, Fn, TerraformOutput, type TerraformStack } from "cdktf";
import { Experiment, fromEnvironment, MetricSource, PromptVersion, UsageError } from "../../../lib";
import { experiment, metricSource } from "../entities";
import { emptyStack, messageOf, problemsListed, synth, wrong } from "../synth";

describe("a secret from the environment is refused", () => {
  test("in an output, and in part of another resource's text", () => {
    for (const build of [
      (stack: TerraformStack) => new TerraformOutput(stack, "o", { value: fromEnvironment("TOKEN") }),
      (stack: TerraformStack) =>
        new resource.Resource(stack, "r", { triggers: { a: `x ${fromEnvironment("TOKEN")}` } }),
    ]) {
      expect(messageOf(() => synth(build), UsageError)).toContain(
        'fromEnvironment("TOKEN") can be used only in props of this package\'s constructs: elsewhere its value would reach the state',
      );
    }
  });

  test("in an identity or a name, which resource names and messages show", () => {
    const secret = fromEnvironment("TOKEN");
    const makers = {
      id: (stack: TerraformStack) => new Experiment(stack, "x", { ...experiment, id: secret }),
      name: (stack: TerraformStack) => new Experiment(stack, "x", { ...experiment, name: `A ${secret}` }),
      promptID: (stack: TerraformStack) => new PromptVersion(stack, "x", { promptID: secret }),
    };
    for (const [field, make] of Object.entries(makers)) {
      const problem = "given a token; allowed: a value that is not secret, because messages and plans show it";
      expect(problemsListed(() => make(emptyStack()))).toContain(`${field}: ${problem}`);
    }
  });

  test.each<[string, string, (secret: string) => unknown]>([
    ["a function's argument", "hypothesis", (secret) => ({ hypothesis: Fn.upper(secret) })],
    ["of a condition", "hypothesis", (secret) => ({ hypothesis: conditional(true, secret, "") })],
    ["for reapply", "reapply", (secret) => ({ reapply: Fn.upper(secret) })],
  ])("in a Terraform function: as %s", (_, field, propsWith) => {
    const props = { ...experiment, ...(propsWith(fromEnvironment("TOKEN")) as object) };
    expect(problemsListed(() => new Experiment(emptyStack(), "x", props))).toEqual([
      `${field}: fromEnvironment("TOKEN") cannot be an argument of a Terraform function; use it alone or within a template string`,
    ]);
  });

  test.each<[string, string, (secret: string) => unknown]>([
    ["allocation", "a number", (secret) => ({ allocation: `1${secret}` })],
    ["groups[0].size", "a number", (secret) => ({ groups: [{ size: secret }] })],
    ["groups[0].parameterValues", "an object", (secret) => ({ groups: [{ parameterValues: secret }] })],
    ["stratifiedSampling", "an object with status", (secret) => ({ stratifiedSampling: secret })],
  ])("where text is not allowed: %s, which takes %s", (field, allowed, propsWith) => {
    const props = { ...experiment, assignmentSourceName: "x", ...(propsWith(fromEnvironment("ALLOC")) as object) };
    expect(problemsListed(() => new Experiment(emptyStack(), "x", wrong(props)))).toEqual([
      `${field}: given fromEnvironment("ALLOC"), which is text; allowed: ${allowed}`,
    ]);
  });

  test("where text is not allowed, in one line, also where the field is required or decides which resources there are", () => {
    const secret = wrong<never>(fromEnvironment("X"));
    const props = { ...metricSource, idTypeMapping: secret, dryRun: secret };
    expect(problemsListed(() => new MetricSource(emptyStack(), "x", props))).toEqual([
      'idTypeMapping: given fromEnvironment("X"), which is text; allowed: a list',
      'dryRun: given fromEnvironment("X"), which is text; allowed: a boolean',
    ]);
  });

  test.each<[unknown, string]>([
    ["sk-live-123456", "a string of 14 characters"],
    [5, "a number"],
  ])("under the name %j, which no variable can have, and which is not shown: it may be the secret", (name, given) => {
    expect(messageOf(() => fromEnvironment(wrong(name)), UsageError)).toBe(
      `fromEnvironment: given ${given}; allowed: the name of an environment variable (letters, digits and _, not starting with a digit), not the secret itself`,
    );
  });
});
