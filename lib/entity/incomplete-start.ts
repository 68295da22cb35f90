/** Largest difference between the sum of group sizes and 100 that counts as rounding. */
const TOLERANCE = 1e-6;

/**
 * What an experiment lacks for a start whose results can be judged, in words that follow "without": "a hypothesis". The
 * warning at synth and the risk in a review are both about this. A value that is not JSON stands for one that cannot be
 * known, and is not judged.
 *
 * @param isAdopted whether the service may have what is not declared
 */
export function lackingForStart(fields: Readonly<Record<string, unknown>>, isAdopted = false): string[] {
  const isEmpty = (name: string) => (isAdopted && fields[name] === undefined ? false : holdsNothing(fields[name]));
  const { groups, allocation } = fields;
  const sum = unevenSum(groups);
  return [
    ...(isEmpty("primaryMetrics") && isEmpty("primaryMetricTags") ? ["a primary metric"] : []),
    ...(isEmpty("controlGroupID") ? ["a control group"] : []),
    ...(isEmpty("hypothesis") ? ["a hypothesis"] : []),
    ...(isEmpty("groups") || (Array.isArray(groups) && groups.length < 2) ? ["two groups"] : []),
    ...(sum === undefined ? [] : [`group sizes that add up to 100 (they add up to ${sum})`]),
    ...(allocation === 0 ? ["an allocation above 0"] : []),
  ];
}

/** The sum of the sizes of groups, where all are known and it is not 100; undefined otherwise. */
export function unevenSum(groups: unknown): number | undefined {
  if (!Array.isArray(groups) || groups.length === 0) return undefined;
  const sizes = groups.map((group) => (group as { readonly size?: unknown } | null)?.size);
  if (!sizes.every((size) => typeof size === "number")) return undefined;
  const sum = sizes.reduce((total, size) => total + size, 0);
  return Math.abs(sum - 100) <= TOLERANCE ? undefined : Number(sum.toFixed(6));
}

/**
 * Whether a text is the id of none of the groups. Where a group has no id, or one that is not known, nobody can tell: the
 * service may give it any.
 */
export function isOfNoGroup(id: unknown, groups: unknown): boolean {
  if (typeof id !== "string" || !Array.isArray(groups) || groups.length === 0) return false;
  const ids = groups.map((group) => (group as { readonly id?: unknown } | null)?.id);
  return ids.every((each) => typeof each === "string") && !ids.includes(id);
}

function holdsNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
