import type { ExperimentProps, MetricSourceProps } from "../../lib";

/** The least that an experiment's update needs, with an id. */
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

/** The least that a metric source needs. */
export const metricSource = {
  name: "orders",
  sql: "select * from orders",
  timestampColumn: "paid_at",
  idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
} as const satisfies MetricSourceProps;

/** The least that an assignment source's full call needs. */
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
