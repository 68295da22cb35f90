import { type TerraformStack, TerraformVariable } from "cdktf";
import { AssignmentSource, type DeferredField, Experiment, fromEnvironment, isDeferred } from "../../../lib";
import { assignmentSource, experiment } from "../entities";
import { emptyStack } from "../synth";

describe("what a construct declares", () => {
  test("is its fields without the settings, with the id that was derived, and the value of a reference", () => {
    const stack = emptyStack();
    const settings = { adopt: true, reapply: "1", acknowledge: ["group-sizes"], strict: true } as const;
    const { name } = new AssignmentSource(stack, "exposures", assignmentSource);
    const { id, ...given } = experiment;
    const props = { ...given, ...settings, duration: undefined, assignmentSourceName: name };
    const { declared } = new Experiment(stack, "x", props);

    expect(declared).toEqual({ ...given, id: "Checkout_button", assignmentSourceName: "exposures" });
    expect(declared).not.toHaveProperty("duration");
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
  const variable = (stack: TerraformStack, id = "any") => new TerraformVariable(stack, id, {});

  test("says that Terraform knows it, whatever its type", () => {
    const stack = emptyStack();
    const any = variable(stack);
    const fields = { description: any.stringValue, allocation: any.numberValue, tags: any.listValue };
    const { declared } = new Experiment(stack, "x", { ...experiment, ...fields, isSidecar: any.booleanValue });
    const values = [declared.description, declared.allocation, declared.tags, declared.isSidecar];

    expect(values).toEqual(values.map(() => ({ deferred: "terraform" })));
    expect([...values, declared.name].map(isDeferred)).toEqual([true, true, true, true, false]);
  });

  test("in a text, and in an id that is derived from it, has the literal parts beside it", () => {
    const stack = emptyStack();
    const description = `${fromEnvironment("A")}, ${variable(stack).stringValue}.`;
    const name = `One ${variable(stack, "other").stringValue}`;
    const { declared } = new Experiment(stack, "x", { ...experiment, description, name, id: undefined });
    const shown: DeferredField = {
      deferred: "text",
      parts: [{ deferred: "environment", variable: "A" }, ", ", { deferred: "terraform" }, "."],
    };

    expect(JSON.parse(JSON.stringify(declared.description))).toEqual(shown);
    expect(() => Object.assign(declared.description ?? {}, { deferred: "terraform" })).toThrow(TypeError);
    expect(declared.id).toEqual({ deferred: "text", parts: ["One_", { deferred: "terraform" }] });
  });

  test("differs from a value that only looks like one", () => {
    const parameterValues = { mode: { deferred: "terraform" } };
    const { declared } = new Experiment(emptyStack(), "x", { ...experiment, groups: [{ size: 100, parameterValues }] });
    const group = isDeferred(declared.groups) ? undefined : declared.groups?.[0];
    const values = isDeferred(group) || isDeferred(group?.parameterValues) ? undefined : group?.parameterValues;

    expect(values).toEqual(parameterValues);
    expect([values?.mode, null, undefined, "terraform", 5].map(isDeferred)).toEqual(Array(5).fill(false));
  });
});
