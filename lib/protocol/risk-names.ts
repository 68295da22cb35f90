/** The names of all risks in a review, by which a construct or its service can acknowledge them. */
export const riskNames = [
  "running-groups",
  "running-treatment",
  "running-allocation",
  "ramp",
  "running-metrics",
  "running-units",
  "running-analysis",
  "running-horizon",
  "running-hypothesis",
  "start-incomplete",
  "ended-metrics",
  "ended-groups",
  "launch-changed",
  "status-step",
  "decision-without-launched-group",
  "source-in-use",
  "running-unmanaged",
  "moved-without-adopt",
  "unknown-before",
  "overwrites-by-hand",
  "hidden-value",
] as const;

export type RiskName = (typeof riskNames)[number];
