import { knownBefore, type PlannedChange } from "../plan/planned-change";
import { at, type Fields, isFields, isSame, listAt, Opaque, type Value } from "../value/value";
import type { Audience, Decision, GroupEffect, GroupShare, Transition, UserEffect, UserStep } from "./model";
import { meantDiff } from "./risks/as-meant";
import { hasUsers, isActive, isAfterDecision, isClosed, isEnded, isInSetUp, LAUNCHED, statusOf } from "./transition";

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

/** Whether other users take part in what runs, or some of them get something else. */
function isOtherForUsers(before: Fields, after: Fields, { groups }: UserEffect): boolean {
  const isHidden = [before, after].some((fields) => at(fields, "groups") instanceof Opaque);
  const fields = ["allocation", "targetingGateID", LAUNCHED, ...(isHidden ? ["groups"] : [])];
  return fields.some((name) => mayDiffer(before, after, name)) || (!isHidden && groups.some((each) => each.isChanged));
}

/** After the decision: whether users get another group, or other values of the launched one. */
function isOtherDecision(before: Fields, after: Fields): boolean {
  if (!isAfterDecision(before) || !isAfterDecision(after)) return false;
  const [last, next] = [before, after].map((fields) => shareOf(launchedGroup(before, fields), fields)?.values ?? null);
  return mayDiffer(before, after, LAUNCHED) || !isSame(last, next);
}

/** Whether a field may have another value; nothing and null are one. */
function mayDiffer(before: Fields, after: Fields, name: string): boolean {
  return !isSame(at(before, name) ?? null, at(after, name) ?? null);
}

/** The group that is launched; that of before where no groups are declared. */
function launchedGroup(before: Fields, after: Fields): Value | undefined {
  const launched = at(after, LAUNCHED);
  const groups = listAt(at(after, "groups") === undefined ? before : after, "groups");
  return typeof launched === "string" ? groups.find((group) => at(group, "id") === launched) : undefined;
}

/** What the users of an experiment get before a change and after it; undefined for what is none. */
export function effectOf(change: PlannedChange): UserEffect | undefined {
  const { action, entity } = change;
  if (entity.kind.role !== "experiment" || action === "dry-run") return undefined;
  const known = knownBefore(change);
  const before = known ?? {};
  // it stays in the service as it is
  const after = action === "forget" ? before : change.after;
  const were = known === undefined ? "nobody" : audienceState(before);
  return {
    before: audienceOf(before, change.former === "unknown" ? "unknown" : were),
    after: audienceOf(after, audienceState(after)),
    groups: groupEffects(before, after),
    decision: decisionOf(before, after),
  };
}

const audiences: Readonly<Record<string, Audience["are"]>> = {
  setup: "planned",
  active: "in",
  assignment_stopped: "kept",
};

function audienceState(fields: Fields): Audience["are"] {
  const status = isInSetUp(fields) ? "setup" : statusOf(fields);
  return status === undefined ? "unknown" : (audiences[status] ?? "left to the service");
}

function audienceOf(fields: Fields, are: Audience["are"]): Audience {
  const groups = at(fields, "groups");
  return {
    are,
    allocation: given(fields, "allocation"),
    layer: given(fields, "layerID"),
    gate: given(fields, "targetingGateID"),
    hiddenGroups: groups instanceof Opaque ? groups : undefined,
  };
}

/** A field, if it holds anything. */
function given(fields: Fields, name: string): Value | undefined {
  const value = at(fields, name);
  return value === null || value === "" ? undefined : value;
}

/** All groups, with what they were; of those that are alike, that is what they are. */
function groupEffects(before: Fields, after: Fields): GroupEffect[] {
  const [former, present] = [listAt(before, "groups"), listAt(after, "groups")];
  const differing = meantDiff(former, present, ["groups"])?.inside ?? [];
  const removed = differing.filter((each) => each.after === undefined);
  const others = new Map(differing.flatMap((each) => (each.after === undefined ? [] : [[each.path.at(-1), each]])));
  const effect = (index: number, last: Value | undefined, next: Value | undefined): GroupEffect => {
    const names = [at(next, "id"), at(last, "id"), at(next, "name"), at(last, "name")];
    const title = String(names.find((each) => typeof each === "string") ?? index + 1);
    const [was, is] = [shareOf(last, before, title), shareOf(next, after, title)];
    const isSameForUsers = was?.isOff === is?.isOff && isSame(was?.size, is?.size) && isSame(was?.values, is?.values);
    return { before: was, after: is, isChanged: was === undefined || is === undefined || !isSameForUsers };
  };
  return [
    ...present.map((group, index) => {
      const found = others.get(index);
      return effect(index, found === undefined ? group : found.before, group);
    }),
    ...removed.map(({ path, before: group }) => effect(Number(path.at(-1)), group, undefined)),
  ];
}

/**
 * @param fields of the experiment, which name the control group and the launched one
 * @param otherwise what it is called without an id or a name
 */
function shareOf(group: Value | undefined, fields: Fields, otherwise = ""): GroupShare | undefined {
  if (group === undefined) return undefined;
  // of what is hidden as a whole, each part is
  const part = (key: string) => (group instanceof Opaque ? group : at(group, key));
  const [id, values] = [part("id"), part("parameterValues")];
  const title = [part("name"), id].find((each) => typeof each === "string" && each !== "") ?? otherwise;
  const isNamedBy = (field: string) => typeof id === "string" && at(fields, field) === id;
  return {
    id,
    title: String(title),
    size: part("size"),
    isOff: at(group, "disabled") === true,
    isControl: isNamedBy("controlGroupID"),
    isLaunched: isNamedBy(LAUNCHED),
    values: values instanceof Opaque || isFields(values) ? values : {},
  };
}

function decisionOf(before: Fields, after: Fields): Decision | undefined {
  if (!isAfterDecision(after)) return undefined;
  const launched = given(after, LAUNCHED);
  const former = isAfterDecision(before) ? given(before, LAUNCHED) : undefined;
  return {
    launched,
    insteadOf: isSame(former, launched) ? undefined : former,
    group: shareOf(launchedGroup(before, after), after),
    reason: given(after, "decisionReason"),
  };
}
