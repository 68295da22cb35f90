import { at, type Fields, isFields, isList, Opaque, type Value } from "../value/value";
import { differencesInside, meantDiff, meantGroupsDiff } from "./risks/as-meant";
import { type GroupDiff, groupDiffs } from "./risks/groups";
import type { GroupChange, GroupTable, HiddenGroups, ParameterChange, RunningChange, UserGroup } from "./user-impact";

/** The groups among these fields; undefined without any. */
export function groupTable(fields: Fields): GroupTable | undefined {
  const groups = at(fields, "groups");
  const hidden = groupsHidden(groups);
  if (hidden !== undefined) return hidden;
  return isList(groups) && groups.length > 0 ? tableOfGroups(groups) : undefined;
}

/** A table of these groups alone. */
export function tableOfGroups(groups: readonly Value[]): Exclude<GroupTable, HiddenGroups> {
  const parameters = [...new Set(groups.flatMap((group) => Object.keys(parametersIn(at(group, PARAMETER_VALUES)))))];
  return { parameters, groups: groups.map((group) => userGroup(group, parameters)) };
}

/** What changes of which group; undefined where nothing does. */
export function groupChanges(before: Fields, after: Fields): RunningChange["groups"] {
  const [former, present] = [at(before, "groups"), at(after, "groups")];
  const found = meantGroupsDiff(former, present);
  if (found === undefined) return undefined;
  const hidden = groupsHidden(present) ?? groupsHidden(former);
  if (hidden !== undefined) {
    const table = groupTable(after);
    return table === undefined || "hidden" in table ? hidden : { ...hidden, present: table };
  }
  const changes = groupDiffs(found).flatMap((group): GroupChange[] => {
    const [last, next] = [group.before, group.after].map((each) =>
      each === undefined ? undefined : sizeOfGroup(each),
    );
    const values = parameterChanges(group);
    const isOther = !last || !next || group.parts.has("size") || group.parts.has("disabled") || values.length > 0;
    return isOther ? [{ label: group.label, before: last, after: next, values }] : [];
  });
  return changes.length === 0 ? undefined : changes;
}

const PARAMETER_VALUES = "parameterValues";

function groupsHidden(groups: Value | undefined): HiddenGroups | undefined {
  return groups instanceof Opaque ? { hidden: groups.why } : undefined;
}

function userGroup(group: Value, parameters: readonly string[]): UserGroup {
  // of what is hidden as a whole, each part is
  const part = (name: string) => (group instanceof Opaque ? group : at(group, name));
  const values = part(PARAMETER_VALUES);
  return {
    id: part("id"),
    name: part("name"),
    ...sizeOfGroup(group),
    values: parameters.map((parameter) => (values instanceof Opaque ? values : at(values, parameter))),
  };
}

function sizeOfGroup(group: Value): Pick<UserGroup, "size" | "isOff"> & Fields {
  const size = group instanceof Opaque ? group : at(group, "size");
  return { ...(size !== undefined && { size }), ...(at(group, "disabled") === true && { isOff: true as const }) };
}

/** What the users of a group receive otherwise; none of a group that is removed. */
function parameterChanges({ before, after, parts }: GroupDiff): ParameterChange[] {
  if (after === undefined) return [];
  // what is new has all of its values instead of none
  const found = (before === undefined ? differencesInside(meantDiff({}, after)) : parts).get(PARAMETER_VALUES);
  if (found?.inside !== undefined) {
    return found.inside.map(({ path, before: last, after: next }) => ({
      parameter: String(path.at(-1)),
      before: last,
      after: next,
    }));
  }
  const names = [found?.before, found?.after].flatMap((values) => Object.keys(parametersIn(values)));
  const part = (values: Value | undefined, name: string) => (values instanceof Opaque ? values : at(values, name));
  return names.map((parameter) => ({
    parameter,
    before: part(found?.before, parameter),
    after: part(found?.after, parameter),
  }));
}

function parametersIn(values: Value | undefined): Fields {
  return isFields(values) ? values : {};
}
