import { groupsWithoutId } from "../entity/group-ids";
import { isByContent, stepFor } from "../entity/steps";
import { differencesOf, requestValues } from "../plan/entity-fields";
import { failedChecks, resourceKey } from "../plan/plan";
import { isMade } from "../plan/planned-action";
import { isGone, knownName, type PlannedChange } from "../plan/planned-change";
import type { PlannedEntity, PlannedStack } from "../plan/planned-entity";
import { countOfOthers, isChanged, leftOut } from "../plan/planned-entity";
import { nameOf, type Request, requestTitle } from "../protocol/request-file";
import { differencesFromRecord } from "../records/comparison";
import { unreadText } from "../records/service-records";
import { undeclaredAudience, undeclaredNote } from "../records/undeclared-run";
import { labelOf } from "../text/names";
import { counted, inBrief, inWords } from "../text/words";
import { at, holdsOpaque, isHidden, isTooLong, type Value } from "../value/value";
import { type ComparedChange, type FreshRecords, sendsUpdate } from "./compare";
import type { Change } from "./model";
import { isActive, transitionOfChange } from "./transition";

interface NoteSource extends PlannedStack {
  readonly changes: readonly ComparedChange[];
  /** The changes with their risks. */
  readonly reviewed: readonly Change[];
  readonly fresh: FreshRecords;
}

/** What is worth knowing about a stack's plan, and no risk of one change. */
export function planNotes(source: NoteSource): string[] {
  const { changes, plan } = source;
  const others = countOfOthers(source);
  return [
    ...changeNotes.flatMap(({ isOn, text }) => noteOn(changes.filter(isOn).map(changeSubject), text)),
    ...lookedFor(source),
    ...leftAlone(source),
    ...idleAcknowledgements(source),
    ...withoutCall(source),
    ...notLookedAt(source),
    ...failedChecks(plan).map(({ name, messages }) => `the plan's check ${name} failed: ${inWords(messages)}`),
    ...noteOn(
      others === 0 ? [] : [counted(others, "other resource")],
      (them) => `the plan also changes ${them}, which this review does not show: see terraform show`,
    ),
    ...recordNotes(source),
  ];
}

