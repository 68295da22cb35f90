import { isNew, type PlannedChange } from "../plan/planned-change";
import { at, type Fields, isFields, isList, isSame, listAt, Opaque, type Value } from "../value/value";
import type { Audience, Decision, GroupEffect, GroupShare, Transition, UserEffect, UserStep } from "./model";
import { meantGroupsDiff } from "./risks/as-meant";
import { isActive, isAfterDecision, isClosed, isEnded, LAUNCHED, statusOf } from "./transition";

/**
 * What a change does to the users of an experiment; undefined where nothing changes for them.
 *
 * @param transition how its status moves users, as far as that is known
 * @param effect undefined for what is no experiment, and for a dry run
 */
export function userStepOf(
  { action, calls, former, before, after }: PlannedChange,
  transition: Transition | undefined,
  effect: UserEffect | undefined,
): UserStep | undefined {
  if (effect === undefined) return undefined;
  if (action === "forget") return isActive(before) ? "leaves" : undefined;
  if (transition === "starts" && (isEnded(before) || isClosed(before))) return "starts again";
  if (transition !== undefined) return transition;
  if (former === "unknown") return calls.length > 0 && isActive(after) ? "overwrites" : undefined;
  if (hasUsers(before) && statusOf(after) !== undefined && !hasUsers(after)) return "stops";
  if (isActive(before) && isActive(after)) return isOtherForUsers(before, after, effect) ? "changes" : undefined;
  return isOtherDecision(before, after) ? "decides" : undefined;
}

/** Whether users are in an experiment: they keep their groups after the assignment has stopped. */
export function hasUsers(fields: Fields): boolean {
  return isActive(fields) || statusOf(fields) === "assignment_stopped";
}

/** Whether other users take part in what runs, or some of them get something else. */
function isOtherForUsers(before: Fields, after: Fields, { groups, ...effect }: UserEffect): boolean {
  const isHidden = effect.before.hiddenGroups !== undefined || effect.after.hiddenGroups !== undefined;
  return (
    ["allocation", "targetingGateID", LAUNCHED, ...(isHidden ? ["groups"] : [])].some((name) =>
      isMoved(before, after, name),
    ) || groups.some(({ isChanged }) => isChanged && !isHidden)
  );
}

/** After the decision: whether users get another group, or other values of the launched one. */
function isOtherDecision(before: Fields, after: Fields): boolean {
  if (!isAfterDecision(before) || !isAfterDecision(after)) return false;
  const valuesIn = (fields: Fields) => {
    const group = launchedGroup(before, fields);
    return group === undefined ? null : valuesOf(group);
  };
  return isMoved(before, after, LAUNCHED) || !isSame(valuesIn(before), valuesIn(after));
}

/** Whether a field may have another value; nothing and null are one. */
export function isMoved(before: Fields, after: Fields, name: string): boolean {
  return !isSame(at(before, name) ?? null, at(after, name) ?? null);
}

/** The group that is launched; that of before where no groups are declared. */
export function launchedGroup(before: Fields, after: Fields): Value | undefined {
  const launched = at(after, LAUNCHED);
  const groups = listAt(at(after, "groups") === undefined ? before : after, "groups");
  return typeof launched === "string" ? groups.find((group) => at(group, "id") === launched) : undefined;
}

/** What the users of an experiment get before a change and after it; undefined for what is none. */
export function effectOf(change: PlannedChange): UserEffect | undefined {
  const { action, entity, before } = change;
  if (entity.kind.role !== "experiment" || action === "dry-run") return undefined;
  // it stays in the service as it is
  const after = action === "forget" ? before : change.after;
  const decision = decisionOf(before, after);
  return {
    before: audienceOf(before, isNew(change) ? "nobody" : change.former === "unknown" ? "unknown" : statesOf(before)),
    after: audienceOf(after, statesOf(after)),
    groups: groupEffects(before, after),
    ...(decision !== undefined && { decision }),
  };
}

/** Who takes part in each state; one that is created without a status is in set-up. */
const audiences: Readonly<Record<string, Audience["are"]>> = {
  setup: "planned",
  active: "in",
  assignment_stopped: "kept",
};

