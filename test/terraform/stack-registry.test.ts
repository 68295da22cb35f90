import { readdirSync } from "node:fs";
import { join } from "node:path";
import { provider, resource } from "@cdktf/provider-null";
import { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { DuplicateError, Experiment, ExperimentationService, Segment } from "../../lib";
import { kindNames } from "../../lib/api/kind-names";
import { labelOf } from "../../lib/text/names";
import { constructOf, oneOfEach, samples } from "../support/samples";
import { segment } from "./entities";
import { emptyStack, messageOf, synth, synthAll } from "./synth";

const beta = (scope: Construct) => new Segment(scope, "beta", segment);

describe("the null provider", () => {
  const declare = (scope: Construct) => new provider.NullProvider(scope, "mine", {});

  /** What the bindings require of the provider. */
  const pinned = "3.2.4";
  const constrain = (stack: TerraformStack) => stack.addOverride("terraform.required_providers.null.version", "~> 3.1");

  test.each<[string, string, (stack: TerraformStack) => void]>([
    ["any 3.2 when the user declares none", "~> 3.2", (stack) => void beta(stack)],
    ["the user's when it is declared before", pinned, (stack) => [declare(stack), beta(stack)]],
    ["the user's when it is declared after", pinned, (stack) => [beta(stack), declare(stack)]],
    ["the user's when it is nested", pinned, (stack) => [beta(stack), declare(new Construct(stack, "team"))]],
    ["what the user's constraint says", "~> 3.1", (stack) => [beta(stack), constrain(stack)]],
  ])("is there once, and is %s", (_, version, build) => {
    const { provider, terraform } = synth(build).json;
    expect(provider).toEqual({ null: [{}] });
    expect(terraform.required_providers?.null).toMatchObject({ source: expect.stringMatching(/null$/), version });
  });

  test("is there in addition to one of the user's that has an alias", () => {
    const stack = synth((scope) => {
      new provider.NullProvider(scope, "other", { alias: "other" });
      beta(scope);
    });
    expect(stack.json.provider?.null).toHaveLength(2);
    expect(stack.json.provider?.null).toContainEqual({});
  });

  test("is not there where nothing needs it", () => {
    const stack = synth((scope) => new ExperimentationService(scope, "service"));
    expect(stack.json).not.toHaveProperty("provider");
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

describe("the applier", () => {
  const assetsOf = (directory: string) =>
    readdirSync(join(directory, "assets"), { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("applier.js"),
    );

  test("is one asset of each stack that needs it, which every provisioner starts, and of no other", () => {
    const find = synthAll((app) => {
      for (const name of ["one", "two"]) oneOfEach(new TerraformStack(app, name));
      const others = new TerraformStack(app, "three");
      new resource.Resource(others, "r");
      new provider.NullProvider(others, "null");
    });
    for (const stack of [find("one"), find("two")]) {
      const [applier = "", ...more] = assetsOf(stack.directory);
      expect(more).toEqual([]);
      const interpreters = stack.resourceNames.map((name) => JSON.stringify(stack.execution(name).interpreter));
      expect(interpreters.filter((each) => !each.includes(`assets/${applier}`))).toEqual([]);
    }
    expect(readdirSync(find("three").directory)).toEqual(["cdk.tf.json"]);
  });
});

describe("two constructs for one entity", () => {
  test.each(kindNames)("are refused with both paths: %s", (kind) => {
    const { identity, sample } = samples[kind];
    const stack = emptyStack();
    constructOf(kind, stack, "first", sample);
    expect(messageOf(() => constructOf(kind, new Construct(stack, "team"), "second", sample), DuplicateError)).toBe(
      `stack/team/second: ${labelOf(kind)} ${identity} is already declared by stack/first; remove one of the two, or give one of them another identity`,
    );
  });

  test("are refused even when one derives its identity", () => {
    const stack = emptyStack();
    new Segment(stack, "first", { ...segment, name: "Beta users", id: "beta" });
    new Segment(stack, "derived", { ...segment, name: "Beta_users" });
    expect(() => new Segment(stack, "second", { ...segment, name: "beta" })).toThrow(DuplicateError);
    new Experiment(stack, "button", { name: "Checkout button" });
    expect(() => new Experiment(stack, "again", { name: "Something else", id: "Checkout_button" })).toThrow(
      DuplicateError,
    );
  });
});
