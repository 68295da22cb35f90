import { knownBefore, type PlannedChange } from "../plan/planned-change";
import { at, type Fields, Opaque, worded } from "../value/value";
import type { Transition } from "./model";
import type { BeforeAfter } from "./risks/as-meant";

/** The field that names the group whose values all users get. */
export const LAUNCHED = "launchedGroupID";

/** The status of an experiment; undefined where it is not known. */
export function statusOf(fields: Fields | undefined): string | undefined {
  const status = worded(at(fields, "status") ?? null);
  return typeof status === "string" ? status : undefined;
}

function isIn(...statuses: readonly string[]): (fields: Fields | undefined) => boolean {
  return (fields) => statuses.includes(statusOf(fields) ?? "");
}

export const isActive = isIn("active");
/** Whether users are in an experiment: they keep their groups after the assignment has stopped. */
export const hasUsers = isIn("active", "assignment_stopped");
export const isDecided = isIn("decision_made");
/** Whether an experiment has been stopped, or decided. */
export const isEnded = isIn("decision_made", "experiment_stopped", "assignment_stopped");
export const isClosed = isIn("archived", "abandoned");

/** Whether an experiment is in set-up: so is one without a status, and not one whose status a plan hides. */
export function isInSetUp(fields: Fields): boolean {
  return (at(fields, "status") ?? "setup") === "setup";
}

export function isStatusHidden(fields: Fields | undefined): boolean {
  return at(fields, "status") instanceof Opaque;
}

/** Whether an experiment is active with these fields, or may be. */
export function mayRun(fields: Fields | undefined): boolean {
  return isActive(fields) || isStatusHidden(fields);
}

/** Whether a group is named whose values users get. */
export function hasLaunched(fields: Fields | undefined): boolean {
  return (at(fields, LAUNCHED) ?? null) !== null;
}

/** Whether the users of an experiment have what was decided. */
export function isAfterDecision(fields: Fields | undefined): boolean {
  return isDecided(fields) || (isClosed(fields) && hasLaunched(fields));
}

/** How a step moves users. */
export function transitionOf({ before, after }: BeforeAfter): Transition | undefined {
  const to = statusOf(after);
  const from = before === undefined ? "none" : statusOf(before);
  if (from === undefined || to === undefined || from === to) return undefined;
  if (isActive(after)) return "starts";
  if (isDecided(after)) return "decides";
  if (from !== "none" && isClosed(after)) return "archives";
  return from === "active" ? "stops" : undefined;
}

/** How a change moves users; undefined where it moves none, or nobody knows. */
export function transitionOfChange(change: PlannedChange): Transition | undefined {
  const { action, entity, former, after } = change;
  const before = knownBefore(change);
  const isStep = entity.kind.role === "experiment" && action !== "forget" && action !== "dry-run";
  const isKnown = before === undefined || former !== "unknown";
  return isStep && isKnown ? transitionOf({ before, after }) : undefined;
}
