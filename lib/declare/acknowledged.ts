import type { Entity } from "../entity/entity";
import { lackingBesidesSum, unevenSum } from "../entity/incomplete-start";
import { holdsOpaque } from "../value/value";
import type { Strict, Warning, WarningName } from "./warnings";

/** Whether somebody has decided a warning: under its name, or that of another one about the same. */
export function isAcknowledged(warning: Warning, acknowledged: readonly string[]): boolean {
  return namesOf(warning).some((name) => acknowledged.includes(name));
}

/** The names under which a warning can be acknowledged, or made an error. */
export function namesOf({ name, also }: Warning): WarningName[] {
  return also === undefined ? [name] : [name, also];
}

/** Whether a warning is an error. */
export function isError(warning: Warning, strict: Strict | undefined): boolean {
  return strict === true || namesOf(warning).some((name) => (strict || []).includes(name));
}

/**
 * All that is decided by what is acknowledged for an entity: the risk of a start is, with its sizes, where it lacks nothing
 * else, and nothing that only the deploy knows can show more of it.
 */
export function allDecided({ fields }: Entity, acknowledged: readonly string[]): readonly string[] {
  const isAboutSizes = unevenSum(fields.groups) !== undefined && !holdsOpaque(fields);
  const isWhole = acknowledged.includes("group-sizes") && isAboutSizes && lackingBesidesSum(fields, false).length === 0;
  return isWhole ? [...acknowledged, "start-incomplete"] : acknowledged;
}
