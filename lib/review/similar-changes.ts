import type { FieldChange } from "../plan/differences";
import { isSame } from "../value/value";
import type { Change } from "./model";

/**
 * Changes in groups that a reader decides on at once: of one kind and action, with the same values in the same fields, and
 * with the same risks. Of what a plan hides, nobody knows whether it is the same.
 *
 * @returns groups of one change or more, in the order of their first ones
 */
export function similarChanges(changes: readonly Change[]): (readonly Change[])[] {
  const groups: Change[][] = [];
  const byOutline = new Map<string, Change[][]>();
  for (const change of changes) {
    const outline = outlineOf(change);
    const candidates = byOutline.get(outline) ?? [];
    byOutline.set(outline, candidates);
    const found = candidates.find(([first]) => first !== undefined && haveSameValues(first.fields, change.fields));
    if (found !== undefined) {
      found.push(change);
      continue;
    }
    const group = [change];
    groups.push(group);
    candidates.push(group);
  }
  return groups;
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
    fields.map(({ path, isUnsent }) => [path, isUnsent]),
    risks.map(({ name, what, text, acknowledged, accepted }) => [name, what ?? text, acknowledged, accepted]),
  ]);
}

function haveSameValues(some: readonly FieldChange[], others: readonly FieldChange[]): boolean {
  return some.every(
    ({ before, after }, index) => isSame(before, others[index]?.before) && isSame(after, others[index]?.after),
  );
}
