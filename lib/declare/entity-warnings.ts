import { markersIn } from "../api/field-markers";
import { secretHeadersOf } from "../api/prompt-version-schema";
import type { Entity } from "../entity/entity";
import { labelOf } from "../text/title";
import type { Fields } from "../value/value";
import type { WarningName } from "./warning-names";

/** A likely mistake that the API does not forbid. */
export interface Warning {
  readonly name: WarningName;
  /** The message, beginning with the field. */
  readonly text: string;
}

/**
 * Looks for one kind of likely mistake in what a construct declares. Opaque values are not judged.
 *
 * @param given the fields of the props alone
 * @returns the text of a warning for each
 */
export type Check = (entity: Entity, given: Fields) => readonly string[];

/** Checks by the names of their warnings. */
export type Checks = Readonly<Partial<Record<WarningName, Check>>>;

/** The warnings that checks have about an entity, in the order of the checks. */
export function warningsOf(checks: Checks, entity: Entity, given: Fields): Warning[] {
  return Object.entries(checks).flatMap(([name, check]) => named(name as WarningName, check(entity, given)));
}

/** The warnings of one name. */
export function named(name: WarningName, texts: readonly string[]): Warning[] {
  return texts.map((text) => ({ name, text }));
}

/** The checks of all kinds. */
export const generalChecks: Checks = {
  "adopt-without-call": adoptWithoutCall,
  "create-only": createOnly,
};

/** The checks of all kinds whose warnings are about the whole stack, so that one construct shows them. */
export const stackChecks: Checks = {
  "enterprise-only": enterpriseFields,
};

/** Nothing checks that an adopted entity exists, because its kind has no update. */
function adoptWithoutCall({ adopt, form, resource: { kind, update } }: Entity): string[] {
  if (!adopt || form !== "record" || update !== undefined) return [];
  return [
    `adopt: sends no call, because the service has no update for a ${labelOf(kind)}, so nothing checks that it exists and ` +
      "is as declared; remove adopt after the deploy, or another id will be recorded without a create",
  ];
}

/** An entity can be created but not updated, because fields are missing. */
function createOnly({ ignoreChanges, missing, resource: { kind } }: Entity): string[] {
  if (ignoreChanges || missing.length === 0) return [];
  const them = missing.length === 1 ? "it" : "them";
  return [
    `${missing.join(", ")}: missing, and an update requires ${them}, so this ${labelOf(kind)} can be created but not changed`,
  ];
}

/** Fields belong to the enterprise tier. */
function enterpriseFields({ resource, fields }: Entity): string[] {
  const given = markersIn(resource.fields)
    .filter(([name, { only }]) => only === "enterprise" && fields[name] !== undefined)
    .map(([name]) => name);
  return given.length === 0 ? [] : [`${given.join(", ")}: accepted by the service in the enterprise tier only`];
}

/** The id is derived from the name, so that a new name means another entity. */
export function derivedId({ fields: { id }, adopt }: Entity, given: Fields): string[] {
  if (given.id !== undefined) return [];
  const fix = typeof id === "string" ? `; set id: ${JSON.stringify(id)} to keep this one` : "";
  return [`id: derived from the name, so a new name would ${adopt ? "adopt" : "create"} another entity${fix}`];
}

/** The secret value of a header is a literal in the code. */
export function literalSecrets({ fields }: Entity): string[] {
  return secretHeadersOf(fields)
    .filter(({ header }) => typeof header.value === "string")
    .map(
      ({ field, index }) =>
        `${field}[${index}].value: a literal in the code, which will be in the state; use fromEnvironment("NAME") instead`,
    );
}
