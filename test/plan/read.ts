import { type Plan, readPlan } from "../../lib/plan/plan";

export const origin = { stack: "checkout", planning: () => "run cdktf diff checkout" };

/** JSON of a plan with these parts, as Terraform shows it. */
export function planJson(parts: object): object {
  return { format_version: "1.2", planned_values: {}, ...parts };
}

/** A plan with these parts, read. */
export function planWith(parts: object): Plan {
  return readPlan(origin, planJson(parts));
}
