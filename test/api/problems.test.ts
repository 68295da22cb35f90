import { z } from "zod";
import { experiment } from "../../lib/api/experiment-schema";
import { metricSource } from "../../lib/api/metric-source-schema";
import { problemsOf, valueAt } from "../../lib/api/problems";
import { segment } from "../../lib/api/segment-schema";
import { pathText } from "../../lib/text/names";
import { pathSteps } from "../support/field-path";

/** Problems as "path: what is allowed there". */
function linesOf(schema: z.ZodType, given: unknown, forgive?: (path: readonly PropertyKey[]) => boolean): string[] {
  return problemsOf(schema, given, forgive).map(({ path, allowed }) => `${pathText(path)}: ${allowed}`);
}

describe("the allowed values are named for", () => {
  const name = "Checkout";

  test.each([
    ["a missing field", {}, "name: required"],
    ["a wrong type", { name: 5 }, "name: a string"],
    ["text too short", { name: "ab" }, "name: at least 3 characters"],
    ["text too long", { name: "a".repeat(101) }, "name: at most 100 characters"],
    ["text with other characters", { name: "a!c" }, "name: text of a-z, A-Z, 0-9, _, - and space"],
    ["another word", { name, scheduledReloadType: "none" }, 'scheduledReloadType: one of "full", "incremental"'],
    ["a number too small", { name, allocation: -1 }, "allocation: at least 0"],
    ["a number too great", { name, allocation: 101 }, "allocation: at most 100"],
    ["a number on an excluded bound", { name, duration: 1 }, "duration: more than 1"],
    ["a fraction", { name, duration: 2.5 }, "duration: a whole number"],
    ["a number of more than 64 bits", { name, duration: 2 ** 63 }, "duration: a 64-bit whole number"],
    ["no number", { name, duration: Number.NaN }, "duration: a finite number"],
    ["no boolean", { name, turboMode: "true" }, "turboMode: a boolean"],
    ["no list", { name, tags: "a" }, "tags: a list"],
    ["no object", { name, stratifiedSampling: [] }, "stratifiedSampling: an object with status"],
    [
      "a name in the place of a metric",
      { name, primaryMetrics: ["orders"] },
      "primaryMetrics[0]: an object with name, type, direction and hypothesizedValue",
    ],
    ["no object without rules", { name, groups: [{ parameterValues: [] }] }, "groups[0].parameterValues: an object"],
    ["a list too long", { name, manualQualityScores: Array(11).fill({}) }, "manualQualityScores: at most 10 entries"],
    ["an element", { name, tags: ["a", 5] }, "tags[1]: a string"],
    ["a field of an element", { name, groups: [{}, { size: "50" }] }, "groups[1].size: a number"],
    ["neither of two types", { name, targetApps: 5 }, "targetApps: a string or a list"],
    ["one of two types, wrong inside", { name, targetApps: ["web", 5] }, "targetApps[1]: a string"],
  ])("%s", (_, given, line) => {
    expect(linesOf(experiment.fields, given)).toEqual([line]);
  });

  test("one of several words, with those words; one word alone needs none", () => {
    expect(problemsOf(experiment.fields, { name, scheduledReloadType: "none" })[0]?.words).toEqual([
      "full",
      "incremental",
    ]);
    expect(problemsOf(z.enum(["Metrics"]), "metrics")).toEqual([{ path: [], allowed: '"Metrics"' }]);
  });
});

describe("an unknown field", () => {
  test.each([
    ["alocation", 'unknown field; did you mean "allocation"?'],
    ["layerId", 'unknown field; did you mean "layerID"?'],
    ["primary", "unknown field"],
    ["constructor", "unknown field"],
  ])("%j is reported, with the most similar field if there is one", (field, allowed) => {
    expect(problemsOf(experiment.fields, { name: "Checkout", [field]: 1 })).toEqual([
      { path: [field], allowed, unknown: true },
    ]);
  });

  test("in an element is compared with the fields of that element", () => {
    const rules = [{ conditions: [{ targetValues: ["1.0"] }] }, { percentage: 5 }];
    expect(linesOf(segment.fields, { name: "Beta", type: "rule_based", rules })).toEqual([
      'rules[0].conditions[0].targetValues: unknown field; did you mean "targetValue"?',
      "rules[1].percentage: unknown field; the fields are name, passPercentage, conditions, environments, id, baseID, returnValue",
    ]);
  });

  test("in an object of few fields names the fields that there are, where none is similar", () => {
    const source = { name: "orders", sql: "", timestampColumn: "at", idTypeMapping: [{ acmeUnitID: "userID" }] };
    expect(linesOf(metricSource.fields, source)).toEqual([
      "idTypeMapping[0].acmeUnitID: unknown field; the fields are serviceUnitID, column",
    ]);
    expect(linesOf(experiment.fields, { name: "Checkout", stratifiedSampling: { on: true } })).toEqual([
      "stratifiedSampling.on: unknown field; the only field is status",
    ]);
  });

  test("is none in an object without rules", () => {
    expect(problemsOf(experiment.fields, { name: "Checkout", groups: [{ parameterValues: { sise: 1 } }] })).toEqual([]);
  });
});

test("problems at forgiven places are left out", () => {
  const given = { name: 5, targetApps: [1, 2], groups: [{ size: "x" }, { size: "y" }] };
  const forgiven = ["name", "targetApps[1]", "groups[0].size"];
  expect(linesOf(experiment.fields, given, (path) => forgiven.includes(pathText(path)))).toEqual([
    "groups[1].size: a number",
    "targetApps[0]: a string",
  ]);
});

describe("a path", () => {
  test.each([
    [["groups", 0, "size"], "groups[0].size"],
    [["groups", 0, "parameterValues", "a b"], 'groups[0].parameterValues["a b"]'],
    [["parameterValues", "0"], 'parameterValues["0"]'],
    [["a", "", 'b"].c\\[0]', 1], 'a[""]["b\\"].c\\\\[0]"][1]'],
  ])("%j reads as it is written in code, and back: %s", (path, expected) => {
    expect(pathText(path)).toBe(expected);
    expect(pathSteps(expected)).toEqual(path);
  });

  test("leads to a value, or to none", () => {
    const value = { groups: [{ size: 50 }] };
    expect(valueAt(value, ["groups", 0, "size"])).toBe(50);
    expect(valueAt(value, ["groups", 1, "size"])).toBeUndefined();
    expect(valueAt(value, ["groups", 0, "size", "unit"])).toBeUndefined();
    expect(valueAt(null, ["groups"])).toBeUndefined();
  });
});
