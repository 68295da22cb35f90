import { z } from "zod";
import { experiment } from "../../lib/api/experiment-schema";
import { onePerPlace, problemsOf, problemText, valueAt } from "../../lib/api/problems";
import { promptVersion } from "../../lib/api/prompt-version-schema";
import { segment } from "../../lib/api/segment-schema";
import { pathText } from "../../lib/text/names";
import { pathSteps } from "../support/field-path";

const name = "Checkout";

test.each([
  ["a missing field", {}, "name: required"],
  ["text too short", { name: "ab" }, "name: at least 3 characters"],
  ["text too long", { name: "a".repeat(101) }, "name: at most 100 characters"],
  ["text with other characters", { name: "a!c" }, "name: text of a-z, A-Z, 0-9, _, - and space"],
  ["another word", { name, scheduledReloadType: "none" }, 'scheduledReloadType: one of "full", "incremental"'],
  ["a number too small", { name, allocation: -1 }, "allocation: at least 0"],
  ["a fraction", { name, duration: 2.5 }, "duration: a whole number"],
  ["a number of more than 64 bits", { name, duration: 2 ** 63 }, "duration: a 64-bit whole number"],
  ["no number", { name, duration: Number.NaN }, "duration: a finite number"],
  ["no list", { name, tags: "a" }, "tags: a list"],
  ["no object", { name, stratifiedSampling: [] }, "stratifiedSampling: an object with status"],
  [
    "a name in the place of a metric",
    { name, primaryMetrics: ["orders"] },
    "primaryMetrics[0]: an object with name, type, direction and hypothesizedValue",
  ],
  ["a list too long", { name, manualQualityScores: Array(11).fill({}) }, "manualQualityScores: at most 10 entries"],
  ["neither of two types", { name, targetApps: 5 }, "targetApps: a string or a list"],
  ["one of two types, wrong inside", { name, targetApps: ["web", 5] }, "targetApps[1]: a string"],
])("the allowed values are named for %s", (_, given, line) => {
  expect(problemsOf(experiment.fields, given).map(({ path, allowed }) => `${pathText(path)}: ${allowed}`)).toEqual([
    line,
  ]);
});

test("one of several words comes with those words; one word alone needs none", () => {
  expect(problemsOf(experiment.fields, { name, scheduledReloadType: "none" })[0]?.words).toEqual([
    "full",
    "incremental",
  ]);
  expect(problemsOf(z.enum(["Metrics"]), "metrics")).toEqual([{ path: [], allowed: '"Metrics"' }]);
});

test.each([
  [
    { id: "b\u0435ta" },
    'given "b\u0435ta"; allowed: text of a-z, A-Z, 0-9, _ and -; U+0435 at position 2 only looks like e',
  ],
  [
    { id: "caf\u00e9" },
    'given "caf\u00e9"; allowed: text of a-z, A-Z, 0-9, _ and -; U+00E9 at position 4 is none of them',
  ],
  [{ id: "beta " }, 'given "beta\\u0020"; allowed: text of a-z, A-Z, 0-9, _ and -; U+0020 at position 5 is a space'],
  [
    { status: "active\u00a0" },
    /^status: given "active\\u00a0"; .*; U\+00A0 at position 7 is a no-break space; did you mean "active"\?$/,
  ],
  [{ description: `${"\u0430".repeat(1000)}a` }, /; allowed: at most 1000 characters$/],
])("what a reader may not see of a value is named: %j", (given, line) => {
  const [problem] = problemsOf(experiment.fields, { name, ...given });
  const text = problem && problemText(problem, valueAt(given, problem.path), false);
  expect(text).toEqual(line instanceof RegExp ? expect.stringMatching(line) : `id: ${line}`);
});

