import type { Problem } from "../../api/problems";
import { labelOf, missingFields, type Resource } from "../../api/resource";
import type { Fields } from "../../entity/fields";

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
