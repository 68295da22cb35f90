import { at, isFields, isList, listAt, type Value } from "../value/value";

/** Largest difference between the sum of group sizes and 100 that counts as rounding. */
const TOLERANCE = 1e-6;

type FieldsOfStart = Readonly<Record<string, unknown>>;

/**
 * What an experiment lacks for a start whose results can be judged, in words that follow "without": "a hypothesis". The
 * warning at synth and the risk in a review are both about this. A value that is not JSON stands for one that cannot be
 * known, and is not judged.
 *
 * @param isAdopted whether the service may have what is not declared
 */
export function lackingForStart(fields: FieldsOfStart, isAdopted = false): string[] {
  const sum = unevenSum(fields.groups);
  const sizes = sum === undefined ? [] : [`group sizes that add up to 100 (they add up to ${sum})`];
  return [...lackingBesidesSum(fields, isAdopted), ...sizes];
}

/** The same without what the sum of the sizes says, which has a warning of its own. */
export function lackingBesidesSum(fields: FieldsOfStart, isAdopted: boolean): string[] {
  const isEmpty = (name: string) => !(isAdopted && fields[name] === undefined) && holdsNothing(fields[name]);
  const { groups, allocation } = fields;
  return [
    ...(isEmpty("primaryMetrics") && isEmpty("primaryMetricTags") ? ["a primary metric"] : []),
    ...(isEmpty("controlGroupID") ? ["a control group"] : []),
    ...(isEmpty("hypothesis") ? ["a hypothesis"] : []),
    ...(isEmpty("groups") || (isList(groups) && groups.length < 2) ? ["two groups"] : []),
    ...lackingInGroups(fields),
    ...(allocation === 0 ? ["an allocation above 0"] : isEmpty("allocation") ? ["an allocation"] : []),
  ];
}

/** What the groups lack, of which there are two: sizes, and users on both sides of the comparison. */
function lackingInGroups({ groups, controlGroupID }: FieldsOfStart): string[] {
  if (!isList(groups) || groups.length < 2) return [];
  const isSized = groups.every((group) => !isFields(group) || (at(group, "size") ?? null) !== null);
  const sizes = isSized ? [] : ["a size of each group"];
  // that all are 0, their sum says
  if (unevenSum(groups) === 0) return sizes;
  const isControl = (group: Value) => typeof controlGroupID === "string" && at(group, "id") === controlGroupID;
  const control = groups.find(isControl);
  if (control === undefined)
    return [...sizes, ...(groups.filter(mayHaveUsers).length < 2 ? ["two groups with users"] : [])];
  const others = groups.filter((group) => group !== control);
  return [
    ...sizes,
    ...(mayHaveUsers(control) ? [] : ["users in the control group"]),
    ...(others.some(mayHaveUsers) ? [] : ["a treatment with users"]),
  ];
}

function mayHaveUsers(group: Value): boolean {
  return at(group, "size") !== 0 && at(group, "disabled") !== true;
}

/** The sum of the sizes of groups, where it is certainly not 100: all are known, or those known are above it. */
export function unevenSum(groups: unknown): number | undefined {
  if (!isList(groups) || groups.length === 0) return undefined;
  const sizes = listAt(groups).map((group) => at(group, "size"));
  const known = sizes.filter((size) => typeof size === "number");
  const excess = known.reduce((total, size) => total + size, -100);
  const isEven = known.length === sizes.length ? Math.abs(excess) <= TOLERANCE : excess <= TOLERANCE;
  return isEven ? undefined : Number((excess + 100).toFixed(6));
}

/** Whether a value says nothing: no text but blanks, and no element that says something. */
function holdsNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === "string") return value.trim() === "";
  if (Array.isArray(value)) return value.every(holdsNothing);
  return typeof value === "object" && Object.keys(value).length === 0 && isFields(value);
}
