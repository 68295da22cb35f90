import { experiment as started } from "../support/samples";

export { assignmentSource, metricSource } from "../support/samples";

/** One that has not started, as what a start needs is for the tests of the warnings. */
export const experiment = { ...started, status: "setup" } as const;

export const segment = { name: "beta_users", type: "id_list" } as const;

export const ingestionSource = { dataset: "Metrics", type: "s3", source_name: "refunds" } as const;
