import type { Problem } from "../../api/problems";
import { labelOf, missingFields, type Resource } from "../../api/resource";
import type { Fields } from "../../entity/fields";
import type { Warning } from "../warnings/warnings";

/**
 * Finds the problems of `adopt` where nothing can be taken over: the update lacks fields, or the identity comes from the
 * content.
 *
 * @param isByContent whether its identity comes from its content
 * @param isLeftAlone whether no update is sent either
 */
export function adoptionProblems(
  resource: Resource,
  fields: Fields,
  isByContent: boolean,
  isLeftAlone: boolean,
): Problem[] {
  if (resource.create === undefined || fields.dryRun === true) return [];
  if (isByContent) {
    const allowed = `cannot be used for a ${labelOf(resource.kind)} without an id, which gets one from its content: give it the id of the version that exists, or remove adopt`;
    return [{ path: ["adopt"], allowed, isWhole: true }];
  }
  const missing = resource.update === undefined || isLeftAlone ? [] : missingFields(resource.update.body, fields);
  return missing.map((field) => ({
    path: [field],
    allowed: "required, because adopt: true sends no create, and the update needs it",
  }));
}

/** Warns where nothing checks that an adopted entity exists, because its kind has no update. */
export function adoptionWarnings({ kind, create, update }: Resource): Warning[] {
  if (create === undefined || update !== undefined) return [];
  const text =
    `adopt: sends no call, because the service has no update for a ${labelOf(kind)}, so nothing checks that it exists and ` +
    "is as declared; remove adopt after the deploy, or another id will be recorded without a create";
  return [{ name: "adopt-without-call", text }];
}
