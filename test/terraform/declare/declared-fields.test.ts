import { TerraformVariable } from "cdktf";
import {
  AssignmentSource,
  type DeferredField,
  Experiment,
  fromEnvironment,
  isDeferred,
  PromptVersion,
  Segment,
} from "../../../lib";
import { assignmentSource, experiment, segment } from "../entities";
import { emptyStack } from "../synth";

describe("what a construct declares", () => {
  test("is its fields as they were given, without the settings", () => {
    const settings = { adopt: true, reapply: "1", acknowledge: ["group-sizes"], strict: true } as const;
    const { declared } = new Experiment(emptyStack(), "x", { ...experiment, ...settings, duration: undefined });

    expect(declared).toEqual(experiment);
    expect(declared).not.toHaveProperty("duration");
  });

  test("has the id that was derived, and the value of a reference to another construct", () => {
    const stack = emptyStack();
    const { name } = new AssignmentSource(stack, "exposures", assignmentSource);
    const { declared } = new Experiment(stack, "experiment", { name: "One page", assignmentSourceName: name });

    expect(declared).toMatchObject({ id: "One_page", assignmentSourceName: "exposures" });
    expect(new Segment(stack, "segment", segment).declared.id).toBe("beta_users");
    expect(new PromptVersion(stack, "version", { promptID: "bot", model: "small" }).declared).toMatchObject({
      id: expect.stringMatching(/^v-[0-9a-f]{12}$/),
      promptID: "bot",
    });
  });

  test("cannot be changed, at any depth, and leaves the props as they were", () => {
    const parameterValues = { steps: [1] };
    const props = { ...experiment, groups: [{ size: 100, parameterValues }] };
    const { declared } = new Experiment(emptyStack(), "x", props);
    const group = isDeferred(declared.groups) ? undefined : declared.groups?.[0];

    expect(() => Object.assign(declared, { name: "Other" })).toThrow(TypeError);
    expect(() => Object.assign(group ?? {}, { size: 50 })).toThrow(TypeError);
    parameterValues.steps.push(2);
    expect(group).toEqual({ size: 100, parameterValues: { steps: [1] } });
  });
});

describe("a deferred value", () => {
  const variable = (stack: ReturnType<typeof emptyStack>) => new TerraformVariable(stack, "any", {});

  test("says that Terraform knows it, whatever its type", () => {
    const stack = emptyStack();
    const any = variable(stack);
    const fields = { description: any.stringValue, allocation: any.numberValue, tags: any.listValue };
    const { declared } = new Experiment(stack, "x", { ...experiment, ...fields, isSidecar: any.booleanValue });
    const values = [declared.description, declared.allocation, declared.tags, declared.isSidecar];

    expect(values).toEqual(values.map(() => ({ deferred: "terraform" })));
    expect([...values, declared.name].map(isDeferred)).toEqual([true, true, true, true, false]);
  });

  test("in a text has the literal parts beside it", () => {
    const stack = emptyStack();
    const description = `${fromEnvironment("A")}, ${variable(stack).stringValue}.`;
    const { declared } = new Experiment(stack, "x", { ...experiment, description });
    const shown: DeferredField = {
      deferred: "text",
      parts: [{ deferred: "environment", variable: "A" }, ", ", { deferred: "terraform" }, "."],
    };

    expect(declared.description).toEqual(shown);
    expect(JSON.parse(JSON.stringify(declared.description))).toEqual(shown);
    expect(() => Object.assign(declared.description ?? {}, { deferred: "terraform" })).toThrow(TypeError);
  });

  test("in what an id is derived from makes the id a deferred text", () => {
    const stack = emptyStack();
    const { declared } = new Experiment(stack, "x", { name: `One ${variable(stack).stringValue}` });

    expect(declared.id).toEqual({ deferred: "text", parts: ["One_", { deferred: "terraform" }] });
  });

  test("is told from a value that only looks like one", () => {
    const parameterValues = { mode: { deferred: "terraform" } };
    const { declared } = new Experiment(emptyStack(), "x", { ...experiment, groups: [{ size: 100, parameterValues }] });
    const group = isDeferred(declared.groups) ? undefined : declared.groups?.[0];
    const values = isDeferred(group) || isDeferred(group?.parameterValues) ? undefined : group?.parameterValues;

    expect(values).toEqual(parameterValues);
    expect([values?.mode, null, undefined, "terraform", 5].map(isDeferred)).toEqual(Array(5).fill(false));
  });

  test("is known to another copy of the package", () => {
    const stack = emptyStack();
    const { declared } = new Experiment(stack, "x", { ...experiment, description: variable(stack).stringValue });

    jest.isolateModules(() => {
      const copy = jest.requireActual<typeof import("../../../lib")>("../../../lib");
      expect(copy.isDeferred).not.toBe(isDeferred);
      expect(copy.isDeferred(declared.description)).toBe(true);
    });
  });
});
