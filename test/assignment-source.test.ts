import { AssignmentSource, type AssignmentSourceProps, InvalidPropsError } from "../lib";
import { assignmentSource } from "./terraform/entities";
import { emptyStack, messageOf, synth } from "./terraform/synth";

const resourceName = "assignment_source_exposures";
const path = "/console/v1/experiments/assignment_source/exposures";
const synthesised = (props: AssignmentSourceProps) => synth((stack) => new AssignmentSource(stack, "source", props));

describe("an assignment source", () => {
  test("is one resource that is replaced, and makes its call, with every change", () => {
    const stack = synthesised({ ...assignmentSource, scheduledReloadHour: null });
    expect(stack.resourceNames).toEqual([resourceName]);
    expect(stack.resource(resourceName).lifecycle).toEqual({
      replace_triggered_by: [`null_resource.experimentation_service_of_${resourceName}`],
    });
    expect(stack.execution(resourceName).command).toMatch(/^upsert [0-9a-f]{64} /);
    expect(stack.execution(resourceName).interpreter).toEqual(["node", expect.stringContaining("applier.js")]);
    expect(stack.triggers(resourceName)).toEqual({
      name: "exposures",
      sql: "select * from exposures",
      timestampColumn: "seen_at",
      experimentIDColumn: "experiment",
      groupIDColumn: "variant",
      idTypeMapping: '[{"column":"user_id","serviceUnitID":"userID"}]',
      scheduledReloadHour: "null",
    });
  });

  test("is posted when it has all that the post requires", () => {
    expect(synthesised(assignmentSource).requestOf(resourceName)).toEqual({
      construct: "stack/source",
      kind: "assignment_source",
      address: "null_resource.assignment_source_exposures",
      name: "exposures",
      service: {},
      calls: { upsert: { method: "POST", path, body: assignmentSource } },
      deferred: [],
    });
  });

  test("is patched when it has no sql", () => {
    const { sql, ...others } = assignmentSource;
    expect(synthesised(others).requestOf(resourceName).calls).toEqual({
      upsert: { method: "PATCH", path, body: others },
    });
    expect(synthesised({ name: "exposures" }).requestOf(resourceName).calls).toEqual({
      upsert: { method: "PATCH", path, body: { name: "exposures" } },
    });
  });

  test("with sql but not all that the post requires is refused, and the error names what is missing", () => {
    const given = { name: "exposures", sql: "select 1", timestampColumn: "t", idTypeMapping: [] };
    expect(messageOf(() => new AssignmentSource(emptyStack(), "source", given), InvalidPropsError)).toBe(
      [
        "stack/source (assignment source): 2 problems",
        "  - experimentIDColumn: required, because the only call that takes sql needs it",
        "  - groupIDColumn: required, because the only call that takes sql needs it",
      ].join("\n"),
    );
  });

  test("makes the same call when it is adopted", () => {
    const adopted = synthesised({ ...assignmentSource, adopt: true });
    expect(adopted.json.resource).toEqual(synthesised(assignmentSource).json.resource);
  });
});

test.each([
  ["posted", assignmentSource, "POST"],
  ["patched", { name: "exposures", tags: ["web"] }, "PATCH"],
])("a dry run of an assignment source is %s under a resource name of its own", (_, props, method) => {
  const stack = synthesised({ ...props, dryRun: true });
  expect(stack.resourceNames).toEqual([`${resourceName}_dry_run`]);
  expect(stack.execution(`${resourceName}_dry_run`).command).toMatch(/^dryRun /);
  expect(stack.requestOf(`${resourceName}_dry_run`).calls).toEqual({
    dryRun: { method, path, body: { ...props, dryRun: true } },
  });
});
