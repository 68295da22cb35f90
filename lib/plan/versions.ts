import { acceptedFields } from "../api/resource";
import { isByContent } from "../entity/step";
import { differencesOf } from "./differences";
import { withDeclared } from "./entity-fields";
import type { PlannedChange } from "./planned-change";

/** Takes a former version of a prompt for what the new one is compared with, instead of for one that has left. */
export function withVersions(changes: readonly PlannedChange[]): PlannedChange[] {
  const former = changes.filter(hasLeftByContent);
  if (former.length === 0) return [...changes];
  const taken = new Set<PlannedChange>();
  const versions = changes.map((change) => {
    const { request } = change.entity;
    if (change.action !== "create" || request === undefined || !isByContent(request)) return change;
    const candidates = former
      .filter((each) => !taken.has(each) && each.before.promptID === change.after.promptID)
      .map((each) => {
        const before = withDeclared(each.before, change.entity);
        return { each, fields: differencesOf(before, change.after, acceptedFields(each.entity.resource.fields)) };
      })
      .sort((a, b) => a.fields.length - b.fields.length);
    const [closest] = candidates;
    if (closest === undefined) return change;
    taken.add(closest.each);
    return { ...change, action: "version" as const, before: closest.each.before, fields: closest.fields };
  });
  return versions.filter((change) => !taken.has(change));
}

/** Whether a version of a prompt has left whose id came from its content. */
function hasLeftByContent({ action, before: { id } }: PlannedChange): boolean {
  return action === "forget" && typeof id === "string" && /^v-[0-9a-f]{12}$/.test(id);
}
