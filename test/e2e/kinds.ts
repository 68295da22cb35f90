import type { Construct } from "constructs";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../lib";

const classes: Readonly<Record<string, new (scope: Construct, id: string, props: never) => Construct>> = {
  assignment_source: AssignmentSource,
  experiment: Experiment,
  ingestion_source: IngestionSource,
  metric_source: MetricSource,
  prompt_version: PromptVersion,
  segment: Segment,
};

/** A construct of a kind, by the kind's name, with props that the compiler knows nothing about. */
export function constructOf(kind: string, scope: Construct, id: string, props: object): Construct {
  const Kind = classes[kind];
  if (Kind === undefined) throw new TypeError(`no construct for ${kind}`);
  return new Kind(scope, id, props as never);
}
