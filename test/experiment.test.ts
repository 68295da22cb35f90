import { Construct } from "constructs";
import { Experiment, type ExperimentProps } from "../lib";
import { experiment } from "./terraform/entities";
import { synth, wrong } from "./terraform/synth";

const record = "experiment_checkout_button";
const revision = `${record}_revision`;
const synthesised = (props: ExperimentProps) => synth((stack) => new Experiment(stack, "button", props));

describe("an experiment with all that an update needs", () => {
  test("is a record (it exists) and a revision (what it looks like)", () => {
    const stack = synthesised({ ...experiment, layerID: "L1" });
    expect(stack.resourceNames).toEqual([record, revision]);
    expect(stack.triggers(record)).toMatchObject({ layerID: "L1" });
    expect(stack.triggers(record)).not.toHaveProperty("allocation");
    expect(stack.resource(record).lifecycle?.ignore_changes).toEqual(["triggers"]);
    expect(stack.triggers(revision)).toMatchObject({ of: `\${null_resource.${record}.id}` });
    expect(stack.triggers(revision)).not.toHaveProperty("layerID");
    expect(stack.resource(revision).lifecycle).toBeUndefined();
  });

  test("has one trigger for each field: text unchanged, anything else as JSON with sorted keys", () => {
    const given: ExperimentProps = {
      ...experiment,
      groups: [
        { size: 50, parameterValues: { z: [2, { y: null, x: true }], a: "b" }, name: "A" },
        { name: "B", size: 50 },
      ],
      duration: 14,
      isSidecar: false,
      team: null,
      tags: [],
      targetApps: "web",
      decisionReason: undefined,
      creatorID: "null",
    };
    const { of, id, ...triggers } = synthesised(given).triggers(revision);
    expect(triggers).toEqual({
      name: "Checkout button",
      description: "A larger button.",
      idType: "userID",
      hypothesis: "A larger button is found sooner.",
      groups: '[{"name":"A","parameterValues":{"a":"b","z":[2,{"x":true,"y":null}]},"size":50},{"name":"B","size":50}]',
      allocation: "50",
      targetApps: "web",
      tags: "[]",
      duration: "14",
      targetingGateID: "null",
      bonferroniCorrection: "true",
      defaultConfidenceInterval: "95",
      status: "setup",
      creatorID: '"null"',
      team: "null",
      isSidecar: "false",
    });
  });

  test("plans the same for the same props in another order", () => {
    const reversed = wrong<ExperimentProps>(Object.fromEntries(Object.entries(experiment).reverse()));
    expect(synthesised(reversed).json.resource).toEqual(synthesised(experiment).json.resource);
  });

  test("is created by its record, and updated by its revision unless the record is of the same apply", () => {
    const stack = synthesised(experiment);
    const { created } = stack.triggers(record);
    const thisApply = created?.replace(/^\$\{(.*)\}$/, "$1");
    const isFresh = `null_resource.${record}.triggers["created"] == ${thisApply}`;
    expect(stack.execution(record).command).toMatch(/^create [0-9a-f]{64} requests\/experiment_checkout_button\.json$/);
    expect(stack.execution(record).interpreter).toEqual(["node", expect.stringMatching(/^assets\/.*\/applier\.js$/)]);
    expect(stack.execution(revision).command).toBe(
      `\${${isFresh} ? "echo created with this revision" : "${stack.execution(record).command.replace("create", "update")}"}`,
    );
    expect(stack.execution(revision).interpreter).toMatch(/^\$\{.* \? null : \["node", ".*\/applier\.js"\]\}$/);
  });

  test("sends its create body and its update body, each with the fields that it takes", () => {
    const links = [{ title: "Plan", url: "https://example.com" }];
    const { id, layerID, ...mutable } = { ...experiment, layerID: "L1" };
    expect(synthesised({ ...mutable, id, layerID, links }).requestOf(record)).toEqual({
      construct: "stack/button",
      kind: "experiment",
      address: "null_resource.experiment_checkout_button",
      name: id,
      service: {},
      calls: {
        create: {
          method: "POST",
          path: "/console/v1/experiments",
          body: { ...mutable, id, layerID },
        },
        update: {
          method: "POST",
          path: `/console/v1/experiments/${id}`,
          body: { ...mutable, links },
        },
      },
      deferred: [],
    });
  });

  test("updates on its first deploy too when only the update takes one of its fields", () => {
    const { command, interpreter } = synthesised({ ...experiment, links: [] }).execution(revision);
    expect(command).toMatch(/^update [0-9a-f]{64} /);
    expect(interpreter).toEqual(["node", expect.stringContaining("applier.js")]);
  });
});

describe("an experiment without id", () => {
  const { id, ...nameless } = experiment;

  test("gets one from its name, which its create and its update use", () => {
    const stack = synthesised({ ...nameless, name: "One page-checkout 2" });
    expect(stack.resourceNames).toEqual(["experiment_One_page-checkout_2", "experiment_One_page-checkout_2_revision"]);
    const { create, update } = stack.requestOf("experiment_One_page-checkout_2").calls;
    expect(create?.body).toMatchObject({ name: "One page-checkout 2", id: "One_page-checkout_2" });
    expect(update?.path).toBe("/console/v1/experiments/One_page-checkout_2");
  });

  test("is the same entity as one that gives that id", () => {
    expect(synthesised({ ...nameless, name: "Checkout button", id: "Checkout_button" }).json.resource).toEqual(
      synthesised({ ...nameless, name: "Checkout button" }).json.resource,
    );
  });
});

test("an experiment plans the same wherever its construct is declared", () => {
  const moved = synth(
    (stack) => new Experiment(new Construct(new Construct(stack, "team"), "checkout"), "x", experiment),
  );
  const { resourceNames } = synthesised(experiment);
  expect(moved.resourceNames).toEqual(resourceNames);
  for (const resourceName of resourceNames)
    expect(moved.triggers(resourceName)).toEqual(synthesised(experiment).triggers(resourceName));
});

test("an experiment that is adopted has a record without a create, and updates on its first deploy", () => {
  const stack = synthesised({ ...experiment, adopt: true });
  expect(stack.resourceNames).toEqual([record, revision]);
  expect(stack.resource(record)).not.toHaveProperty("provisioner");
  expect(stack.triggers(record).created).toBe("adopted");
  expect(stack.execution(revision).command).toContain("update");
  expect(Object.keys(stack.requestOf(revision).calls)).toEqual(["update"]);
});
