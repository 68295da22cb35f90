import type { Declared } from "./declared";
import { allFields, type Held, type Plan } from "./plan-model";
import type { Caller, Ended, ProjectModel } from "./project-model";

/** The apply that is under way. */
export interface Apply {
  /** Tells it from others. */
  readonly id: symbol;
  readonly project: ProjectModel;
  readonly caller: Caller;
}

/** Does with an entity what is planned, and changes what the state has of it. */
export function apply(held: Held, declared: Declared, plan: Plan, now: Apply): Ended {
  if (plan.record === undefined) return nothing;
  return declared.isRepeated ? applyRepeated(held, declared, plan, now) : applyRecord(held, declared, plan, now);
}

function applyRepeated(held: Held, declared: Declared, plan: Plan, { id, project, caller }: Apply): Ended {
  const { place } = declared;
  if (plan.home !== "keep") held.home = { place, isTainted: false };
  if (plan.record === "keep") return nothing;
  const isUnsent = declared.adopt && declared.ignoreChanges;
  if (isUnsent) project.takeOver(declared.id);
  const ended = isUnsent ? nothing : project.repeat(declared, caller);
  held.record = { id, place, fields: allFields(declared), isUnsent, isTainted: ended.reason !== undefined };
  return ended;
}

function applyRecord(held: Held, declared: Declared, plan: Plan, now: Apply): Ended {
  const made = plan.record === "keep" ? nothing : makeRecord(held, declared, plan, now);
  const { record, revision } = held;
  if (made.reason !== undefined || plan.revision === undefined || record === undefined) return made;
  const { adopt, ignoreChanges, isComplete, changeable } = declared;
  if (!isComplete && !(adopt && ignoreChanges)) {
    const { madeWith } = plan.revision === "keep" && revision ? revision : makeFrozen(held, declared, record.id, now);
    const isKnown = ignoreChanges || madeWith === undefined || madeWith === record.created;
    return isKnown ? made : { ...made, reason: "lost" };
  }
  if (plan.revision === "keep") {
    // a create has sent what the revision that stays does not hold
    if (revision && plan.record !== "keep") held.revision = { ...revision, isUnsent: true };
    return made;
  }
  // what the create has sent needs no update
  const isUnsent = ignoreChanges && (adopt || (made.isAdopted ?? false));
  const isSent = record.created === now.id || (adopt && ignoreChanges);
  const ended = isSent ? nothing : now.project.update(declared, now.caller);
  held.revision = { of: record.id, fields: changeable, isUnsent, isTainted: ended.reason !== undefined };
  return { calls: [...made.calls, ...ended.calls], reason: ended.reason };
}

function makeRecord(held: Held, declared: Declared, plan: Plan, { id, project, caller }: Apply): Ended {
  const { place, fixed, adopt } = declared;
  // Terraform destroys first what depends on it
  if (plan.revision === "replace") delete held.revision;
  if (adopt) project.takeOver(declared.id);
  const ended = adopt ? { ...nothing, isAdopted: true } : project.create(declared, caller);
  const { reason, isAdopted } = ended;
  const created = adopt ? undefined : id;
  held.record = { id, place, created, fields: fixed, isTainted: reason !== undefined, isAdopted };
  return ended;
}

/** A revision that sends nothing: its entity lacks what an update needs. */
function makeFrozen(held: Held, { changeable }: Declared, of: symbol, { id }: Apply) {
  const revision = { of, madeWith: id, fields: changeable, isTainted: false };
  held.revision = revision;
  return revision;
}

const nothing: Ended = { calls: [] };
