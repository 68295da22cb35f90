import * as z from "zod";
import { markersIn } from "../api/field-types";
import type { Entity } from "../entity/entity";
import { riskNames } from "../protocol/risk-names";
import { labelOf, pathText } from "../text/names";
import type { Fields, Path } from "../value/value";

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
  "layer-allocation",
  "literal-secret",
  "parameter-types",
  "reload-days",
  "same-name",
  "start-incomplete",
  "unit-not-mapped",
  "unknown-column",
  "unknown-source",
  "warehouse-only",
] as const;

export type WarningName = (typeof warningNames)[number];

/** Which warnings are errors: all, none, or those of these names. */
export type Strict = boolean | readonly WarningName[];

/** What the prop `strict` takes. */
export const strictSetting = z.union([
  z.boolean(),
  z.array(z.enum(warningNames)).readonly(),
]) satisfies z.ZodType<Strict>;

/** What the prop `acknowledge` takes. */
export const acknowledgeSetting = z.array(z.enum([...new Set([...warningNames, ...riskNames])])).readonly();

/** A warning with the name by which it can be acknowledged. `review` tells warnings from other words by the bracket. */
export function warningText(name: WarningName, text: string): string {
  return `${text} [acknowledge: "${name}"]`;
}

/** A likely mistake that the API does not forbid. */
export interface LikelyMistake {
  /** The field that it is about, or the first of them; empty where it is about what is missing. */
  readonly path: Path;
  /** The message, beginning with the field. */
  readonly text: string;
  /** Another warning that would be about the same: whoever acknowledges either has decided both. */
  readonly also?: WarningName;
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
