import { didYouMean } from "../text/did-you-mean";
import { at, isFields, isList, type Value } from "../value/value";

/**
 * Whether a text is the id of none of the groups. Where no group has an id, the service gives ids of its own, so a text in
 * the code is none of them. Where only some have one, nobody can tell, unless the text is the name of a group. An id that is
 * not known may be any.
 */
export function isOfNoGroup(id: unknown, groups: unknown): boolean {
  if (typeof id !== "string" || id === "" || !isList(groups) || groups.length === 0) return false;
  const ids = idsOf(groups);
  if (ids === undefined || ids.includes(id)) return false;
  const lacking = groupsWithoutId(groups).length;
  return lacking === 0 || lacking === groups.length || groups.some((group) => at(group, "name") === id);
}

/** Which group is meant by a text that is the id of none, in words that follow it. */
export function groupMeant(id: string, groups: unknown): string {
  const all = isList(groups) ? groups : [];
  const ids = (idsOf(all) ?? []).filter((each) => each !== undefined);
  if (ids.length === 0) return "the groups have no ids, so give each one an id";
  const named = all.find((group) => at(group, "name") === id && holdsId(group));
  if (named !== undefined) {
    return `did you mean the group ${JSON.stringify(id)}, whose id is ${JSON.stringify(at(named, "id"))}?`;
  }
  return `the groups are ${ids.map((each) => JSON.stringify(each)).join(", ")}${didYouMean(id, ids)}`;
}

/** The places of groups that certainly have no id. */
export function groupsWithoutId(groups: unknown): number[] {
  return (isList(groups) ? groups : []).flatMap((group, index) => (isFields(group) && !holdsId(group) ? [index] : []));
}

function holdsId(group: Value): boolean {
  return (at(group, "id") ?? "") !== "";
}

/** The id of each group, undefined for none; undefined where one of them cannot be known. */
function idsOf(groups: readonly Value[]): (string | undefined)[] | undefined {
  const ids = groups.map((group) => (isFields(group) ? (at(group, "id") ?? "") : group));
  return ids.every((id) => typeof id === "string") ? ids.map((id) => (id === "" ? undefined : id)) : undefined;
}
