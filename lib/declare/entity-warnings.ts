import { markersIn } from "../api/field-markers";
import { secretHeadersOf } from "../api/prompt-version-schema";
import type { Entity } from "../entity/entity";
import { labelOf, pathText } from "../text/names";
import type { Fields, Path } from "../value/value";
import type { WarningName } from "./warning-names";

/** A likely mistake that the API does not forbid. */
export interface LikelyMistake {
  /** The field that it is about, or the first of them; empty where it is about what is missing. */
  readonly path: Path;
  /** The message, beginning with the field. */
  readonly text: string;
}

/** A likely mistake, with the name by which it can be acknowledged. */
export interface Warning extends LikelyMistake {
  readonly name: WarningName;
}

/** What is likely wrong with the value at a path, in words that follow the path. */
export function mistakeAt(path: Path, words: string): LikelyMistake {
  return { path, text: `${pathText(path)}: ${words}` };
}

/**
 * Looks for one kind of likely mistake in what is declared. Opaque values are not judged.
 *
 * @param given the fields that were given: none of the derived ones
 */
type Check = (entity: Entity, given: Fields) => readonly LikelyMistake[];

/** Checks by the names of their warnings. */
export type Checks = Readonly<Partial<Record<WarningName, Check>>>;

/** The checks of all kinds. */
export const generalChecks: Checks = {
  "adopt-without-call": adoptWithoutCall,
  "create-only": createOnly,
  "enterprise-only": enterpriseFields,
};

/** Whether a warning is about the whole stack, so that one of its entities shows it. */
export function isAboutStack({ name }: Warning): boolean {
  return name === "enterprise-only";
}

/** Nothing checks that an adopted entity exists, because its kind has no update. */
function adoptWithoutCall({ adopt, form, kind: { name, update } }: Entity): LikelyMistake[] {
  if (!adopt || form !== "record" || update !== undefined) return [];
  const words =
    `sends no call, because the service has no update for a ${labelOf(name)}, so nothing checks that it exists and ` +
    "is as declared; remove adopt after the deploy, or another id will be recorded without a create";
  return [mistakeAt(["adopt"], words)];
}

/** An entity can be created but not updated, because fields are missing. */
function createOnly({ ignoreChanges, missing, kind: { name } }: Entity): LikelyMistake[] {
  if (ignoreChanges || missing.length === 0) return [];
  const them = missing.length === 1 ? "it" : "them";
  const text = `${missing.join(", ")}: missing, and an update requires ${them}, so this ${labelOf(name)} can be created but not changed`;
  return [{ path: [], text }];
}

/** Fields belong to the enterprise tier. */
function enterpriseFields({ kind, fields }: Entity): LikelyMistake[] {
  const given = markersIn(kind.fields)
    .filter(([name, { only }]) => only === "enterprise" && fields[name] !== undefined)
    .map(([name]) => name);
  const text = `${given.join(", ")}: accepted by the service in the enterprise tier only`;
  return given.length === 0 ? [] : [{ path: given.slice(0, 1), text }];
}

/** The id is derived from the name, so that a new name means another entity. */
export function derivedId({ fields: { id }, adopt }: Entity, given: Fields): LikelyMistake[] {
  if (given.id !== undefined) return [];
  const fix = typeof id === "string" ? `; set id: ${JSON.stringify(id)} to keep this one` : "";
  const words = `derived from the name, so a new name would ${adopt ? "adopt" : "create"} another entity${fix}`;
  return [mistakeAt(["id"], words)];
}

/** The secret value of a header is a literal in the code. */
export function literalSecrets({ fields }: Entity): LikelyMistake[] {
  const words = 'a literal in the code, which will be in the state; use fromEnvironment("NAME") instead';
  return secretHeadersOf(fields)
    .filter(({ header }) => typeof header.value === "string")
    .map(({ field, index }) => mistakeAt([field, index, "value"], words));
}
