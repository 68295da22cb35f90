import type { Entity } from "../../entity/entity";
import { pageLink } from "../../text/errors";
import { labelOf, placeText } from "../../text/title";
import { inWords } from "../../text/words";
import { type Hcl, type Template, text } from "../language/hcl";

/** What Terraform refuses while it plans: that a condition does not hold, in words. */
export interface Refusal {
  readonly condition: Hcl;
  readonly message: Template;
}

const LINK = `(${pageLink("cannot-change")})`;

/** An entity as the messages of a plan name it: `experiment "checkout_button" (checkout/button)`. */
export function subjectOf(entity: Entity): string {
  const { kind, identity } = entity;
  const name = typeof identity.text === "string" ? `"${identity.text}" ` : "";
  return `${labelOf(kind.name)} ${name}(${placeText(entity)})`;
}

/** Why a change is refused that no call of the kind can make. */
export function fixedRefusal(entity: Entity, changed: string | Hcl): Template {
  const reason =
    entity.changeable.length === 0
      ? `changed, but the service has no update for a ${labelOf(entity.kind.name)}. Revert to the former values`
      : "cannot change after creation. Revert to the former value";
  return text`${subjectOf(entity)}: ${changed} ${reason}; ${toMakeAnother(entity)}. ${LINK}`;
}

/** Why a change is refused that an update could make if it had all its fields. */
export function frozenRefusal(entity: Entity, changed: string | Hcl): Template {
  return text`${subjectOf(entity)}: ${changed} changed, but an update also needs ${entity.missing.join(", ")}. Add what is missing, or revert to the former values; ${toMakeAnother(entity)}. ${LINK}`;
}

/** Why a plan is refused where nothing tells whether a field of a frozen revision has changed. */
export function lostRefusal(entity: Entity): Template {
  return text`${subjectOf(entity)}: the record of what was sent last is lost, so a change could go unnoticed, and an update also needs ${entity.missing.join(", ")}. Add what is missing, so that the update sends what is declared. ${LINK}`;
}

function toMakeAnother({ kind }: Entity): string {
  return `to make another ${labelOf(kind.name)}, give it another ${inWords(kind.identity, "or")}`;
}
