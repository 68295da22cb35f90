import type { Construct } from "constructs";

const KIND_BRAND = Symbol.for("cdktf-experimentation.kind");

/** Marks a construct as one of a kind, across copies of this package. */
export function markAsKind(construct: Construct, kind: string): void {
  Object.defineProperty(construct, KIND_BRAND, { value: kind });
}

/** Whether a value is a construct of this package, of that kind. */
export function isOfKind(value: unknown, { name }: { readonly name: string }): boolean {
  return (
    typeof value === "object" && value !== null && (value as { readonly [KIND_BRAND]?: unknown })[KIND_BRAND] === name
  );
}
