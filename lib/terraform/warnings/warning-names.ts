/** Every warning, by the name under which a construct can acknowledge it. */
export const warningNames = [
  "adopt-without-call",
  "control-group",
  "create-only",
  "decision-without-launched-group",
  "derived-id",
  "enterprise-only",
  "group-ids",
  "group-names",
  "group-sizes",
  "launched-group",
  "layer-allocation",
  "literal-secret",
  "parameter-types",
  "reload-days",
  "start-incomplete",
  "unit-not-mapped",
  "unknown-column",
  "warehouse-only",
] as const;

export type WarningName = (typeof warningNames)[number];

/** Which warnings are errors: all, none, or those of these names. */
export type Strict = boolean | readonly WarningName[];
