import { acceptedFields } from "../api/resource";
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
      const from = isArrival(change) ? left.get(keyOfChange(change)) : undefined;
      if (from === undefined) return change;
      moved.add(from.change);
      return arrival(change, from.change, from.stack);
    }),
  }));
  return arrived.map((stack) => ({ ...stack, changes: stack.changes.filter((change) => !moved.has(change)) }));
}

function isArrival({ action, calls, name }: PlannedChange): boolean {
  const isMade = action === "create" || (action === "retry" && calls.includes("create"));
  return name !== null && (isMade || action === "adopt");
}

function arrival(change: PlannedChange, last: PlannedChange, movedFrom: string): PlannedChange {
  const { entity, after, calls } = change;
  const before = withDeclared(last.before, entity);
  const known = { ...change, before, movedFrom };
  // such a create is refused, or sends all of it
  if (calls.includes("create")) return known;
  const fields = differencesOf(before, after, acceptedFields(entity.resource.fields));
  return { ...known, action: "adopt", former: "sent", fields: markedUnsent(fields) };
}

function keyOfChange({ entity, name }: PlannedChange): string {
  return JSON.stringify([serviceKey(serviceOfEntity(entity)), entity.resource.kind, name]);
}
