import type { Entity } from "../../entity/entity";
import { describeValue } from "../../text/describe";
import { didYouMean, mostSimilar } from "../../text/did-you-mean";
import { type Fields, isFields, Opaque, type Value } from "../../value/value";

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
export function parameterTypes({ fields: { groups, controlGroupID } }: Entity): string[] {
  if (!Array.isArray(groups)) return [];
  const known = (groups as readonly Value[]).flatMap((group, index): ParameterGroup[] => {
    const { id, parameterValues } = isFields(group) ? (group as Fields) : {};
    return isFields(parameterValues) && !(parameterValues instanceof Opaque)
      ? [{ index, id, parameters: parameterValues as Fields }]
      : [];
  });
  const control = known.find(({ id }) => id !== undefined && id === controlGroupID) ?? known[0];
  if (control === undefined) return [];
  return known.filter((group) => group !== control).flatMap((group) => parameterDifferences(group, control));
}

function parameterDifferences({ index, parameters }: ParameterGroup, control: ParameterGroup): string[] {
  const place = `groups[${index}].parameterValues`;
  const other = `group ${control.id instanceof Opaque ? control.index + 1 : describeValue(control.id ?? control.index + 1)}`;
  const lacking = Object.keys(control.parameters).filter((name) => !Object.hasOwn(parameters, name));
  const meant = new Set<string | undefined>();
  const own = Object.entries(parameters).flatMap(([name, value]) => {
    if (!Object.hasOwn(control.parameters, name)) {
      meant.add(mostSimilar(name, lacking));
      return [`${place}: ${JSON.stringify(name)} is not a parameter of ${other}${didYouMean(name, lacking)}`];
    }
    const [given, expected] = [typeOf(value), typeOf(control.parameters[name])];
    if (given === undefined || expected === undefined || given === expected) return [];
    return [`${place}: ${JSON.stringify(name)} is ${given}, but ${expected} in ${other}`];
  });
  const others = lacking.filter((name) => !meant.has(name));
  return [...own, ...others.map((name) => `${place}: lacks ${JSON.stringify(name)}, a parameter of ${other}`)];
}

/** The type of a parameter in words; undefined where only the deploy knows it. */
function typeOf(value: Value | undefined): string | undefined {
  if (value instanceof Opaque) return value.isText ? "a string" : undefined;
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
