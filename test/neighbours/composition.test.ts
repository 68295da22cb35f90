import { Testing } from "cdktf";
import { Construct } from "constructs";
import { AssignmentSource, Experiment, Segment } from "../../lib";
import { callsOf } from "../../lib/testing";
import { assignmentSource, experiment, segment } from "../support/samples";
import { emptyStack } from "../terraform/synth";

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

test("constructs inside constructs of the user's, made in a loop, are called in the order of their references", () => {
  const stack = emptyStack();
  const names = ["search", "checkout"];
  const tags = names.map((id) => new Feature(stack, id, ["a", "b"]).experiment.id);
  new Segment(stack, "beta", { ...segment, tags });

  expect(callsOf(stack).filter(({ atFirstDeploy }) => atFirstDeploy)).toMatchObject([
    ...names.flatMap((id) => [
      { construct: `stack/${id}/exposures` },
      { construct: `stack/${id}/experiment`, body: { assignmentSourceName: `${id} exposures` } },
    ]),
    { construct: "stack/beta", body: { tags: ["search_experiment", "checkout_experiment"] } },
  ]);
  const { resource } = JSON.parse(Testing.synth(stack, true)) as Synthesised;
  expect(resource.null_resource.experiment_search_experiment?.depends_on).toEqual([
    expect.stringMatching(/^null_resource\.assignment_source_search_exposures_/),
  ]);
});

interface Synthesised {
  readonly resource: { readonly null_resource: Readonly<Record<string, { readonly depends_on?: readonly string[] }>> };
}
