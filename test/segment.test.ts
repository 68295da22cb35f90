import { Segment, type SegmentProps } from "../lib";
import { segment } from "./terraform/entities";
import { synth } from "./terraform/synth";

const resourceName = "segment_beta_users";
const synthesised = (props: SegmentProps) => synth((stack) => new Segment(stack, "beta", props));

describe("a segment", () => {
  test("is a record only, with a trigger for each field", () => {
    const rules = [{ passPercentage: 10, conditions: [{ type: "app_version", targetValue: ["1.0"] }] }];
    const stack = synthesised({ ...segment, rules, team: null });
    expect(stack.resourceNames).toEqual([resourceName]);
    expect(stack.triggers(resourceName)).toMatchObject({
      name: "beta_users",
      type: "id_list",
      rules: '[{"conditions":[{"targetValue":["1.0"],"type":"app_version"}],"passPercentage":10}]',
      team: "null",
    });
    expect(stack.resource(resourceName).lifecycle?.ignore_changes).toEqual(["triggers"]);
  });

  test("without an id is identified by its name, and leaves the id to the service", () => {
    const stack = synthesised(segment);
    expect(stack.triggers(resourceName)).toMatchObject({ id: "beta_users", name: "beta_users" });
    expect(stack.requestOf(resourceName)).toEqual({
      construct: "stack/beta",
      kind: "segment",
      address: "null_resource.segment_beta_users",
      name: "beta_users",
      service: {},
      calls: {
        create: {
          method: "POST",
          path: "/console/v1/segments",
          body: { name: "beta_users", type: "id_list" },
        },
      },
      deferred: [],
    });
  });

  test("is identified by its id, not by its name", () => {
    const renamed = synthesised({ ...segment, id: "beta_users", name: "Beta users" });
    expect(renamed.resourceNames).toEqual([resourceName]);
    expect(renamed.requestOf(resourceName).calls.create?.body).toEqual({
      id: "beta_users",
      name: "Beta users",
      type: "id_list",
    });
    expect(synthesised({ ...segment, id: "other" }).resourceNames).toEqual(["segment_other"]);
  });

  test("that is adopted makes no call, and is guarded like one that was created", () => {
    const adopted = synthesised({ ...segment, adopt: true });
    const created = synthesised(segment);
    expect(adopted.resourceNames).toEqual([resourceName]);
    expect(adopted.resource(resourceName)).not.toHaveProperty("provisioner");
    expect(adopted.resource(resourceName).lifecycle).toEqual(created.resource(resourceName).lifecycle);
    const { created: _, ...triggers } = created.triggers(resourceName);
    expect(adopted.triggers(resourceName)).toEqual({ ...triggers, created: "adopted" });
  });
});
