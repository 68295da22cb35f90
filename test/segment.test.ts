import { TerraformOutput } from "cdktf";
import { Segment, type SegmentProps } from "../lib";
import { synth } from "./terraform/synth";
import { segment } from "./terraform/things";

const address = "segment_beta_users";
const synthesised = (props: SegmentProps) => synth((stack) => new Segment(stack, "beta", props));

describe("a segment", () => {
  test("is a record only, with a trigger for each field", () => {
    const rules = [{ passPercentage: 10, conditions: [{ type: "app_version", targetValue: ["1.0"] }] }];
    const stack = synthesised({ ...segment, rules, team: null });
    expect(stack.addresses).toEqual([address]);
    expect(stack.triggers(address)).toMatchObject({
      name: "beta_users",
      type: "id_list",
      rules: '[{"conditions":[{"targetValue":["1.0"],"type":"app_version"}],"passPercentage":10}]',
      team: "null",
    });
    expect(stack.resource(address).lifecycle?.ignore_changes).toEqual(["triggers"]);
  });

  test("without id has its name for one, and sends it", () => {
    expect(synthesised(segment).requestOf(address)).toEqual({
      construct: "stack/beta",
      kind: "segment",
      address: "null_resource.segment_beta_users",
      name: "beta_users",
      service: {},
      calls: {
        create: {
          method: "POST",
          path: "/console/v1/segments",
          parameters: {},
          body: { name: "beta_users", type: "id_list", id: "beta_users" },
        },
      },
      deferred: [],
    });
  });

  test("is told from others by its id, not by its name", () => {
    const renamed = synthesised({ ...segment, id: "beta_users", name: "Beta users" });
    expect(renamed.addresses).toEqual([address]);
    expect(renamed.requestOf(address).calls.create?.body).toEqual({
      id: "beta_users",
      name: "Beta users",
      type: "id_list",
    });
    expect(synthesised({ ...segment, id: "other" }).addresses).toEqual(["segment_other"]);
  });

  test("that is adopted makes no call, and is guarded as one that was created", () => {
    const adopted = synthesised({ ...segment, adopt: true });
    const created = synthesised(segment);
    expect(adopted.addresses).toEqual([address]);
    expect(adopted.resource(address)).not.toHaveProperty("provisioner");
    expect(adopted.resource(address).lifecycle).toEqual(created.resource(address).lifecycle);
    const { created: _, ...triggers } = created.triggers(address);
    expect(adopted.triggers(address)).toEqual({ ...triggers, created: "adopted" });
  });

  test("offers its id and its name as references", () => {
    const stack = synth((scope) => {
      const { id, name } = new Segment(scope, "beta", segment);
      new TerraformOutput(scope, "both", { value: [id, name] });
    });
    expect(stack.json.output?.both?.value).toEqual([
      `\${null_resource.${address}.triggers.id}`,
      `\${null_resource.${address}.triggers.name}`,
    ]);
  });
});
