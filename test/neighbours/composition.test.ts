import { Annotations, Aspects, TerraformResource, type TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { AssignmentSource, Experiment, MetricSource, Segment } from "../../lib";
import { callsOf } from "../../lib/testing";
import { deployment } from "../e2e/deployment";
import { assignmentSource, experiment, metricSource, segment } from "../e2e/samples";
import { emptyStack, synth } from "../terraform/synth";

/** What a team wraps its experiments in. */
class Feature extends Construct {
  readonly experiment: Experiment;

  constructor(scope: Construct, id: string, variants: readonly string[]) {
    super(scope, id);
    const exposures = new AssignmentSource(this, "exposures", { ...assignmentSource, name: `${id} exposures` });
    const groups = variants.map((variant) => ({ id: variant, name: variant, size: 100 / variants.length }));
    this.experiment = new Experiment(this, "experiment", {
      ...experiment,
      id: `${id}_experiment`,
      groups,
      assignmentSourceName: exposures.name,
    });
  }
}

const features = (stack: TerraformStack) => {
  for (const id of ["checkout", "search", "profile"]) new Feature(stack, id, ["control", "treatment"]);
};

test("constructs inside a construct of the user's, made in a loop, are deployed in the order of their references", () =>
  deployment(async (service) => {
    const { calls } = await service.deploy(features);

    expect(calls).toHaveLength(6);
    for (const id of ["checkout", "search", "profile"]) {
      const paths = calls.map(({ operation, body }) => `${operation} ${(body as { id?: string }).id ?? ""}`);
      const source = paths.findIndex((path) => path.includes(`${id}%20exposures`));
      const experimentCall = paths.findIndex((path) => path.endsWith(`${id}_experiment`));
      expect(source).toBeGreaterThanOrEqual(0);
      expect(experimentCall).toBeGreaterThan(source);
    }
    expect(await service.plan(features)).toMatchObject({ isEmpty: true });
  }));

test("a reference that leaves the user's construct keeps its value and its order", () => {
  const stack = emptyStack();
  const { experiment: checkout } = new Feature(stack, "checkout", ["a", "b"]);
  new Segment(stack, "beta", { ...segment, tags: [checkout.id] });

  expect(callsOf(stack).at(-1)?.body).toMatchObject({ tags: ["checkout_experiment"] });
});

test("an aspect may make constructs of ours, also the first one of a stack, and the whole deploys", () =>
  deployment(async (service) => {
    const build = (stack: TerraformStack) =>
      Aspects.of(stack).add({
        visit: (node: IConstruct) => {
          if (node === stack) new MetricSource(stack, "orders", metricSource);
        },
      });
    const { calls } = await service.deploy(build);

    expect(calls).toEqual([{ operation: "POST /console/v1/metrics/metric_source", body: metricSource }]);
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

test("an aspect sees our resources as it sees any others, and may refuse them", () => {
  const build = (stack: TerraformStack) => {
    new Segment(stack, "beta", segment);
    Aspects.of(stack).add({
      visit: (node: IConstruct) => {
        if (TerraformResource.isTerraformResource(node)) Annotations.of(node).addError(`no ${node.node.path} here`);
      },
    });
  };

  expect(() => synth(build)).toThrow("no stack/beta/record here");
});
