import { Fn, type TerraformStack, TerraformVariable, Token } from "cdktf";
import { Experiment, type ExperimentProps, MetricSource, Segment } from "../../lib";
import { experiment, metricSource, segment } from "./entities";
import { emptyStack, problemsListed, synth, wrong } from "./synth";

const revision = "experiment_checkout_button_revision";
const variableOf = (stack: TerraformStack) => new TerraformVariable(stack, "any", {});

describe("a token is accepted at synth and resolved at deploy:", () => {
  test.each<[string, (variable: TerraformVariable) => Partial<ExperimentProps>, string]>([
    ["text with a pattern", (any) => ({ name: any.stringValue }), "/name"],
    ["text with a pattern, in part", (any) => ({ name: `! ${any.stringValue}` }), "/name"],
    ["one of some words", (any) => ({ status: any.value }), "/status"],
    ["a number with bounds", (any) => ({ allocation: any.numberValue }), "/allocation"],
    ["a list of text", (any) => ({ tags: any.listValue }), "/tags"],
    ["a list of objects", (any) => ({ groups: any.value }), "/groups"],
    ["a list of numbers", (any) => ({ scheduledReloadDays: Token.asNumberList(any.value) }), "/scheduledReloadDays"],
    ["a map", (any) => ({ stratifiedSampling: Token.asStringMap(any.value) }), "/stratifiedSampling"],
    ["a text of two types", (any) => ({ targetApps: any.stringValue }), "/targetApps"],
    ["a list of two types", (any) => ({ targetApps: any.listValue }), "/targetApps"],
    ["an element of two types", (any) => ({ targetApps: ["web", any.stringValue] }), "/targetApps/1"],
    ["a field of an element", (any) => ({ groups: [{}, { size: any.numberValue }] }), "/groups/1/size"],
    ["deep inside", (any) => ({ groups: [{ parameterValues: { a: [any.value] } }] }), "/groups/0/parameterValues/a/0"],
    ["a function's result", (any) => ({ hypothesis: Fn.upper(any.stringValue) }), "/hypothesis"],
  ])("%s", (_, propsOf, pointer) => {
    const stack = synth((scope) => new Experiment(scope, "x", { ...experiment, ...propsOf(variableOf(scope)) }));
    const { calls, deferred } = stack.requestOf("experiment_checkout_button");
    expect(deferred.map(({ at }) => at)).toEqual([`/fields${pointer}`]);
    const [, field = ""] = pointer.split("/");
    expect(JSON.stringify([calls.create?.body[field], calls.update?.body[field]])).not.toContain("TfToken");
    expect(JSON.stringify(stack.triggers(revision)[field])).toContain("var.any");
    expect(JSON.stringify(stack.json)).not.toMatch(/TfToken|-8\.\d+e\+298/);
  });

  test("and Terraform passes the values to the applier, each once", () => {
    const stack = synth((scope) => {
      const { numberValue, stringValue } = variableOf(scope);
      new Experiment(scope, "x", { ...experiment, allocation: numberValue, hypothesis: `${stringValue}, surely` });
    });
    const { deferred } = stack.requestOf("experiment_checkout_button");
    expect(deferred).toEqual([
      { at: "/fields/allocation", parts: [{ terraform: 0 }] },
      { at: "/fields/hypothesis", parts: [{ terraform: 1 }, ", surely"] },
    ]);
    const environment = JSON.stringify(stack.execution(revision).environment);
    expect(environment).toMatch(/jsonencode\(tonumber\(var\.any\)\), ?jsonencode\(tostring\(var\.any\)\)/);
  });
});

test("a token does not hide what else is wrong", () => {
  const stack = emptyStack();
  const { stringValue, numberValue } = variableOf(stack);
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

describe("a token in an identity", () => {
  test("names the resource by the path of its construct, and gives the request no name", () => {
    const stack = synth((scope) => {
      new MetricSource(scope, "orders", { ...metricSource, name: `${variableOf(scope).stringValue}_orders` });
    });
    const [resourceName = ""] = stack.resourceNames;
    expect(resourceName).toMatch(/^metric_source_at_stack_orders_[0-9a-f]{8}$/);
    expect(stack.resourceNames).toEqual([resourceName, `${resourceName}_identity`, `${resourceName}_revision`]);
    const { name, calls, deferred } = stack.requestOf(resourceName);
    expect(name).toBeNull();
    expect(calls.update?.path).toBe("/console/v1/metrics/metric_source/{name}");
    expect(deferred).toEqual([{ at: "/fields/name", parts: [{ terraform: 0 }, "_orders"] }]);
  });

  test("replaces the record when Terraform gets another value", () => {
    const stack = synth((scope) => {
      const { stringValue } = variableOf(scope);
      new Segment(scope, "beta", { ...segment, id: `${stringValue}_beta` });
      new Segment(scope, "known", { ...segment, description: stringValue });
    });
    const [resourceName = ""] = stack.resourceNames;
    expect(stack.resource(resourceName).lifecycle?.replace_triggered_by).toEqual([
      `null_resource.${resourceName}_identity`,
    ]);
    expect(Object.keys(stack.triggers(`${resourceName}_identity`))).toEqual(["id"]);
    expect(stack.triggers(`${resourceName}_identity`).id).toContain("var.any");
    expect(stack.resource(`${resourceName}_identity`)).not.toHaveProperty("provisioner");
    expect(stack.resource("segment_beta_users").lifecycle).not.toHaveProperty("replace_triggered_by");
  });

  test("goes into the id that is derived from a name", () => {
    const stack = synth((scope) => {
      const name = variableOf(scope).stringValue;
      new Experiment(scope, "x", { name: `Test of ${name}` });
      new Segment(scope, "beta", { ...segment, name });
    });
    const isRecord = (resourceName: string) => !/_(identity|revision)$/.test(resourceName);
    const [ofExperiment = "", ofSegment = ""] = stack.resourceNames.filter(isRecord);
    expect(stack.requestOf(ofExperiment).deferred).toContainEqual({
      at: "/fields/id",
      parts: ["Test_of_", { terraform: expect.any(Number) }],
    });
    expect(JSON.stringify(stack.execution(ofExperiment).environment)).toContain("replace(tostring(var.any)");
    // a segment's id is left to the service
    expect(Object.keys(stack.requestOf(ofSegment).calls.create?.body ?? {})).not.toContain("id");
  });
});
