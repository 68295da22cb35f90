import { provider } from "@cdktf/provider-null";
import { type TerraformStack, TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
import * as library from "../../lib";
import { constructNameOf } from "../../lib/api/kind";
import { kindNames } from "../../lib/api/kind-names";
import { samples } from "../support/samples";
import { experiment, segment } from "./entities";
import { emptyStack, messageOf, synth } from "./synth";

const { DuplicateError, Experiment, ExperimentationService, Segment } = library;
const beta = (scope: Construct) => new Segment(scope, "beta", segment);

describe("the null provider", () => {
  const declare = (scope: Construct, alias?: string) => new provider.NullProvider(scope, alias ?? "mine", { alias });
  const constrain = (stack: TerraformStack) => stack.addOverride("terraform.required_providers.null.version", "~> 3.1");

  test.each<[string, string, (stack: TerraformStack) => void]>([
    ["any 3.2 when the user declares none", "~> 3.2", (stack) => void beta(stack)],
    [
      "the one that the bindings require when the user declares it after",
      "3.2.4",
      (stack) => [beta(stack), declare(stack)],
    ],
    ["what the user's constraint says", "~> 3.1", (stack) => [beta(stack), constrain(stack)]],
  ])("is there once, and is %s", (_, version, build) => {
    const { provider, terraform } = synth(build).json;
    expect(provider).toEqual({ null: [{}] });
    expect(terraform.required_providers?.null).toMatchObject({ source: expect.stringMatching(/null$/), version });
  });

  test("is there in addition to one of the user's that has an alias, and not where nothing needs it", () => {
    const stack = synth((scope) => [declare(scope, "other"), beta(scope)]);
    expect(stack.json.provider?.null).toEqual(expect.arrayContaining([{ alias: "other" }, {}]));
    expect(synth((scope) => new ExperimentationService(scope, "service")).json).not.toHaveProperty("provider");
  });
});

test("the required version of Terraform is stated, and is the user's where the user states one", () => {
  expect(synth(beta).json.terraform.required_version).toBe(">= 1.5.0");
  const stack = synth((scope) => {
    scope.addOverride("terraform.required_version", "~> 1.9");
    beta(scope);
  });
  expect(stack.json.terraform.required_version).toBe("~> 1.9");
});

test("two constructs for one entity are refused with both paths, also where one derives its identity", () => {
  const stack = emptyStack();
  new Segment(stack, "first", { ...segment, name: "Beta users", id: "beta" });
  expect(messageOf(() => new Segment(stack, "second", { ...segment, name: "beta" }), DuplicateError)).toBe(
    "stack/second: segment beta is already declared by stack/first; remove one of the two, or give one of them another identity",
  );
  new Experiment(stack, "button", { name: "Checkout button" });
  const again = () => new Experiment(stack, "again", { ...experiment, id: "Checkout_button" });
  expect(again).toThrow(DuplicateError);
});

describe("the test of a class", () => {
  const names = [...kindNames.map(constructNameOf), "ExperimentationService"];
  const isOf = (name: string, value: unknown) =>
    (library as unknown as Record<string, Record<string, (value: unknown) => boolean>>)[name]?.[`is${name}`]?.(value);
  /** The classes whose tests accept a value. */
  const classesOf = (value: unknown) => names.filter((name) => isOf(name, value));

  test("accepts a construct of its own class only, also one that another copy of the package made", () => {
    // a copy of the framework comes with it, as a stack of one framework needs
    jest.isolateModules(() => {
      const copy = jest.requireActual<Record<string, typeof Segment> & Pick<typeof library, "isDeferred">>("../../lib");
      const { App, TerraformStack: Stack } = jest.requireActual<typeof import("cdktf")>("cdktf");
      const stack = new Stack(new App(), "stack");
      const propsOf = Object.fromEntries(kindNames.map((kind) => [constructNameOf(kind), samples[kind].sample]));
      for (const name of names) {
        const made = copy[name] && new copy[name](stack, name, (propsOf[name] ?? {}) as never);
        expect(made).not.toBeInstanceOf((library as unknown as Record<string, typeof Segment>)[name]);
        expect(classesOf(made)).toEqual([name]);
      }
      const { stringValue } = new TerraformVariable(emptyStack(), "any", {});
      const { declared } = new Segment(emptyStack(), "ours", { ...segment, description: stringValue });
      expect(copy.isDeferred).not.toBe(library.isDeferred);
      expect(copy.isDeferred(declared.description)).toBe(true);
    });
  });

  test("accepts a construct of a class below it, and nothing else", () => {
    class OurExperiment extends Experiment {}
    const stack = emptyStack();
    expect(classesOf(new OurExperiment(stack, "ours", experiment))).toEqual(["Experiment"]);
    expect([undefined, null, "experiment", {}, stack].flatMap(classesOf)).toEqual([]);
  });
});
