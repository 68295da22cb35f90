import type { Entity } from "../../entity/entity";
import { labelOf } from "../../text/title";
import { type Hcl, hcl, list, reference } from "../language/hcl";
import { triggerOf } from "../language/trigger-text";
import type { TriggerResourceType } from "./trigger-resource";

/** The identity that a resource holds, and the declared one. */
export interface HeldIdentity {
  /** Whether the two are the same. */
  readonly isDeclared: Hcl;
  /** The one that the resource holds, as text. */
  readonly held: Hcl;
  /** The declared one, as text. */
  readonly declared: string;
  /** What messages call the kind. */
  readonly kind: string;
}

/**
 * The identity that a record holds: with `terraform state mv`, it may be that of another entity, and the update would write
 * over the one that is declared, whoever made it. An identity that only Terraform knows replaces the record instead. See
 * `Origin.refusal` for what comes of it.
 */
export function heldIdentity(
  { fields, identity, resource }: Entity,
  type: TriggerResourceType,
): HeldIdentity | undefined {
  if (typeof identity.text !== "string") return undefined;
  const self = reference("self", type.attribute);
  const conditions = identity.fields.map((field) => {
    const declared = fields[field];
    return declared === undefined
      ? hcl`!can(${self}[${field}])`
      : hcl`try(${self}[${field}] == ${triggerOf(declared).template}, true)`;
  });
  const texts = identity.fields.map((field) => hcl`try(${self}[${field}], "")`);
  const [only, ...others] = texts;
  return {
    isDeclared: conditions.reduce((all, each) => hcl`${all} && ${each}`),
    held: only !== undefined && others.length === 0 ? only : hcl`join("/", compact(${list(texts)}))`,
    declared: identity.text,
    kind: labelOf(resource.kind),
  };
}
