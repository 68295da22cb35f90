import { stepFor } from "../entity/steps";
import { requestValues } from "../plan/entity-fields";
import { failedChecks, isChanged, resourceKey } from "../plan/plan";
import { isMade } from "../plan/planned-action";
import { isGone, knownName } from "../plan/planned-change";
import type { PlannedEntity, PlannedStack } from "../plan/planned-entity";
import { countOfOthers, leftOut } from "../plan/planned-entity";
import { nameOf, type Request, requestTitle } from "../protocol/request-file";
import { differencesFromRecord } from "../records/comparison";
import { unreadText } from "../records/service-records";
import { undeclaredAudience, undeclaredNote } from "../records/undeclared-run";
import { labelOf } from "../text/names";
import { counted, inWords } from "../text/words";
import { groupedBy } from "../value/grouped";
import { at, holdsOpaque, isHidden, isSame, isTooLong } from "../value/value";
import { changeNotes, changeSubject, noteOn } from "./change-notes";
import { type ComparedChange, type FreshRecords, sendsUpdate } from "./compare";
import type { Change } from "./model";

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
    ...changeNotes(changes),
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
  return Object.keys({ ...before, ...declared }).filter((name) => {
    const [last, next] = [at(before, name), at(declared, name)];
    return !isSame(last, next) && [last, next].every((value) => !holdsOpaque(value, isHidden) && !isTooLong(value));
  });
}

/** What constructs acknowledge, though neither synth nor this plan has anything of it: it would let a later change pass. */
function idleAcknowledgements(source: NoteSource): string[] {
  const { entities, reviewed } = source;
  // a part of a plan does not tell what the rest has
  const looked = leftOut(source) !== undefined ? [] : entities.filter((entity) => !isGone(entity));
  const byConstruct = groupedBy(reviewed, ({ construct }) => construct);
  return looked.flatMap(({ request }) => {
    const risks = (byConstruct.get(request?.construct) ?? []).flatMap((change) => change.risks);
    const idle = (request?.withoutWarning ?? []).filter((name) => !risks.some((risk) => risk.name === name));
    if (request === undefined || idle.length === 0) return [];
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
  const existing = changes.filter(({ record, entity, calls, movedFrom }) => {
    const create = entity.request && calls.includes("create") ? stepFor(entity.request, "create") : undefined;
    // of what moves, a risk tells
    return record !== undefined && movedFrom === undefined && create !== undefined && create.ifExists === undefined;
  });
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

/** An entity that is declared, as a sentence has it. */
function requestSubject(request: Request): string {
  return `${labelOf(request.kind)} ${nameOf(request) ?? `(${request.construct})`}`;
}
