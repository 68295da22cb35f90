import type { FieldChange } from "../plan/differences";
import { isDigest } from "../plan/trigger-value";
import type { FieldDifference } from "../report/field-rows";
import { pathSteps } from "../text/path";
import { namesOfElements } from "../value/pair";
import { at, type Fields, listAt, Opaque, type PathStep, type Value } from "../value/value";

/**
 * Changed fields with the names of the elements that they are in.
 *
 * @param after what is declared: there the paths lead to it, but for an element that is gone, which its list no longer has
 */
export function fieldDifferences(fields: readonly FieldChange[], after: Fields): FieldDifference[] {
  return fields.map((field) => {
    const path = pathSteps(field.path);
    const names = path.map((step, index): PathStep | undefined => {
      if (typeof step !== "number") return undefined;
      const isGone = index === path.length - 1 && field.before !== undefined && field.after === undefined;
      const list = at(after, ...path.slice(0, index));
      return isGone ? namesOfElements([field.before ?? null])?.[0] : namesOfElements(listAt(list))?.[step];
    });
    return {
      path,
      names,
      before: withoutDigest(field.before),
      after: withoutDigest(field.after),
      isUnsent: field.noLongerSent,
    };
  });
}

/** What the plan has as a digest cannot be read. */
function withoutDigest(value: Value | undefined): Value | undefined {
  return isDigest(value) ? new Opaque("long") : value;
}
