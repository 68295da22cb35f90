import { inWords } from "../../api/describe";
import { get, hasWithheld, isList, isObject, type Value, type Values } from "../value";
import { listAt } from "./groups";

/** Largest difference between the sum of group sizes and 100 that counts as rounding. */
const TOLERANCE = 1e-6;

/** What an experiment lacks that starts with these fields: "starts without a hypothesis and with one group". */
export function startText(fields: Values): string | undefined {
  const has = (...names: readonly string[]) => names.some((name) => isGiven(get(fields, name)));
  const lacks = [
    ...(has("primaryMetrics", "primaryMetricTags") ? [] : ["a primary metric"]),
    ...(has("controlGroupID") ? [] : ["a control group"]),
    ...(has("hypothesis") ? [] : ["a hypothesis"]),
  ];
  const odd = [
    ...groupOddities(get(fields, "groups")),
    ...(get(fields, "allocation") === 0 ? ["for nobody: allocation 0"] : []),
  ];
  const all = [...(lacks.length === 0 ? [] : [`without ${inWords(lacks)}`]), ...odd];
  return all.length === 0 ? undefined : `it starts ${all.join(", ")}`;
}

function groupOddities(groups: Value | undefined): string[] {
  if (groups !== undefined && groups !== null && !isList(groups)) return [];
  const list = listAt(groups);
  const few = list.length === 0 ? ["without groups"] : list.length === 1 ? ["with one group"] : [];
  const sizes = list.map((group) => (isObject(group) ? get(group, "size") : undefined));
  const known = sizes.filter((size) => typeof size === "number");
  const sum = known.reduce((total, size) => total + size, 0);
  const isOdd = known.length > 0 && known.length === sizes.length && Math.abs(sum - 100) > TOLERANCE;
  return [...few, ...(isOdd ? [`with groups that add up to ${Number(sum.toFixed(6))} %`] : [])];
}

/** Whether something is there, even if it is hidden. */
function isGiven(value: Value | undefined): boolean {
  if (hasWithheld(value)) return true;
  if (typeof value === "string") return value.trim() !== "";
  return isList(value) ? value.length > 0 : (value ?? null) !== null;
}
