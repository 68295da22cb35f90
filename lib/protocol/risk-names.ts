/** Every risk that a review names, by the name under which a construct can acknowledge it. */
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
