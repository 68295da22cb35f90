import type { Entity } from "../entity/entity";
import { didYouMean, mostSimilar } from "../text/did-you-mean";
import { describeValue } from "../text/words";
import { at, type Fields, isFields, isList, listAt, Opaque, type Value } from "../value/value";
import { misplacedIn } from "./group-fields";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** A group whose parameters are known. */
interface ParameterGroup {
  readonly index: number;
  readonly id: Value | undefined;
  readonly parameters: Fields;
}

/**
 * A group has parameters with other names or types than the control group, or than the first group where none is the
 * control: an application reads all of them alike.
 */
export function parameterTypes({ fields }: Entity): LikelyMistake[] {
  const { groups, controlGroupID } = fields;
  const known = listAt(groups).flatMap((group, index): ParameterGroup[] => {
    const all = at(group, "parameterValues");
    if (!isFields(all)) return [];
    // fields of the group are named as such
    const misplaced: readonly string[] = misplacedIn(fields, index);
    const parameters = Object.fromEntries(Object.entries(all).filter(([name]) => !misplaced.includes(name)));
    return [{ index, id: at(group, "id"), parameters }];
  });
  const control = known.find(({ id }) => id !== undefined && id === controlGroupID) ?? known[0];
  if (control === undefined) return [];
  return known.filter((group) => group !== control).flatMap((group) => parameterDifferences(group, control));
}

function parameterDifferences({ index, parameters }: ParameterGroup, control: ParameterGroup): LikelyMistake[] {
  const path = ["groups", index, "parameterValues"];
  const other = `group ${control.id instanceof Opaque ? control.index + 1 : describeValue(control.id ?? control.index + 1)}`;
  const lacking = Object.keys(control.parameters).filter((name) => !Object.hasOwn(parameters, name));
  const meant = new Set<string | undefined>();
  const own = Object.entries(parameters).flatMap(([name, value]) => {
    if (!Object.hasOwn(control.parameters, name)) {
      meant.add(mostSimilar(name, lacking));
      return [mistakeAt(path, `${JSON.stringify(name)} is not a parameter of ${other}${didYouMean(name, lacking)}`)];
    }
    const [given, expected] = [typeOf(value), typeOf(control.parameters[name])];
    if (given === undefined || expected === undefined || given === expected) return [];
    return [mistakeAt(path, `${JSON.stringify(name)} is ${given}, but ${expected} in ${other}`)];
  });
  const others = lacking.filter((name) => !meant.has(name));
  return [...own, ...others.map((name) => mistakeAt(path, `lacks ${JSON.stringify(name)}, a parameter of ${other}`))];
}

/** The type of a parameter in words; undefined where only the deploy knows it. */
function typeOf(value: Value | undefined): string | undefined {
  if (value instanceof Opaque) return value.isText ? "a string" : undefined;
  if (value === null) return "null";
  if (isList(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
