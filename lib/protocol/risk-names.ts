/** The names of all risks in a review, by which a construct can acknowledge them. */
export const riskNames = [
  "running-groups",
  "running-allocation",
  "running-metrics",
  "running-design",
  "status-step",
  "decision-without-launched-group",
  "source-in-use",
  "running-release",
] as const;

export type RiskName = (typeof riskNames)[number];
