import { labelOf } from "../../api/resource";
import type { Entity } from "../../entity/entity";
import { toExpression, triggerOf } from "../language/trigger-text";
import type { TriggerResourceType } from "./trigger-resource";

/** The identity that a resource holds, and the declared one. */
export interface HeldIdentity {
  /** Expression for whether the two are the same. */
  readonly isDeclared: string;
  /** Expression for the one that the resource holds, as text. */
  readonly held: string;
  /** The declared one, as text. */
  readonly declared: string;
  /** What messages call the kind. */
  readonly kind: string;
}

/**
 * The identity that a record holds: with `terraform state mv`, it may be that of another entity, and the update would write
 * over the one that is declared, whoever made it. An identity that only Terraform knows replaces the record instead. See
 * `KeptService.postcondition` for what comes of it.
 */
export function heldIdentity(
  { fields, identity, resource }: Entity,
  type: TriggerResourceType,
): HeldIdentity | undefined {
  if (typeof identity.text !== "string") return undefined;
  const held = (field: string) => `self.${type.attribute}["${field}"]`;
  const conditions = identity.fields.map((field) => {
    const declared = fields[field];
    return declared === undefined
      ? `!can(${held(field)})`
      : `try(${held(field)} == ${toExpression(triggerOf(declared).template)}, true)`;
  });
  const texts = identity.fields.map((field) => `try(${held(field)}, "")`);
  return {
    isDeclared: conditions.join(" && "),
    held: texts.length === 1 ? texts.join("") : `join("/", compact([${texts.join(", ")}]))`,
    declared: identity.text,
    kind: labelOf(resource.kind),
  };
}
