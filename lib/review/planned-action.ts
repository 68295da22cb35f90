import { isByContent, stepFor } from "../entity/step";
import type { Request } from "../protocol/request-file";
import type { ChangeAction } from "./model";
import type { PlannedResource } from "./plan";

/** What a plan does with one resource: nothing, or it is made for the first time, made again, made after a failure, or gone. */
export type Doing = "nothing" | "new" | "again" | "tainted" | "gone";

/** What a plan does with a resource; nothing where it does not have it. */
export function doingOf(planned: PlannedResource | undefined): Doing {
  if (planned === undefined) return "nothing";
  const { change, action_reason } = planned;
  if (change.after === null) return "gone";
  if (!change.actions.includes("create")) return "nothing";
  if (action_reason === "replace_because_tainted") return "tainted";
  return change.before === null ? "new" : "again";
}

/** What a plan does with the two resources of an entity; the second is missing where the kind has no update. */
export interface Doings {
  readonly record: Doing;
  readonly revision: Doing;
}

/** Whether a resource is made, so that its provisioner makes a call. */
export function isMade(doing: Doing): boolean {
  return doing === "new" || doing === "again" || doing === "tainted";
}

/**
 * What a plan does about a declared entity, by the first row that fits; undefined where it does nothing.
 *
 * | record | revision | besides | action |
 * |---|---|---|---|
 * | made | | it is only tried out | `dry-run` |
 * | new | | it is adopted | `adopt` |
 * | tainted | | | `retry` |
 * | not made | tainted | | `retry` |
 * | new | | | `create` |
 * | not made | not made | | none |
 * | | | no field differs | `reapply` |
 * | again | | its identity is its content | `version` |
 * | again | | it has a create | `create` |
 * | | | | `update` |
 */
export function plannedAction(
  { record, revision }: Doings,
  request: Request,
  isDifferent: () => boolean,
): ChangeAction | undefined {
  const has = (action: "create" | "dryRun") => stepFor(request, action) !== undefined;
  if (has("dryRun")) return isMade(record) ? "dry-run" : undefined;
  if (record === "new" && isAdopted(request)) return "adopt";
  if (record === "tainted" || (!isMade(record) && revision === "tainted")) return "retry";
  if (record === "new") return "create";
  if (!isMade(record) && !isMade(revision)) return undefined;
  if (!isDifferent()) return "reapply";
  if (record === "again" && isByContent(request)) return "version";
  return record === "again" && has("create") ? "create" : "update";
}

/** Whether an entity exists already: no step makes it. */
function isAdopted({ steps }: Request): boolean {
  return steps.every(({ action }) => action === "update");
}
