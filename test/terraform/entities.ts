import type { ExperimentProps, MetricSourceProps } from "../../lib";

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
