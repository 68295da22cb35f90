import type { Kind } from "../api/kind";
import { namingFields } from "../api/text-purposes";
import type { Entity } from "../entity/entity";
import { at, isFields, listAt, type Path, type Value } from "../value/value";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** Words that other languages have for null. */
const NOTHING = /^\s*(none|null|nil|undefined|n\/a)\s*$/i;

/** Whether a text is a word for nothing. */
export function saysNothing(value: Value | undefined): value is string {
  return typeof value === "string" && NOTHING.test(value);
}

/** A field that names something else has a word for nothing, which is sent as a name. What groups are called may be such. */
export function nothingInWords({ kind, fields }: Entity): LikelyMistake[] {
  const groups = listAt(fields.groups).map((group) => at(group, "id"));
  return referencesIn(kind, fields).flatMap(([path, value]) => {
    if (!saysNothing(value) || (String(path[0]).endsWith("GroupID") && groups.includes(value))) return [];
    const takesNull = path.length === 1 && kind.fields.shape[String(path[0])]?.safeParse(null).success === true;
    const instead = takesNull ? "null, without quotes," : "what is meant, or nothing,";
    return [mistakeAt(path, `${JSON.stringify(value)} is sent as a name; ${instead} is likely right`)];
  });
}

/** Fields whose elements, or whose object, name something else: by which keys; by "each", all texts in it. */
const NAMED_INSIDE: Readonly<Record<string, readonly string[] | "each">> = {
  primaryMetrics: ["name"],
  secondaryMetrics: ["name"],
  otherMetrics: ["name"],
  primaryMetricTags: "each",
  secondaryMetricTags: "each",
  targetApps: "each",
  tags: "each",
  enabledNonProdEnvironments: "each",
  cureCovariates: ["name"],
  preComputedUserDimensions: ["name", "propertySource"],
  assignmentSourceFilters: ["column"],
  groups: ["foreignGroupID"],
  rules: ["baseID"],
  idTypeMapping: ["serviceUnitID", "column"],
  owner: "each",
  column_mapping: "each",
};

/** The places where a kind names something else: its own fields, and what is in them. */
function referencesIn(kind: Kind, fields: Entity["fields"]): (readonly [Path, Value | undefined])[] {
  return [
    ...namingFields(kind).map((field) => [[field], fields[field]] as const),
    ...Object.entries(NAMED_INSIDE).flatMap(([field, keys]) => namesInside(fields[field], keys, [field])),
  ];
}

function namesInside(
  value: Value | undefined,
  keys: readonly string[] | "each",
  path: Path,
): (readonly [Path, Value | undefined])[] {
  if (isFields(value)) {
    const names = keys === "each" ? Object.keys(value) : keys;
    return names.map((key) => [[...path, key], value[key]] as const);
  }
  return listAt(value).flatMap((each, index) =>
    keys === "each" ? [[[...path, index], each] as const] : namesInside(each, keys, [...path, index]),
  );
}
