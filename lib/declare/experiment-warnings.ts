import { experiment } from "../api/experiment-schema";
import { markersIn } from "../api/field-markers";
import type { Entity } from "../entity/entity";
import { isOfNoGroup, lackingForStart, unevenSum } from "../entity/incomplete-start";
import { didYouMean, mostSimilar } from "../text/did-you-mean";
import { describeValue, inWords } from "../text/words";
import { type Fields, isFields, Opaque, type Value } from "../value/value";
import { type Checks, type LikelyMistake, mistakeAt } from "./entity-warnings";

/** What to look for in an experiment. */
export const experimentChecks: Checks = {
  "group-sizes": groupSizes,
  "group-ids": (entity) => repeated("id", entity),
  "group-names": (entity) => repeated("name", entity),
  "control-group": (entity) => [...namesNoGroup("controlGroupID", entity), ...controlWithoutIds(entity)],
  "launched-group": (entity) => namesNoGroup("launchedGroupID", entity),
  "decision-without-launched-group": decisionWithoutGroup,
  "warehouse-only": idleWarehouseFields,
  "reload-days": reloadDays,
  "start-incomplete": incompleteStart,
  "parameter-types": parameterTypes,
};

function groupSizes({ fields }: Entity): LikelyMistake[] {
  const outside = groupsIn(fields).flatMap(({ size }, index) =>
    typeof size === "number" && (size < 0 || size > 100)
      ? [mistakeAt(["groups", index, "size"], `${size} is not between 0 and 100 percent`)]
      : [],
  );
  const sum = unevenSum(fields.groups);
  return [...outside, ...(sum === undefined ? [] : [mistakeAt(["groups"], `sizes add up to ${sum}, not to 100`)])];
}

function repeated(key: "id" | "name", { fields }: Entity): LikelyMistake[] {
  const values = groupsIn(fields)
    .map((group) => group[key])
    .filter((value) => typeof value === "string");
  const twice = [...new Set(values.filter((value, index) => values.indexOf(value) < index))];
  return twice.map((value) => mistakeAt(["groups"], `${JSON.stringify(value)} is the ${key} of more than one group`));
}

function namesNoGroup(field: "controlGroupID" | "launchedGroupID", { fields }: Entity): LikelyMistake[] {
  const group = fields[field];
  if (!isOfNoGroup(group, fields.groups)) return [];
  const ids = groupsIn(fields).map(({ id }) => JSON.stringify(id));
  return [mistakeAt([field], `${JSON.stringify(group)} is the id of no group; the groups are ${ids.join(", ")}`)];
}

/** The control group is named where no group has an id: the service gives ids of its own. */
function controlWithoutIds({ fields }: Entity): LikelyMistake[] {
  const { controlGroupID } = fields;
  const groups = groupsIn(fields);
  const haveNone = groups.length > 0 && groups.every((group) => isFields(group) && group.id === undefined);
  if (typeof controlGroupID !== "string" || controlGroupID === "" || !haveNone) return [];
  return [
    mistakeAt(["controlGroupID"], `${JSON.stringify(controlGroupID)} is the id of no group; the groups have no ids`),
  ];
}

function decisionWithoutGroup({ fields: { status, launchedGroupID } }: Entity): LikelyMistake[] {
  if (status !== "decision_made" || (launchedGroupID !== undefined && launchedGroupID !== null)) return [];
  return [mistakeAt(["launchedGroupID"], "the status is decision_made, but no launched group is given")];
}

function idleWarehouseFields({ fields }: Entity): LikelyMistake[] {
  const given = markersIn(experiment.fields).filter(([name]) => fields[name] !== undefined && fields[name] !== null);
  if (given.some(([, { sign }]) => sign === "warehouse")) return [];
  const idle = given.filter(([, { only }]) => only === "warehouse").map(([field]) => field);
  if (idle.length === 0) return [];
  const text = `${idle.join(", ")}: takes effect on warehouse-based experiments only, and no other field marks this as one`;
  return [{ path: idle.slice(0, 1), text }];
}

function incompleteStart({ fields, adopt }: Entity): LikelyMistake[] {
  const lacking = fields.status === "active" ? lackingForStart(fields, adopt) : [];
  return lacking.length === 0 ? [] : [mistakeAt(["status"], `active without ${inWords(lacking, "or")}`)];
}

function reloadDays({ fields: { scheduledReloadDays } }: Entity): LikelyMistake[] {
  if (!Array.isArray(scheduledReloadDays)) return [];
  const days = scheduledReloadDays.filter((day: unknown) => typeof day === "number");
  if (new Set(days).size === days.length) return [];
  return [mistakeAt(["scheduledReloadDays"], `[${days.join(", ")}] lists a day more than once`)];
}

function groupsIn({ groups }: Fields): readonly Fields[] {
  return Array.isArray(groups) ? (groups as readonly Fields[]) : [];
}

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
function parameterTypes({ fields: { groups, controlGroupID } }: Entity): LikelyMistake[] {
  if (!Array.isArray(groups)) return [];
  const known = (groups as readonly Value[]).flatMap((group, index): ParameterGroup[] => {
    const { id, parameterValues } = isFields(group) ? group : {};
    return isFields(parameterValues) ? [{ index, id, parameters: parameterValues }] : [];
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
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
