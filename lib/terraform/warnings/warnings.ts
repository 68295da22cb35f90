import { Annotations } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import { markerOf } from "../../api/markers";
import { type Body, labelOf } from "../../api/resource";
import type { DeferredFields } from "../props/deferred-value";
import { isText } from "../props/resolve-props";

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

/** A warning where the id was derived from the name, so that a new name means another entity. */
export function derivedID(fields: DeferredFields, given: DeferredFields, adopt: boolean): Warning[] {
  if (given.id !== undefined) return [];
  const { id } = fields;
  const fix = id !== undefined && isText(id) ? `; give it id: ${JSON.stringify(id)} to keep it` : "";
  return [
    {
      name: "derived-id",
      text: `id: comes from the name, so that renaming would ${adopt ? "adopt" : "make"} another one${fix}`,
    },
  ];
}

/** A warning where a thing can be created but not updated, for want of fields. */
export function createOnly(kind: string, missing: readonly string[]): Warning[] {
  if (missing.length === 0) return [];
  const them = missing.length === 1 ? "it" : "them";
  const text = `${missing.join(", ")}: missing, and an update requires ${them}, so this ${labelOf(kind)} can be created but not changed`;
  return [{ name: "create-only", text }];
}

/** A warning about the fields of the enterprise tier that are given. */
export function enterpriseOnly(schema: Body, fields: DeferredFields): Warning[] {
  const given = Object.entries(schema.shape)
    .filter(([name, field]) => fields[name] !== undefined && markerOf(field as z.ZodType).only === "enterprise")
    .map(([name]) => name);
  if (given.length === 0) return [];
  return [{ name: "enterprise-only", text: `${given.join(", ")}: taken by the service in the enterprise tier only` }];
}

/** Shows warnings at synth, except for those that the construct has acknowledged. */
export function warn(construct: Construct, warnings: readonly Warning[], acknowledged: readonly string[]): void {
  for (const { name, text } of warnings) {
    if (acknowledged.includes(name)) continue;
    Annotations.of(construct).addWarning(`${text} [acknowledge: "${name}"]`);
  }
}
