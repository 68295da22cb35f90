import { inWords } from "../../api/describe";
import { experiment } from "../../api/experiment-schema";
import { markersIn } from "../../api/field-markers";
import type { Fields, Json } from "../../entity/fields";
import { lackingForStart, unevenSum } from "../../entity/incomplete-start";
import { parameterTypes } from "./parameter-types";
import type { Warning } from "./warnings";

/**
 * Warns of likely mistakes in an experiment that the API does not forbid. Deferred values are not judged.
 *
 * @param adopt whether the experiment exists, and may have what is not declared
 */
export function experimentWarnings(fields: Fields, adopt: boolean): Warning[] {
  const groups = listOfFields(fields.groups);
  return [
    ...groupSizes(groups),
    ...repeated("group-ids", "groups", "id", groups),
    ...repeated("group-names", "groups", "name", groups),
    ...namesNoGroup("control-group", "controlGroupID", fields, groups),
    ...namesNoGroup("launched-group", "launchedGroupID", fields, groups),
    ...decisionWithoutGroup(fields),
    ...warehouseWarnings(fields),
    ...reloadDays(fields),
    ...incompleteStart(fields, adopt),
    ...parameterTypes(fields),
  ];
}

function groupSizes(groups: readonly Fields[]): Warning[] {
  const outside = groups.flatMap(({ size }, index) =>
    typeof size === "number" && (size < 0 || size > 100)
      ? [`groups[${index}].size: ${size} is not between 0 and 100 percent`]
      : [],
  );
  const sum = unevenSum(groups);
  const texts = [...outside, ...(sum === undefined ? [] : [`groups: sizes add up to ${sum}, not to 100`])];
  return texts.map((text) => ({ name: "group-sizes", text }));
}

function repeated(name: "group-ids" | "group-names", field: string, key: string, groups: readonly Fields[]): Warning[] {
  const values = groups.map((group) => group[key]).filter((value) => typeof value === "string");
  const twice = [...new Set(values.filter((value, index) => values.indexOf(value) < index))];
  return twice.map((value) => ({
    name,
    text: `${field}: ${JSON.stringify(value)} is the ${key} of more than one group`,
  }));
}

function namesNoGroup(
  name: "control-group" | "launched-group",
  field: string,
  fields: Fields,
  groups: readonly Fields[],
): Warning[] {
  const named = fields[field];
  // the service may give any id to a group without one
  const areKnown = groups.length > 0 && groups.every(({ id }) => typeof id === "string");
  if (typeof named !== "string" || !areKnown || groups.some(({ id }) => id === named)) return [];
  const ids = groups.map(({ id }) => JSON.stringify(id)).join(", ");
  return [{ name, text: `${field}: ${JSON.stringify(named)} is the id of no group; the groups are ${ids}` }];
}

function decisionWithoutGroup({ status, launchedGroupID }: Fields): Warning[] {
  if (status !== "decision_made" || (launchedGroupID !== undefined && launchedGroupID !== null)) return [];
  return [
    {
      name: "decision-without-launched-group",
      text: "launchedGroupID: the status is decision_made, but no launched group is given",
    },
  ];
}

function warehouseWarnings(fields: Fields): Warning[] {
  const given = markersIn(experiment.fields).filter(([name]) => fields[name] !== undefined && fields[name] !== null);
  if (given.some(([, { sign }]) => sign === "warehouse")) return [];
  const idle = given.filter(([, { only }]) => only === "warehouse").map(([field]) => field);
  if (idle.length === 0) return [];
  const text = `${idle.join(", ")}: takes effect on warehouse-based experiments only, and no other field marks this as one`;
  return [{ name: "warehouse-only", text }];
}

function incompleteStart(fields: Fields, adopt: boolean): Warning[] {
  const lacking = fields.status === "active" ? lackingForStart(fields, adopt) : [];
  if (lacking.length === 0) return [];
  return [{ name: "start-incomplete", text: `status: active without ${inWords(lacking, "or")}` }];
}

function reloadDays({ scheduledReloadDays }: Fields): Warning[] {
  if (!Array.isArray(scheduledReloadDays)) return [];
  const days = (scheduledReloadDays as readonly Json[]).filter((day) => typeof day === "number");
  if (new Set(days).size === days.length) return [];
  return [{ name: "reload-days", text: `scheduledReloadDays: [${days.join(", ")}] lists a day more than once` }];
}

function listOfFields(list: Json | undefined): readonly Fields[] {
  return Array.isArray(list) ? (list as readonly Fields[]) : [];
}
