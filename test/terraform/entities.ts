import type { Construct } from "constructs";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../lib";
import { assignmentSource, metricSource, experiment as started } from "../support/samples";

export { assignmentSource, metricSource } from "../support/samples";

/** One that has not started, as what a start needs is for the tests of the warnings. */
export const experiment = { ...started, status: "setup" } as const;

export const segment = { name: "beta_users", type: "id_list" } as const;

export const ingestionSource = { dataset: "Metrics", type: "s3", source_name: "refunds" } as const;

/** Every kind of construct: its label in messages, an entity's name there, the class, and the entity's props. */
export const everyKind: readonly (readonly [
  label: string,
  name: string,
  Kind: new (scope: Construct, id: string, props: never) => Construct,
  props: never,
])[] = [
  ["experiment", "checkout_button", Experiment, experiment as never],
  ["metric source", "orders", MetricSource, metricSource as never],
  ["assignment source", "exposures", AssignmentSource, assignmentSource as never],
  ["segment", "beta_users", Segment, segment as never],
  ["ingestion source", "Metrics/s3/refunds", IngestionSource, ingestionSource as never],
  ["prompt version", "bot/v1", PromptVersion, { promptID: "bot", id: "v1" } as never],
];
