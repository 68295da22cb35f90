import type { PlannedChange } from "../plan/planned-change";
import { at, type Fields, isFields, isList, isSame, listAt, Opaque, type Value } from "../value/value";
import type { Transition } from "./model";
import { isAfterDecision } from "./risks/launch";
import { isActive, isClosed, isEnded, statusOf } from "./transition";
import { groupChanges, groupTable, tableOfGroups } from "./user-groups";
import type {
  Decision,
  ForUsers,
  GroupTable,
  Participation,
  RunningChange,
  Start,
  UserMetric,
  ValueChange,
} from "./user-impact";

/**
 * What a change means to the users of an experiment; undefined where nothing changes for them.
 *
 * @param transition how its status moves users, as far as that is known
 */
export function forUsersOf(change: PlannedChange, transition: Transition | undefined): ForUsers | undefined {
  const { action, entity, calls, former, before, after } = change;
  if (entity.kind.role !== "experiment" || action === "dry-run") return undefined;
  const had = hasUsers(before) ? { had: running(before) } : {};
  if (action === "forget") return isActive(before) ? { step: "leaves", had: running(before) } : undefined;
  switch (transition) {
    case "starts":
      return startForUsers(after, isEnded(before) || isClosed(before), entity.request?.endsOn);
    case "stops":
    case "archives":
      return { step: transition, status: String(at(after, "status")), ...had };
    case "decides":
      return { ...decision(before, after), ...had };
  }
  const status = statusOf(after);
  if (former === "unknown") {
    return calls.length > 0 && status === "active" ? { step: "unknown", ...running(after) } : undefined;
  }
  if (hasUsers(before) && status !== undefined && !hasUsers(after)) return { step: "stops", status, ...had };
  return isActive(before) && isActive(after) ? runningChange(before, after) : otherDecision(before, after);
}

/** Whether users are in an experiment: they keep their groups after the assignment has stopped. */
function hasUsers(fields: Fields): boolean {
  return isActive(fields) || statusOf(fields) === "assignment_stopped";
}

function startForUsers(fields: Fields, isAgain: boolean, endsOn: string | undefined): Start {
  return {
    step: "starts",
    ...(isAgain && { isAgain }),
    ...running(fields),
    ...given(fields, { hypothesis: "hypothesis", duration: "duration" }),
    metrics: (["primary", "secondary"] as const).flatMap((rank) => metricsOf(fields, rank)),
    ...(endsOn !== undefined && { endsOn }),
  };
}

function running(fields: Fields): Participation {
  const groups = groupTable(fields);
  const known = given(fields, { allocation: "allocation", layer: "layerID", gate: "targetingGateID" });
  return { ...known, ...(groups !== undefined && { groups }) };
}

/** These fields by other names, without those that hold nothing. */
function given<Name extends string>(
  fields: Fields,
  names: Readonly<Record<Name, string>>,
): { readonly [Key in Name]?: Value } {
  const found = Object.entries<string>(names).map(([name, field]) => [name, at(fields, field)] as const);
  const entries = found.filter(([, value]) => (value ?? null) !== null && value !== "");
  return Object.fromEntries(entries) as { readonly [Key in Name]?: Value };
}

function metricsOf(fields: Fields, rank: UserMetric["rank"]): UserMetric[] {
  const [metrics, tags] = [at(fields, `${rank}Metrics`), at(fields, `${rank}MetricTags`)];
  const named = metricListOf(metrics).map((metric): UserMetric => {
    const direction = at(metric, "direction");
    const name = isFields(metric) ? (at(metric, "name") ?? null) : metric;
    return { rank, name, ...(direction !== undefined && { direction }) };
  });
  return [...named, ...metricListOf(tags).map((name): UserMetric => ({ rank, name, isTag: true }))];
}

/** The elements of a list; itself where the plan hides it. */
function metricListOf(list: Value | undefined): readonly Value[] {
  return list instanceof Opaque ? [list] : isList(list) ? list : [];
}

const LAUNCHED_GROUP = "launchedGroupID";

function decision(before: Fields, after: Fields): Decision {
  const launched = at(after, LAUNCHED_GROUP);
  const group = launchedGroup(launched, at(after, "groups") === undefined ? before : after);
  return {
    step: "decides",
    ...(launched !== undefined && { launched }),
    ...(group !== undefined && { group }),
    ...given(after, { reason: "decisionReason" }),
  };
}

function launchedGroup(launched: Value | undefined, fields: Fields): GroupTable | undefined {
  const table = groupTable(fields);
  if (typeof launched !== "string" || table === undefined || "hidden" in table) return undefined;
  const group = listAt(at(fields, "groups")).find((each) => at(each, "id") === launched);
  if (group === undefined) return undefined;
  const { parameters, groups } = tableOfGroups([group]);
  return { parameters, groups: groups.map(({ id, name, values }) => ({ id, name, values })) };
}

/** After the decision: whether users get another group, or other values of the launched one. */
function otherDecision(before: Fields, after: Fields): Decision | undefined {
  if (!isAfterDecision(before) || !isAfterDecision(after)) return undefined;
  const [last, next] = [decision(before, before), decision(before, after)];
  const isMoved = changeOf(before, after, LAUNCHED_GROUP) !== undefined;
  if (!isMoved && isSame(valuesOf(last), valuesOf(next))) return undefined;
  return { ...next, ...(isMoved && { instead: last.launched ?? null }) };
}

function valuesOf({ group }: Decision): Value {
  if (group === undefined || "hidden" in group) return null;
  return group.groups.map(({ values }) =>
    Object.fromEntries(group.parameters.map((parameter, index) => [parameter, values[index]])),
  );
}

function runningChange(before: Fields, after: Fields): RunningChange | undefined {
  const found = {
    allocation: changeOf(before, after, "allocation"),
    gate: changeOf(before, after, "targetingGateID"),
    launched: changeOf(before, after, LAUNCHED_GROUP),
    groups: groupChanges(before, after),
  };
  const told = Object.entries(found).filter(([, change]) => change !== undefined);
  return told.length === 0 ? undefined : { step: "changes", ...Object.fromEntries(told) };
}

/** Two values of a field, where they may be others; nothing and null are one. */
function changeOf(before: Fields, after: Fields, name: string): ValueChange | undefined {
  const [former, present] = [at(before, name) ?? null, at(after, name) ?? null];
  return isSame(former, present) ? undefined : { before: former, after: present };
}
