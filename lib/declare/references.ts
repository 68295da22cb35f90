import type { Kind } from "../api/kind";
import { namingFields } from "../api/text-purposes";
import type { Entity } from "../entity/entity";
import { at, listAt, type Path, type Value } from "../value/value";
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

/** The places where a kind names something else: its own fields, and those of elements. */
function referencesIn(kind: Kind, fields: Entity["fields"]): (readonly [Path, Value | undefined])[] {
  const inElements = (kind.references ?? []).flatMap(({ field, element }) =>
    element === undefined
      ? []
      : listAt(fields[field]).map((each, index) => [[field, index, element], at(each, element)] as const),
  );
  return [...namingFields(kind).map((field) => [[field], fields[field]] as const), ...inElements];
}
