import { isByContent, stepFor } from "../entity/steps";
import type { Request } from "../protocol/request-file";
import type { EntityResources } from "./entity-fields";
import type { PlannedResource } from "./plan";

/** What a deploy does about an entity. */
export const changeActions = ["create", "update", "adopt", "version", "retry", "reapply", "dry-run", "forget"] as const;

export type ChangeAction = (typeof changeActions)[number];

/** What a plan does with one resource; a tainted one is replaced because its provisioner failed. */
type ResourceAction = "no-op" | "create" | "replace" | "replace-tainted" | "delete";

/** What a plan does with the two resources of an entity; a kind without an update has no revision. */
export interface ResourceActions {
  readonly record: ResourceAction;
  readonly revision: ResourceAction;
}

export function resourceActionsOf({ record, revision }: Pick<EntityResources, "record" | "revision">): ResourceActions {
  return { record: resourceActionOf(record), revision: resourceActionOf(revision) };
}

function resourceActionOf(planned: PlannedResource | undefined): ResourceAction {
  if (planned === undefined) return "no-op";
  const { change, action_reason } = planned;
  if (change.after === null) return "delete";
  if (!change.actions.includes("create")) return "no-op";
  if (action_reason === "replace_because_tainted") return "replace-tainted";
  return change.before === null ? "create" : "replace";
}

const MADE: readonly ResourceAction[] = ["create", "replace", "replace-tainted"];

/** Whether a resource is made, so that its provisioner makes a call. */
export function isMade(action: ResourceAction): boolean {
  return MADE.includes(action);
}

/** What is known of an entity before a change: that it is not there, what was sent last, or nothing. */
export type Former = "none" | "sent" | "unknown";

type PlannedAction = readonly [action: ChangeAction, former: Former];

/** A row fits where all of its conditions do. */
interface Row {
  readonly record?: readonly ResourceAction[];
  readonly revision?: readonly ResourceAction[];
  readonly besides?: "isTriedOut" | "isAdopted" | "hasCreate" | "mayOverwrite" | "isByContent" | "isSame";
  /** Missing where it means nothing. */
  readonly is?: PlannedAction;
}

/** What a plan does about a declared entity of which nothing is gone, and what is known of it before: the first row that fits. */
const actionTable: readonly Row[] = [
  { record: MADE, besides: "isTriedOut", is: ["dry-run", "none"] },
  { record: ["no-op"], besides: "isTriedOut" },
  { record: ["create"], besides: "isAdopted", is: ["adopt", "unknown"] },
  // a record that is adopted makes no call that could fail: it was the create of an earlier code that did
  { record: ["replace-tainted"], revision: ["no-op", "create"], besides: "isAdopted", is: ["adopt", "unknown"] },
  // its create may have arrived, also where the state says that it failed: the deploy continues with the update then
  { record: ["replace-tainted"], besides: "mayOverwrite", is: ["retry", "unknown"] },
  // nothing overwrites it, whether it is there or not
  { record: ["replace-tainted"], besides: "hasCreate", is: ["retry", "none"] },
  { record: ["replace-tainted"], is: ["retry", "unknown"] },
  { record: ["no-op"], revision: ["replace-tainted"], is: ["retry", "unknown"] },
  { record: ["create"], is: ["create", "none"] },
  { record: ["no-op"], revision: ["no-op"] },
  // an earlier deploy may have ended between the two
  { record: ["no-op"], revision: ["create"], besides: "isSame", is: ["reapply", "unknown"] },
  { record: ["no-op"], revision: ["create"], is: ["update", "unknown"] },
  { besides: "isSame", is: ["reapply", "sent"] },
  { record: ["replace"], besides: "isByContent", is: ["version", "none"] },
  { record: ["replace"], besides: "mayOverwrite", is: ["create", "unknown"] },
  { record: ["replace"], besides: "hasCreate", is: ["create", "none"] },
  { is: ["update", "sent"] },
];

/** Whether a create that finds the entity goes on to overwrite it. What is known by its content is as declared. */
export function hasCreateAndUpdate(request: Request): boolean {
  return !isByContent(request) && (["create", "update"] as const).every((action) => stepFor(request, action));
}

/**
 * What a plan does about a declared entity; undefined where it does nothing.
 *
 * @param isSame whether no field differs
 */
export function plannedAction(planned: ResourceActions, request: Request, isSame: boolean): PlannedAction | undefined {
  const facts = {
    isTriedOut: stepFor(request, "dry-run") !== undefined,
    isAdopted: request.steps.every(({ action }) => action === "update"),
    hasCreate: stepFor(request, "create") !== undefined,
    mayOverwrite: hasCreateAndUpdate(request),
    isByContent: isByContent(request),
    isSame,
  };
  const isRow = ({ record, revision, besides }: Row) =>
    (record?.includes(planned.record) ?? true) &&
    (revision?.includes(planned.revision) ?? true) &&
    (besides === undefined || facts[besides]);
  return actionTable.find(isRow)?.is;
}
