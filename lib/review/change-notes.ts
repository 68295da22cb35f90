import { groupsWithoutId } from "../entity/group-ids";
import { isByContent, stepFor } from "../entity/steps";
import type { PlannedChange } from "../plan/planned-change";
import { labelOf } from "../text/names";
import { inBrief } from "../text/words";
import { at } from "../value/value";
import { type ComparedChange, sendsUpdate } from "./compare";
import { isActive, transitionOfChange } from "./transition";

/** What is worth knowing about changes, and no risk of one. */
export function changeNotes(changes: readonly ComparedChange[]): string[] {
  return [
    ...commonNotes.flatMap(({ isOn, text }) => noteOn(changes.filter(isOn).map(changeSubject), text)),
    ...lookedFor(changes),
  ];
}

/** Each is on all changes of which something is true. */
const commonNotes: readonly {
  readonly isOn: (change: ComparedChange) => boolean;
  readonly text: (them: string) => string;
}[] = [
  {
    // what a record shows is compared with that
    isOn: ({ action, record }) => action === "retry" && record === undefined,
    text: (them) =>
      `${them}: the last call failed or was cut off, so what the service has is unknown, and every field that is sent is listed`,
  },
  {
    isOn: (change) => mayDuplicate(change) && !hasFormerCreate(change),
    text: (them) =>
      `if the service already has ${them}, the create makes a second one, because the service may have no unique key for it; adopt: true adopts what is there`,
  },
  {
    // creates of what the state has as created already
    isOn: (change) => {
      const { entity, calls } = change;
      const isRefused = entity.request !== undefined && !isByContent(entity.request) && !mayDuplicate(change);
      return isRefused && calls.includes("create") && entity.actions.record === "replace";
    },
    text: (them) =>
      `-replace asks for another create of ${them}: what the service has already is refused, unless the deploy's journal proves that this stack created it; then the update sends all that is declared, where the kind has one`,
  },
  {
    // nothing keeps one call for both from an entity that somebody else has made
    isOn: ({ action, calls }) => action === "create" && calls.includes("upsert"),
    text: (them) =>
      `a first call creates the entity, or changes the one of that name, if the service has one already: ${them}`,
  },
  {
    isOn: (change) => transitionOfChange(change) === "starts" && groupsWithoutId(at(change.after, "groups")).length > 0,
    text: (them) =>
      `groups of ${them} have no ids when it starts: the service gives ids of its own, and what an update without ids does to them is not documented`,
  },
  {
    isOn: ({ fields, before, after }) =>
      isActive(before) &&
      isActive(after) &&
      fields.some(({ path, isReordered }) => isReordered && path.length === 1 && path[0] === "groups"),
    text: (them) =>
      `the groups of ${them} change their order while it runs: the API does not say whether that moves users`,
  },
  {
    isOn: (change) => {
      const { entity, after, action, former, record } = change;
      // of what was sent last, the change itself says what else it sends; of what a record shows, a risk does
      const isUnsure = record === undefined ? former === "unknown" : !record.showsStatus;
      // every update sends it: worth a word where nothing else is sent
      const isOnlyAgain = action === "reapply" || action === "retry";
      return entity.kind.role === "experiment" && isActive(after) && isUnsure && isOnlyAgain && sendsUpdate(change);
    },
    text: (them) =>
      `the update of ${them} sends the status active again, as every full update sends the status: what was stopped by hand starts again`,
  },
];

/** Whether a change makes a create that the service does not refuse when it has the entity already. */
function mayDuplicate({ entity, calls }: ComparedChange): boolean {
  return calls.includes("create") && entity.kind.mayDuplicate === true;
}

/** Whether an earlier deploy made the same create, or may have. */
function hasFormerCreate({ action, entity }: ComparedChange): boolean {
  return action === "retry" || entity.actions.record === "replace";
}

/** Such creates that may have happened already: the deploy decides by its journal, of which a plan knows nothing. */
function lookedFor(changes: readonly ComparedChange[]): string[] {
  return changes.flatMap((change) => {
    if (!mayDuplicate(change) || !hasFormerCreate(change)) return [];
    const { entity, action } = change;
    const canLook = entity.request !== undefined && stepFor(entity.request, "update") !== undefined;
    const how = canLook
      ? "the deploy looks first, by an update that carries the identity alone, and creates it only if the service has none"
      : "the deploy stops, as no update can look for it";
    const former =
      action === "retry" ? "the create that failed may have happened" : "-replace asks for its create again";
    return `${changeSubject(change)}: ${former}. Where the deploy's journal does not rule out that it is there, ${how}; without that journal, as on a fresh runner, the create may make a second one: look in the service, and set adopt: true if it is there`;
  });
}

/** "experiment one_page_checkout": a change as a sentence has it. */
export function changeSubject({ entity, name }: Pick<PlannedChange, "entity" | "name">): string {
  const { request, kind } = entity;
  return `${labelOf(kind.name)} ${name ?? `(${request?.construct ?? "known to Terraform only"})`}`;
}

/** One note on all of these, or none. */
export function noteOn(subjects: readonly string[], textOf: (them: string) => string): string[] {
  return subjects.length === 0 ? [] : [textOf(inBrief(subjects))];
}
