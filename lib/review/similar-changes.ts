import type { FieldChange } from "../plan/differences";
import { type Group, groupedAlike } from "../value/grouped";
import { isSame } from "../value/value";
import type { Change } from "./model";

/**
 * Changes in groups that a reader decides on at once: of one kind and action, with the same values in the same fields, and
 * with the same risks. Of what a plan hides, nobody knows whether it is the same.
 *
 * @returns groups of one change or more, in the order of their first ones
 */
export function similarChanges(changes: readonly Change[]): Group<Change>[] {
  return groupedAlike(changes, outlineOf, (first, other) => haveSameValues(first.fields, other.fields));
}

/** All that has to be the same but for values. */
function outlineOf(change: Change): string {
  const { action, kind, construct, cause, forUsers, fields, risks, calls, service, whole } = change;
  const { status } = whole.after;
  return JSON.stringify([
    [action, kind, construct === undefined, cause, forUsers?.step, service?.baseUrl, service?.apiKeyVariable],
    // readers see it beside the name
    typeof status === "string" ? status : undefined,
    calls.map(({ method, ifExists }) => [method, ifExists]),
    // by the names, too: the same place may be another group's
    fields.map(({ path, names, isUnsent }) => [path, names, isUnsent]),
    risks.map(({ name, what, text, acknowledged, accepted }) => [name, what ?? text, acknowledged, accepted]),
  ]);
}

function haveSameValues(some: readonly FieldChange[], others: readonly FieldChange[]): boolean {
  return some.every(
    ({ before, after }, index) => isSame(before, others[index]?.before) && isSame(after, others[index]?.after),
  );
}
