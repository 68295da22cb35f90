import type { Entity } from "../entity/entity";
import { type Fields, isFields, isList, listAt, Opaque, type Path, type Value } from "../value/value";
import { isBlank } from "./blank";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** Rules of a segment that let nobody or everybody in: no call changes them later. One that is adopted is not sent. */
export function segmentRules({ fields, adopt }: Entity): LikelyMistake[] {
  const { type, rules } = fields;
  if (adopt || typeof type !== "string" || rules instanceof Opaque) return [];
  const all = listAt(rules);
  if (type === "rule_based") {
    if (all.length === 0) return [mistakeAt(["rules"], "none, so nobody is in this segment, whose type is rule_based")];
    return all.flatMap((rule, index) => (isFields(rule) ? ruleMistakes(rule, ["rules", index]) : []));
  }
  return all.length === 0 ? [] : [mistakeAt(["rules"], `of no use where the type is ${type}, and not rule_based`)];
}

function ruleMistakes(rule: Fields, path: Path): LikelyMistake[] {
  const { passPercentage, conditions } = rule;
  const isOutside = typeof passPercentage === "number" && (passPercentage < 0 || passPercentage > 100);
  const share = [...path, "passPercentage"];
  return [
    ...((passPercentage ?? null) === null
      ? [mistakeAt(share, "missing, so perhaps nobody passes; give 0 to 100")]
      : []),
    ...(isOutside ? [mistakeAt(share, `${passPercentage} is not between 0 and 100 percent`)] : []),
    ...(isNone(conditions) ? [mistakeAt([...path, "conditions"], "none, so perhaps everybody passes, or nobody")] : []),
    ...listAt(conditions).flatMap((condition, index) =>
      isFields(condition) ? conditionMistakes(condition, [...path, "conditions", index]) : [],
    ),
  ];
}

function conditionMistakes(condition: Fields, path: Path): LikelyMistake[] {
  if (isNone(condition.type)) return [mistakeAt([...path, "type"], "none, so the condition looks at nothing")];
  return [
    ...(condition.type === "custom_field" && isNone(condition.field)
      ? [mistakeAt([...path, "field"], "none, though the type is custom_field")]
      : []),
    ...(isNone(condition.targetValue) && needsValue(condition)
      ? [mistakeAt([...path, "targetValue"], "none, so the condition compares with nothing")]
      : []),
  ];
}

/** Words of an operator that asks whether there is a value, or for one of two. */
const WITHOUT_VALUE = /(^|_)(null|exists?|empty|set|known|defined|present|true|false)($|_)/i;

/** Whether a condition is met by some values only; not where anything of it is known at deploy time only. */
function needsValue({ type, operator }: Fields): boolean {
  if (type instanceof Opaque || operator instanceof Opaque) return false;
  return type !== "public" && !(typeof operator === "string" && WITHOUT_VALUE.test(operator));
}

function isNone(value: Value | undefined): boolean {
  return isBlank(value) || (isList(value) && value.every((each) => each === ""));
}
