import * as z from "zod";
import { riskNames } from "../protocol/risk-names";

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
  "same-name",
  "start-incomplete",
  "unit-not-mapped",
  "unknown-column",
  "unknown-source",
  "warehouse-only",
] as const;

export type WarningName = (typeof warningNames)[number];

/** Which warnings are errors: all, none, or those of these names. */
export type Strict = boolean | readonly WarningName[];

/** What the prop `strict` takes. */
export const strictSetting = z.union([
  z.boolean(),
  z.array(z.enum(warningNames)).readonly(),
]) satisfies z.ZodType<Strict>;

/** What the prop `acknowledge` takes. */
export const acknowledgeSetting = z.array(z.enum([...new Set([...warningNames, ...riskNames])])).readonly();

/** Whether a warning is an error. */
export function isError(name: WarningName, strict: Strict | undefined): boolean {
  return strict === true || (strict || []).includes(name);
}

/** A warning with the name by which it can be acknowledged. `review` tells warnings from other words by the bracket. */
export function warningText(name: WarningName, text: string): string {
  return `${text} [acknowledge: "${name}"]`;
}