test.each([
  [{ alocation: 1 }, 'unknown field; did you mean "allocation"?'],
  [{ primary: 1 }, "unknown field"],
  [{ constructor: 1 }, "unknown field"],
  [{ groups: [{ allocation: 5 }] }, "unknown field; it belongs one level up, beside groups"],
  [{ allocation: 1, groups: [{ allocation: 5 }] }, "unknown field; it belongs one level up, beside groups"],
  [{ parameterValues: {} }, "unknown field; it belongs one level down, into groups"],
  [
    { direction: "increase" },
    "unknown field; it belongs one level down, into primaryMetrics, secondaryMetrics or otherMetrics",
  ],
  [{ spec: { status: "setup", tags: [] } }, "unknown field; what it holds belongs one level up: status and tags"],
  [{ type: "experiment" }, "unknown field"],
  [{ condition: { country: "US" } }, "unknown field"],
  [{ iteration: { a: 1 } }, "unknown field"],
  [{ durations: { a: 1 } }, 'unknown field; did you mean "duration"?'],
  [
    { iteration: { hypothesis: "h", randomizationUnit: "user", treatments: [], flags: {}, phase: 1 } },
    "unknown field; what it holds belongs one level up: hypothesis, randomizationUnit and treatments",
  ],
  [{ weights: [1, 2] }, "unknown field; each of groups has its size, in percent"],
  [{ groups: [{ baseline: true }] }, "unknown field; the experiment names this group by controlGroupID"],
  [{ winner: "a" }, 'unknown field; here it is "launchedGroupID"'],
  [{ coverage: 0.25 }, 'unknown field; here it is "allocation", in percent: a share of 0.25 is 25'],
  [{ coverage: 50 }, 'unknown field; here it is "allocation", in percent'],
  [{ rolloutPercentage: 1 }, "unknown field"],
  [{ groups: [{ size: 50, weight: 50 }] }, 'unknown field; here it is "size", in percent'],
  [
    { groups: [{ colour: "red" }] },
    "unknown field; the fields are name, size, parameterValues, id, disabled, description, foreignGroupID, highlighted; values of your own stand in parameterValues",
  ],
  [{ groups: [{ sise: 5 }] }, 'unknown field; did you mean "size"?'],
  [{ primaryMetrics: [{ goal: 1 }] }, "unknown field; the fields are name, type, direction, hypothesizedValue"],
  [{ stratifiedSampling: { on: true } }, "unknown field; the only field is status"],
])("an unknown field comes with a similar one, or with all where they are few: %j", (given, allowed) => {
  expect(problemsOf(experiment.fields, { name, ...given })).toMatchObject([{ allowed, unknown: true }]);
});

test.each([
  [{ type: "email" }, "rules[0].type: it belongs one level down, into conditions"],
  [{ operator: "any" }, "rules[0].operator: it belongs one level down, into conditions"],
  [{ idType: "userID" }, "rules[0].idType: it belongs one level up, beside rules"],
])("a field that is known above and below belongs where it is not given yet: %j", (rule, expected) => {
  const given = { name: "Staff", type: "rule_based", rules: [rule] };
  const lines = problemsOf(segment.fields, given).map(({ path, allowed }) => `${pathText(path)}: ${allowed}`);
  expect(lines).toEqual([expected.replace(": ", ": unknown field; ")]);
});

test.each(["ids", "included", "excluded"])("the ids of an id list have no field, also not as %s", (field) => {
  const found = problemsOf(segment.fields, { name: "Staff", id: "staff", type: "id_list", [field]: ["a"] });
  expect(found).toMatchObject([{ path: [field], allowed: expect.stringContaining("no field has the ids of a list") }]);
});

test("a list of objects is asked for with their fields", () => {
  const given = { groups: { control: 50, test: 50 }, tags: { a: 1 } };
  expect(problemsOf(experiment.fields, { name, ...given }).map(({ allowed }) => allowed)).toEqual([
    expect.stringMatching(/^a list of objects with name, size, /),
    "a list",
  ]);
});

test("what is required and stands one level too deep is one problem, whatever stands beside it", () => {
  const metadata = { name: "Staff", labels: {}, owner: "a", annotations: {} };
  expect(problemsOf(experiment.fields, { metadata })).toMatchObject([
    { path: ["metadata"], allowed: "unknown field; what it holds belongs one level up: name" },
  ]);
  expect(problemsOf(segment.fields, { metadata }).map(({ path }) => path)).toEqual([["type"], ["metadata"]]);
});

test.each(Object.getOwnPropertyNames(Object.prototype))("what every object inherits is no field: %s", (key) => {
  const given = { auth_workflow_headers: [{ name: "X-Any", extra: { [key]: 1, a: 1, b: 2 } }] };
  expect(problemsOf(promptVersion.fields, given).map(({ path }) => pathText(path))).toContain(
    "auth_workflow_headers[0].extra",
  );
});

test("problems at forgiven places are left out, and of two at one place the whole message stays", () => {
  const given = { name: 5, targetApps: [1, 2], groups: [{ size: "x" }, { size: "y" }] };
  const forgiven = ["name", "targetApps[1]", "groups[0].size"];
  const found = problemsOf(experiment.fields, given, (path) => forgiven.includes(pathText(path)));
  expect(found.map(({ path }) => pathText(path))).toEqual(["groups[1].size", "targetApps[0]"]);

  const [size, app] = found.map(({ path }) => path);
  const whole = { path: size ?? [], allowed: "no size", isWhole: true };
  expect(onePerPlace(found, [whole, { path: app ?? [], allowed: "other" }])).toEqual([found[1], whole]);
});

test.each([
  [["groups", 0, "parameterValues", "a b"], 'groups[0].parameterValues["a b"]'],
  [["parameterValues", "0"], 'parameterValues["0"]'],
  [["a", "", 'b"].c\\[0]', 1], 'a[""]["b\\"].c\\\\[0]"][1]'],
])("the path %j reads as it is written in code, and back: %s", (path, expected) => {
  expect(pathText(path)).toBe(expected);
  expect(pathSteps(expected)).toEqual(path);
});
