import * as z from "zod";
import type { Body } from "./kind";
import { stepInto } from "./schema-walk";

/** What the API says about a field besides its type. A marker never makes a value invalid: markers are for messages. */
interface Marker {
  /** The field takes effect only in this edition of the service. */
  readonly only?: "warehouse" | "enterprise";
  /** The field marks its experiment as one that is analysed in the warehouse. */
  readonly sign?: "warehouse";
  /** The value may be or contain a secret, so no message shows it. */
  readonly secret?: true;
}

// the mark lets a bundler leave this out where it is not used
const markers = /* @__PURE__ */ z.registry<Marker>();

/** Marks a field that takes effect only on warehouse-based experiments. */
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

/** Marks a field whose value no message may show. */
export function mayHoldSecret<S extends z.ZodType>(schema: S): S {
  return mark(schema, { secret: true });
}

/** Whether the value at a path may be or contain a secret. */
export function isSecretAt(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
  // the whole value contains everything
  if (path.length === 0) return true;
  let at: z.ZodType | undefined = schema;
  for (const step of path) {
    at = stepInto(at, step);
    if (at === undefined) return false;
    if (markerOf(at).secret) return true;
  }
  return false;
}

/** The marker of a field, also inside `optional` and the like. */
export function markerOf(schema: z.ZodType): Marker {
  const { innerType } = schema.def as { readonly innerType?: z.ZodType };
  return markers.get(schema) ?? (innerType === undefined ? {} : markerOf(innerType));
}

const markedFields = new WeakMap<Body, readonly (readonly [name: string, marker: Marker])[]>();

/** The fields of a schema that have a marker, in their order. Kept, because zod takes long to look one up. */
export function markersIn(body: Body): readonly (readonly [name: string, marker: Marker])[] {
  const known = markedFields.get(body);
  if (known !== undefined) return known;
  const found = Object.entries(body.shape)
    .map(([name, field]) => [name, markerOf(field as z.ZodType)] as const)
    .filter(([, marker]) => Object.keys(marker).length > 0);
  markedFields.set(body, found);
  return found;
}

function mark<S extends z.ZodType>(schema: S, marker: Marker): S {
  markers.add(schema, marker as never);
  return schema;
}
