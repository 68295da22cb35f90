import * as z from "zod";

/** What the interface says about a field beside its type. No marker makes a value invalid: they only feed warnings. */
export interface Marker {
  /** The field has an effect only in this setting of the service. */
  readonly only?: "warehouse" | "enterprise";
  /** Giving the field shows that the experiment is analysed in the warehouse. */
  readonly sign?: "warehouse";
}

const markers = z.registry<Marker>();

/** Marks a field that has an effect only on warehouse-based experiments. */
export function warehouseOnly<S extends z.ZodType>(schema: S): S {
  return mark(schema, { only: "warehouse" });
}

/** Marks a field whose presence shows that an experiment is warehouse-based. */
export function warehouseSign<S extends z.ZodType>(schema: S): S {
  return mark(schema, { sign: "warehouse" });
}

/** Marks a field of the enterprise tier. */
export function enterpriseOnly<S extends z.ZodType>(schema: S): S {
  return mark(schema, { only: "enterprise" });
}

/** The marker of a field, looking through `optional`. */
export function markerOf(schema: z.ZodType): Marker {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodNonOptional ? schema.unwrap() : undefined;
  return markers.get(schema) ?? (inner === undefined ? {} : markerOf(inner as z.ZodType));
}

function mark<S extends z.ZodType>(schema: S, marker: Marker): S {
  markers.add(schema, marker as never);
  return schema;
}
