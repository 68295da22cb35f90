import * as z from "zod";
import type { Entity } from "../entity/entity";
import { riskNames } from "../protocol/risk-names";
import { pathText } from "../text/names";
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
  "groups-without-ids",
  "launched-group",
  "layer-allocation",
  "literal-secret",
  "nothing-in-words",
  "one-level-up",
  "parameter-types",
  "prompt-values",
  "reload-days",
  "same-name",
  "segment-rules",
  "source-fields",
  "start-incomplete",
  "times",
  "unit-not-mapped",
  "unknown-column",
  "unknown-source",
  "unseen-characters",
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

/** Whether a warning is about the whole stack, so that one of its entities shows it. */
export function isAboutStack({ name }: Warning): boolean {
  return name === "enterprise-only";
}

/** Nothing checks that an adopted entity exists, because its kind has no update. */
