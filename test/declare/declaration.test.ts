import { Construct } from "constructs";
import fc from "fast-check";
import { Experiment, type ExperimentProps, InvalidPropsError, MetricSource, PromptVersion } from "../../lib";
import { experiment as interfaceOfExperiment } from "../../lib/api/experiment-schema";
import { acceptedFields } from "../../lib/api/kind";
import { metricSource } from "../terraform/entities";
import { emptyStack, messageOf, problemsListed, wrong } from "../terraform/synth";

const problemsOfExperiment = (props: unknown) =>
  problemsListed(() => new Experiment(emptyStack(), "button", wrong<ExperimentProps>(props)));

test("props that the API does not accept are refused in one error: path of the construct, and of each field what was given and what is allowed", () => {
  const props = {
    name: "a!",
    groups: [{}, { nam: "B" }],
    defaultConfidenceInterval: 95,
    description: "d".repeat(1001),
    adopt: "yes",
  };
  const parent = new Construct(new Construct(emptyStack(), "team"), "checkout");
  expect(messageOf(() => new Experiment(parent, "button", wrong<ExperimentProps>(props)), InvalidPropsError)).toBe(
    [
      "stack/team/checkout/button (experiment): 6 problems",
      '  - name: given "a!"; allowed: at least 3 characters',
      '  - name: given "a!"; allowed: text of a-z, A-Z, 0-9, _, - and space',
      `  - description: given "${"d".repeat(59)}… (a string of 1001 characters); allowed: at most 1000 characters`,
      '  - groups[1].nam: unknown field; did you mean "name"?',
      '  - defaultConfidenceInterval: given 95; allowed: one of "80", "90", "95", "98", "99"; did you mean "95"?',
      '  - adopt: given "yes"; allowed: a boolean',
    ].join("\n"),
  );
});

test("what JSON cannot hold is reported once", () => {
  expect(problemsOfExperiment({ name: "Checkout", hypothesis: new Date(0), duration: Number.NaN })).toEqual([
    "hypothesis: given an instance of Date; allowed: a string",
    "duration: given NaN; allowed: a finite number",
  ]);
});

test("a field whose name is nearly right is one problem, and what it holds is judged as what was meant", () => {
  const source = { SQL: 1, timestamp_column: "ts", idTypeMapping: [{ statsigUnitID: "userID", Column: 5 }] };
  expect(problemsListed(() => new MetricSource(emptyStack(), "x", wrong({ ...source, name: "orders" })))).toEqual([
    'SQL: unknown field; did you mean "sql"?',
    "SQL: given 1; allowed: a string",
    'timestamp_column: unknown field; did you mean "timestampColumn"?',
    'idTypeMapping[0].Column: unknown field; did you mean "column"?',
    'idTypeMapping[0].statsigUnitID: unknown field; did you mean "serviceUnitID"?',
    "idTypeMapping[0].Column: given 5; allowed: a string",
  ]);
  const header = { promptID: "bot", auth_workflow_header: [{ Name: "Authorization", value: ["hunter2"] }] };
  expect(problemsListed(() => new PromptVersion(emptyStack(), "x", wrong(header)))).toEqual([
    'auth_workflow_header: unknown field; did you mean "auth_workflow_headers"?',
    'auth_workflow_header[0].Name: unknown field; did you mean "name"?',
    "auth_workflow_header[0].value: given a list of 1 element; allowed: a string",
  ]);
});

test("a field that is there is not what another means", () => {
  expect(problemsOfExperiment({ name: "Checkout", Name: 5, nmae: 6 })).toEqual([
    'Name: unknown field; "name" is there, too: keep one of the two, with this name',
    'nmae: unknown field; did you mean "name"?',
  ]);
});

test("what may hold a secret is not shown", () => {
  const props = { promptID: "bot", auth_workflow_headers: { Authorization: "Bearer hunter2" } };
  const problems = problemsListed(() => new PromptVersion(emptyStack(), "x", wrong(props)));
  expect(problems).toEqual(["auth_workflow_headers: given an object; allowed: a list of objects with name and value"]);
});

test.each([
  [[], "a list of 0 elements"],
  [() => 1, "a function"],
])("props that are no object are refused: %p", (props, given) => {
  expect(problemsOfExperiment(props)).toEqual([`props: given ${given}; allowed: an object`]);
});

test("any value is accepted, or refused by an error of this package", () => {
  const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true });
  const names = [...acceptedFields(interfaceOfExperiment.fields), "adopt", "acknowledge", "toString", "__proto__"];
  const stack = emptyStack();
  let count = 0;
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 4 }), (given) => {
      const id = `x_${count++}`;
      try {
        new Experiment(stack, id, wrong<ExperimentProps>({ name: "Checkout", id, ...given }));
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidPropsError);
        expect((error as Error).message).toMatch(/^stack\/x_\d+ \(experiment\): \d+ problems?\n {2}- /);
      }
    }),
    { numRuns: 300 },
  );
});

const noPath = 'text other than "", "." and "..", which are not valid as a URL path segment';
const version = (scope: Construct, id: string) => new PromptVersion(scope, "x", { promptID: "bot", id });

test.each<[string, (scope: Construct) => unknown, string]>([
  [
    "in a path",
    (scope) => new MetricSource(scope, "x", { ...metricSource, name: "." }),
    `name: given "."; allowed: ${noPath}`,
  ],
  [
    "empty in a path",
    (scope) => new PromptVersion(scope, "x", { promptID: "" }),
    `promptID: given ""; allowed: ${noPath}`,
  ],
  ["empty in a body", (scope) => version(scope, ""), 'id: given ""; allowed: text that is not empty'],
  [
    "empty, with a rule of its own",
    (scope) => new Experiment(scope, "x", { name: "Checkout", id: "" }),
    'id: given ""; allowed: at least 3 characters',
  ],
])("an identity that stands %s is refused once, and one in bodies alone may have dots", (_, make, problem) => {
  expect(problemsListed(() => make(emptyStack()))).toEqual([problem]);
  expect(() => version(emptyStack(), "..")).not.toThrow();
});