/** Notes, each on all changes of which something is true. */
const changeNotes: readonly {
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
function lookedFor({ changes }: NoteSource): string[] {
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

/** Whose changes the code ignores, and what it declares of them that no deploy sends. */
function leftAlone({ entities }: NoteSource): string[] {
  const alone = entities.flatMap(({ request, ...entity }) => (request?.ignoreChanges ? [{ ...entity, request }] : []));
  const unsent = alone.flatMap((entity) => {
    const fields = unsentFields(entity);
    return fields.length === 0 ? [] : [`${inWords(fields)} of ${requestSubject(entity.request)}`];
  });
  const since = noteOn(unsent, (fields) => `; declared otherwise since, and not sent: ${fields}`);
  return noteOn(
    alone.map(({ request }) => requestSubject(request)),
    (them) => `changes ignored once created (ignoreChanges): ${them}${since.join("")}`,
  );
}

/** The declared fields that differ from those that the state has. Of a secret and a long text, nothing tells. */
function unsentFields({ actions, before, request }: PlannedEntity & { readonly request: Request }): string[] {
  if (Object.values(actions).some(isMade)) return [];
  const declared = requestValues(request);
  const isShown = (value: Value | undefined) => !holdsOpaque(value, isHidden) && !isTooLong(value);
  return Object.keys({ ...before, ...declared }).filter(
    (name) =>
      isShown(at(before, name)) && isShown(at(declared, name)) && differencesOf(before, declared, [name]).length > 0,
  );
}

/** What constructs acknowledge, though neither synth nor this plan has anything of it: it would let a later change pass. */
function idleAcknowledgements(source: NoteSource): string[] {
  const { entities, reviewed } = source;
  // a part of a plan does not tell what the rest has
  const looked = leftOut(source) !== undefined ? [] : entities.filter((entity) => !isGone(entity));
  return looked.flatMap(({ request }) => {
    const acknowledged = request?.withoutWarning ?? [];
    if (request === undefined || acknowledged.length === 0) return [];
    const risks = reviewed.flatMap((change) => (change.construct === request.construct ? change.risks : []));
    const idle = acknowledged.filter((name) => !risks.some((risk) => risk.name === name));
    if (idle.length === 0) return [];
    const them = idle.length === 1 ? "it" : "them";
    const nothing = `there is nothing of ${them} in this plan: remove ${them}`;
    return [`${requestTitle(request)} acknowledges ${inWords(idle)}, and ${nothing}`];
  });
}

/** Entities whose resources the plan makes or destroys, and that no change tells of. */
function withoutCall({ entities, changes }: NoteSource): string[] {
  const changed = new Set(changes.map(({ entity }) => resourceKey(entity)));
  const silent = entities.filter((entity) => {
    const { record, revision, keeper } = entity;
    const isPlanned = [record, revision, keeper].some((each) => each !== undefined && isChanged(each));
    // what leaves is a change of its own, or what another one begins with
    return isPlanned && !changed.has(resourceKey(entity)) && (entity.isDryRun || !isGone(entity));
  });
  return noteOn(
    silent.map((entity) => {
      const name = knownName(entity, entity.request === undefined ? entity.before : entity.after);
      return changeSubject({ entity, name });
    }),
    (them) => `the plan changes resources of ${them} without a call: nothing changes in the service`,
  );
}

/** What the plan leaves out, so that nothing is said of it here. */
function notLookedAt(source: NoteSource): string[] {
  const left = leftOut(source);
  if (left === undefined) return [];
  const note = noteOn(
    left.requests.map(requestSubject),
    (them) => `this plan leaves out what Terraform was not asked for (${left.option}): ${them}`,
  );
  return note.length > 0 ? note : ["this plan is partial: Terraform was told to leave out resources"];
}

/** What exported records show of a stack beside its changes, and what they do not show of these. */
function recordNotes({ entities, changes, fresh }: NoteSource): string[] {
  if (fresh.given === undefined) return [];
  const changed = new Set(changes.map(({ entity }) => resourceKey(entity)));
  const different = entities.flatMap(({ kind, request, isDryRun, ...entity }) => {
    if (changed.has(resourceKey(entity)) || request === undefined || isDryRun || request.ignoreChanges) return [];
    const record = fresh.of(kind, requestValues(request));
    const isSame = record === undefined || differencesFromRecord(kind, request.fields, record).length === 0;
    return isSame ? [] : [requestSubject(request)];
  });
  const existing = changes.filter((change) => change.record !== undefined && isRefusedWhereItExists(change));
  const missing = changes.filter(
    // what is created has none
    (change) => sendsUpdate(change) && !change.calls.includes("create") && change.record === undefined,
  );
  const [differ, have] = [different.length === 1 ? "differs" : "differ", missing.length === 1 ? "it" : "them"];
  return [
    ...noteOn(
      existing.map(changeSubject),
      (them) =>
        `the service has ${them} already: the deploy refuses to overwrite what it has not made; adopt: true adopts it`,
    ),
    ...noteOn(
      different,
      (them) => `in the service, ${them} ${differ} from what is declared, and this plan leaves that so: see drift`,
    ),
    ...noteOn(
      missing.map(changeSubject),
      (them) => `no exported record was given of ${them}: what the service has of ${have} now is unknown`,
    ),
    ...changes.filter(sendsUpdate).flatMap((change) => {
      const { kind } = change.entity;
      const fields = undeclaredAudience(kind, fresh.of(kind, change.after) ?? {});
      return fields.length === 0 ? [] : [undeclaredNote(changeSubject(change), fields)];
    }),
    ...noteOn(fresh.given.unread.map(unreadText), (them) => `not read of the records: ${them}`),
  ];
}

/** Whether a change creates what the service takes only once. Of what moves, a risk tells. */
function isRefusedWhereItExists({ entity: { request }, calls, movedFrom }: PlannedChange): boolean {
  if (request === undefined || !calls.includes("create") || movedFrom !== undefined) return false;
  return stepFor(request, "create")?.ifExists === undefined;
}

/** "experiment one_page_checkout": a change as a sentence has it. */
function changeSubject({ entity, name }: Pick<PlannedChange, "entity" | "name">): string {
  const { request, kind } = entity;
  return `${labelOf(kind.name)} ${name ?? `(${request?.construct ?? "known to Terraform only"})`}`;
}

/** The same of an entity that is declared. */
function requestSubject(request: Request): string {
  return `${labelOf(request.kind)} ${nameOf(request) ?? `(${request.construct})`}`;
}

/** One note on all of these, or none. */
function noteOn(subjects: readonly string[], textOf: (them: string) => string): string[] {
  return subjects.length === 0 ? [] : [textOf(inBrief(subjects))];
}
