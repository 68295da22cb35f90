import { experiment } from "../api/experiment-schema";
import { markersIn } from "../api/field-types";
import type { Entity } from "../entity/entity";
import { isList, Opaque, type Value } from "../value/value";
import { saysNothing } from "./references";
import type { LikelyMistake } from "./warnings";

/** Whether a value makes use of its field: not where it is off, or holds nothing. */
export function isUse(value: Value | undefined): boolean {
  return (value ?? false) !== false && value !== "" && !(isList(value) && value.length === 0);
}

/** Whether it certainly does: nobody knows of a value that only the deploy has. */
function isKnownUse(value: Value | undefined): boolean {
  return isUse(value) && !(value instanceof Opaque) && !saysNothing(value);
}

/** Settings of warehouse-based experiments are in use, and no field that is in use marks this one as such. */
export function idleWarehouseFields({ fields }: Entity): LikelyMistake[] {
  const marked = markersIn(experiment.fields);
  if (marked.some(([name, { sign }]) => sign === "warehouse" && isUse(fields[name]))) return [];
  const idle = marked
    .filter(([name, { only }]) => only === "warehouse" && isKnownUse(fields[name]))
    .map(([name]) => name);
  if (idle.length === 0) return [];
  const text = `${idle.join(", ")}: takes effect on warehouse-based experiments only, and no other field marks this as one`;
  return [{ path: idle.slice(0, 1), text }];
}

/** Fields of the enterprise tier are in use. */
export function enterpriseFields({ kind, fields }: Entity): LikelyMistake[] {
  const given = markersIn(kind.fields)
    .filter(([name, { only }]) => only === "enterprise" && isKnownUse(fields[name]))
    .map(([name]) => name);
  const text = `${given.join(", ")}: accepted by the service in the enterprise tier only`;
  return given.length === 0 ? [] : [{ path: given.slice(0, 1), text }];
}
