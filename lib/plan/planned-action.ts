import { isByContent, stepFor } from "../entity/step";
import type { Request } from "../protocol/request-file";
import type { PlannedResource } from "./plan";
import type { PlannedEntity } from "./planned-entity";

/** What a deploy does about an entity. */
export type ChangeAction = "create" | "update" | "adopt" | "version" | "retry" | "reapply" | "dry-run" | "forget";

/** What a plan does with one resource: nothing, or it is made for the first time, made again, made after a failure, or gone. */
type Doing = "nothing" | "new" | "again" | "tainted" | "gone";

/** What a plan does with the two resources of an entity; nothing with the second where the kind has no update. */
export interface Doings {
  readonly record: Doing;
  readonly revision: Doing;
}

export function doingsOf({ record, revision }: PlannedEntity): Doings {
  return { record: doingOf(record), revision: doingOf(revision) };
}

function doingOf(planned: PlannedResource | undefined): Doing {
  if (planned === undefined) return "nothing";
  const { change, action_reason } = planned;
  if (change.after === null) return "gone";
  if (!change.actions.includes("create")) return "nothing";
  if (action_reason === "replace_because_tainted") return "tainted";
  return change.before === null ? "new" : "again";
}

const MADE: readonly Doing[] = ["new", "again", "tainted"];

/** Whether a resource is made, so that its provisioner makes a call. */
export function isMade(doing: Doing): boolean {
  return MADE.includes(doing);
}

/** What is known of an entity before a change: that it is not there, what was sent last, or nothing. */
export type Former = "none" | "sent" | "unknown";

/** An action, and what is known before. */
type PlannedAction = readonly [action: ChangeAction, former: Former];

/** A row fits where all of its conditions do. */
interface Row {
  readonly record?: readonly Doing[];
  readonly revision?: readonly Doing[];
  readonly besides?: "isTriedOut" | "isAdopted" | "hasCreate" | "mayOverwrite" | "isByContent" | "isSame";
  /** Missing where it means nothing. */
  readonly is?: PlannedAction;
}

/** What a plan does about a declared entity of which nothing is gone, and what is known of it before: the first row that fits. */
const actionTable: readonly Row[] = [
  { record: MADE, besides: "isTriedOut", is: ["dry-run", "none"] },
  { record: ["nothing"], besides: "isTriedOut" },
  { record: ["new"], besides: "isAdopted", is: ["adopt", "unknown"] },
  // a record that is adopted makes no call that could fail: it was the create of an earlier code that did
  { record: ["tainted"], revision: ["nothing", "new"], besides: "isAdopted", is: ["adopt", "unknown"] },
  // its create may have arrived, also where the state says that it failed: the deploy continues with the update then
  { record: ["tainted"], besides: "mayOverwrite", is: ["retry", "unknown"] },
  // nothing overwrites it, whether it is there or not
  { record: ["tainted"], besides: "hasCreate", is: ["retry", "none"] },
  { record: ["tainted"], is: ["retry", "unknown"] },
  { record: ["nothing"], revision: ["tainted"], is: ["retry", "unknown"] },
  { record: ["new"], is: ["create", "none"] },
  { record: ["nothing"], revision: ["nothing"] },
  // an earlier deploy may have ended between the two
  { record: ["nothing"], revision: ["new"], besides: "isSame", is: ["reapply", "unknown"] },
  { record: ["nothing"], revision: ["new"], is: ["update", "unknown"] },
  { besides: "isSame", is: ["reapply", "sent"] },
  { record: ["again"], besides: "isByContent", is: ["version", "none"] },
  { record: ["again"], besides: "mayOverwrite", is: ["create", "unknown"] },
  { record: ["again"], besides: "hasCreate", is: ["create", "none"] },
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
export function plannedAction(doings: Doings, request: Request, isSame: boolean): PlannedAction | undefined {
  const facts = {
    isTriedOut: stepFor(request, "dry-run") !== undefined,
    isAdopted: request.steps.every(({ action }) => action === "update"),
    hasCreate: stepFor(request, "create") !== undefined,
    mayOverwrite: hasCreateAndUpdate(request),
    isByContent: isByContent(request),
    isSame,
  };
  const isRow = ({ record, revision, besides }: Row) =>
    (record?.includes(doings.record) ?? true) &&
    (revision?.includes(doings.revision) ?? true) &&
    (besides === undefined || facts[besides]);
  return actionTable.find(isRow)?.is;
}