function statesOf(fields: Fields): Audience["are"] {
  if (at(fields, "status") === undefined) return "planned";
  const status = statusOf(fields);
  return status === undefined ? "unknown" : (audiences[status] ?? "left to the service");
}

function audienceOf(fields: Fields, are: Audience["are"]): Audience {
  const [allocation, layer, gate] = ["allocation", "layerID", "targetingGateID"].map((name) => given(fields, name));
  const groups = at(fields, "groups");
  return {
    are,
    ...(allocation !== undefined && { allocation }),
    ...(layer !== undefined && { layer }),
    ...(gate !== undefined && { gate }),
    ...(groups instanceof Opaque && { hiddenGroups: groups }),
  };
}

/** A field, if it holds anything. */
function given(fields: Fields, name: string): Value | undefined {
  const value = at(fields, name);
  return value === null || value === "" ? undefined : value;
}

/** All groups, with what they were; of those that are alike, that is what they are. */
function groupEffects(before: Fields, after: Fields): GroupEffect[] {
  const [former, present] = [at(before, "groups"), at(after, "groups")];
  if (!isList(present))
    return listAt(former).map((group, index) => groupEffect(index, before, after, group, undefined));
  if (!isList(former)) return present.map((group, index) => groupEffect(index, before, after, undefined, group));
  const differing = isSame(former, present) ? [] : (meantGroupsDiff(former, present)?.inside ?? []);
  const counterparts = new Map(
    differing.filter(({ after }) => after !== undefined).map((each) => [each.path.at(-1), each]),
  );
  const removed = differing.filter((each) => each.after === undefined);
  return [
    ...present.map((group, index) => {
      const found = counterparts.get(index);
      return groupEffect(index, before, after, found === undefined ? group : found.before, group);
    }),
    ...removed.map(({ path, before: group }) => groupEffect(Number(path.at(-1)), before, after, group, undefined)),
  ];
}

function groupEffect(
  index: number,
  before: Fields,
  after: Fields,
  former: Value | undefined,
  present: Value | undefined,
): GroupEffect {
  const [last, next] = [shareOf(former, before), shareOf(present, after)];
  return {
    label: String([next?.id, last?.id, next?.name, last?.name].find((each) => typeof each === "string") ?? index + 1),
    ...(last !== undefined && { before: last }),
    ...(next !== undefined && { after: next }),
    isChanged:
      last === undefined ||
      next === undefined ||
      last.isOff !== next.isOff ||
      !isSame(last.size, next.size) ||
      !isSame(last.values, next.values),
  };
}

/** @param fields of the experiment, which name the control group and the launched one */
function shareOf(group: Value | undefined, fields: Fields): GroupShare | undefined {
  if (group === undefined) return undefined;
  const [id, name, size] = ["id", "name", "size"].map((key) => partOf(group, key));
  const isNamedBy = (field: string) => typeof id === "string" && at(fields, field) === id;
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(size !== undefined && { size }),
    isOff: at(group, "disabled") === true,
    isControl: isNamedBy("controlGroupID"),
    isLaunched: isNamedBy(LAUNCHED),
    values: valuesOf(group),
  };
}

/** Of what is hidden as a whole, each part is. */
function partOf(value: Value, name: string): Value | undefined {
  return value instanceof Opaque ? value : at(value, name);
}

/** What the users of a group receive, as far as it is shown. */
function valuesOf(group: Value): Fields | Opaque {
  const values = partOf(group, "parameterValues");
  return values instanceof Opaque || isFields(values) ? values : {};
}

function decisionOf(before: Fields, after: Fields): Decision | undefined {
  if (!isAfterDecision(after)) return undefined;
  const [launched, former, reason] = [
    given(after, LAUNCHED),
    isAfterDecision(before) ? given(before, LAUNCHED) : undefined,
    given(after, "decisionReason"),
  ];
  const group = shareOf(launchedGroup(before, after), after);
  return {
    ...(launched !== undefined && { launched }),
    ...(former !== undefined && !isSame(former, launched) && { insteadOf: former }),
    ...(group !== undefined && { group }),
    ...(reason !== undefined && { reason }),
  };
}
