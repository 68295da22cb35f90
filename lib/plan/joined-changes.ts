import { acceptedFields } from "../api/kind";
import { isByContent } from "../entity/step";
import { differencesOf, markedUnsent } from "./differences";
import { withDeclared } from "./entity-fields";
import { serviceKey, serviceOfEntity } from "./entity-service";
import type { PlannedChange } from "./planned-change";

/**
 * Makes one change of two where an entity leaves a stack, or a type of resource, and the plan of another one creates it or
 * takes it over: what it was there is what it was.
 */
export function withMoves<Stack extends { readonly name: string; readonly changes: readonly PlannedChange[] }>(
  stacks: readonly Stack[],
): Stack[] {
  const left = new Map<string, { readonly stack: string; readonly change: PlannedChange }>();
  for (const { name: stack, changes } of stacks) {
    for (const change of changes) {
      if (change.action === "forget" && change.name !== null) left.set(keyOfChange(change), { stack, change });
    }
  }
  if (left.size === 0) return [...stacks];
  const moved = new Set<PlannedChange>();
  const arrived = stacks.map((stack) => ({
    ...stack,
    changes: stack.changes.map((change) => {
      const from = mayComeFromElsewhere(change) ? left.get(keyOfChange(change)) : undefined;
      if (from === undefined) return change;
      moved.add(from.change);
      return movedChange(change, from.change, from.stack);
    }),
  }));
  return arrived.map((stack) => ({ ...stack, changes: stack.changes.filter((change) => !moved.has(change)) }));
}

function mayComeFromElsewhere({ action, calls, name }: PlannedChange): boolean {
  const isMade = action === "create" || (action === "retry" && calls.includes("create"));
  return name !== null && (isMade || action === "adopt");
}

function movedChange(change: PlannedChange, last: PlannedChange, movedFrom: string): PlannedChange {
  const { entity, after, calls } = change;
  const before = withDeclared(last.before, entity);
  const known = { ...change, before, movedFrom };
  // such a create is refused, or sends all of it
  if (calls.includes("create")) return known;
  const fields = differencesOf(before, after, acceptedFields(entity.kind.fields));
  return { ...known, action: "adopt", former: "sent", fields: markedUnsent(fields) };
}

function keyOfChange({ entity, name }: PlannedChange): string {
  return JSON.stringify([serviceKey(serviceOfEntity(entity)), entity.kind.name, name]);
}

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
        return { each, fields: differencesOf(before, change.after, acceptedFields(each.entity.kind.fields)) };
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
