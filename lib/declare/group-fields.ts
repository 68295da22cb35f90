import type { Entity } from "../entity/entity";
import { groupsWithoutId, isOfNoGroup } from "../entity/group-ids";
import { inWords } from "../text/words";
import { at, type Fields, isFields, listAt, type Value } from "../value/value";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** Groups of an experiment that runs or has run, or is named after one, have no ids: the service gives ids of its own. */
export function groupsWithoutIds({ fields }: Entity): LikelyMistake[] {
  const { groups, status, controlGroupID, launchedGroupID } = fields;
  const named = [controlGroupID, launchedGroupID].filter((id) => (id ?? "") !== "");
  if (status === "setup" || (status !== "active" && named.length === 0)) return [];
  // what names no group says so itself
  if (named.some((id) => isOfNoGroup(id, groups))) return [];
  const lacking = groupsWithoutId(groups);
  if (lacking.length === 0) return [];
  const which = lacking.length === listAt(groups).length ? "" : ` ${inWords(lacking.map((index) => `[${index}]`))}`;
  const words = "without ids, so the service gives ids of its own, and what an update does to those is not documented";
  return [mistakeAt(["groups"], `${words}${which === "" ? "" : `; it is about${which}`}`)];
}

/** The fields of a group by which a wrong indentation shows, with the type of each. */
const FIELDS_OF_GROUP = {
  size: "number",
  disabled: "boolean",
  highlighted: "boolean",
  description: "string",
  id: "string",
  name: "string",
  foreignGroupID: "string",
} as const;

type FieldOfGroup = keyof typeof FIELDS_OF_GROUP;

/** Fields of a group that stand among its parameters. */
export function oneLevelUp({ fields }: Entity): LikelyMistake[] {
  return listAt(fields.groups).flatMap((_, index) =>
    misplacedIn(fields, index).map((field) =>
      mistakeAt(
        ["groups", index, "parameterValues", field],
        "a field of the group, which lacks it: it belongs one level up",
      ),
    ),
  );
}

/**
 * Which parameters of a group are likely fields of it. A parameter may have any name, so one that every group has is none,
 * unless a size is misplaced beside it.
 */
export function misplacedIn(fields: Fields, index: number): FieldOfGroup[] {
  const groups = listAt(fields.groups);
  const group = groups[index];
  const fits = (field: FieldOfGroup) =>
    isFields(group) && (group[field] ?? null) === null && typeof parameter(group, field) === FIELDS_OF_GROUP[field];
  const isSize = fits("size") && isShare(fields);
  // parameters of groups that nothing else names are likely their names
  const isNameless = groups.every((each) =>
    [at(each, "id"), at(each, "name")].every((name) => (name ?? null) === null),
  );
  const areNames = isNameless && fits("id") && fits("name");
  return (Object.keys(FIELDS_OF_GROUP) as FieldOfGroup[]).filter((field) => {
    if (field === "size") return isSize;
    if (areNames && (field === "id" || field === "name")) return true;
    const isOfAll = groups
      .filter((each) => isFields(at(each, "parameterValues")))
      .every((each) => parameter(each, field) !== undefined);
    return fits(field) && (isSize || !isOfAll);
  });
}

/** Whether the parameter size is a share of users: where the experiment is not in set-up, another group has a size, or all add up. */
function isShare({ groups, status }: Fields): boolean {
  const all = listAt(groups);
  const sizes = all.map((group) => parameter(group, "size"));
  const sum = sizes.reduce<number>((total, size) => total + (typeof size === "number" ? size : 0), 0);
  const isInRange = sizes.every((size) => typeof size !== "number" || (size >= 0 && size <= 100));
  const isSized = all.some((group) => (at(group, "size") ?? null) !== null);
  return isInRange && (isSized || (status !== undefined && status !== "setup") || Math.abs(sum - 100) < 1);
}

function parameter(group: Value | undefined, name: string): Value | undefined {
  return at(group, "parameterValues", name);
}
