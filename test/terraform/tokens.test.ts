import { type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment, MetricSource } from "../../lib";
import { metricSource } from "./entities";
import { emptyStack, problemsListed, synth, wrong } from "./synth";

const variableOf = (stack: TerraformStack) => new TerraformVariable(stack, "any", {});

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

test("a token in an identity names the resource by the path of its construct, and gives the request no name", () => {
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
