import type { Construct } from "constructs";
import {
  AssignmentSource,
  Experiment,
  type ExperimentProps,
  IngestionSource,
  MetricSource,
  type MetricSourceProps,
  PromptVersion,
  Segment,
} from "../../lib";

/** The fields that an experiment's update requires, and an id. */
export const experiment = {
  name: "Checkout button",
  id: "checkout_button",
  description: "A larger button.",
  idType: "userID",
  hypothesis: "A larger button is found sooner.",
  groups: [{ id: "control", name: "Control", size: 100 }],
  allocation: 50,
  targetingGateID: null,
  bonferroniCorrection: true,
  defaultConfidenceInterval: "95",
  status: "setup",
} as const satisfies ExperimentProps;

/** The required fields of a metric source. */
export const metricSource = {
  name: "orders",
  sql: "select * from orders",
  timestampColumn: "paid_at",
  idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
} as const satisfies MetricSourceProps;

/** The fields that an assignment source's POST requires. */
export const assignmentSource = {
  name: "exposures",
  sql: "select * from exposures",
  timestampColumn: "seen_at",
  experimentIDColumn: "experiment",
  groupIDColumn: "variant",
  idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
} as const;

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
