import { Annotations } from "cdktf";
import type { Construct } from "constructs";

/** Every warning, by the name under which a construct can acknowledge it. */
export const warningNames = [
  "control-group",
  "create-only",
  "decision-without-launched-group",
  "derived-id",
  "enterprise-only",
  "group-ids",
  "group-names",
  "group-sizes",
  "launched-group",
  "literal-secret",
  "reload-days",
  "warehouse-only",
] as const;

export type WarningName = (typeof warningNames)[number];

/** A likely mistake that the interface does not forbid. */
export interface Warning {
  readonly name: WarningName;
  /** What it is about, beginning with the field. */
  readonly text: string;
}

/** Shows warnings at synth, except for those that the construct has acknowledged. */
export function warn(construct: Construct, warnings: readonly Warning[], acknowledged: readonly string[]): void {
  for (const { name, text } of warnings) {
    if (acknowledged.includes(name)) continue;
    Annotations.of(construct).addWarning(`${text} [acknowledge: "${name}"]`);
  }
}
