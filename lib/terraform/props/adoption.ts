import type { Problem } from "../../api/problems";
import { labelOf, missingFields, type Resource } from "../../api/resource";
import type { Warning } from "../warnings/warnings";
import type { DeferredFields } from "./deferred-value";

/**
 * What keeps an entity from being adopted: it is changed by no call, though its kind has one.
 *
 * @param isByContent whether its identity comes from its content
 */
export function adoptionProblems(resource: Resource, fields: DeferredFields, isByContent: boolean): Problem[] {
  if (resource.create === undefined || fields.dryRun === true) return [];
  if (isByContent) {
    const allowed = `not for a ${labelOf(resource.kind)} without id, which gets one from its content: give it the id of the version that exists, or remove adopt`;
    return [{ path: ["adopt"], allowed, isWhole: true }];
  }
  const missing = resource.update === undefined ? [] : missingFields(resource.update.body, fields);
  return missing.map((field) => ({
    path: [field],
    allowed: "required, because adopt: true makes no create, and the update needs it",
  }));
}

/** A warning where nothing checks that an adopted entity exists, because its kind has no update. */
export function adoptionWarnings({ kind, create, update }: Resource): Warning[] {
  if (create === undefined || update !== undefined) return [];
  const text =
    `adopt: makes no call, because the service has no update for a ${labelOf(kind)}: nothing checks that it exists and ` +
    "is as declared; remove adopt after the deploy, or another id is recorded without a create";
  return [{ name: "adopt-without-call", text }];
}
