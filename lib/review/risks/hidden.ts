import type { FieldChange } from "../../plan/entity-fields";
import { fieldWords } from "../../text/names";
import { inWords } from "../../text/words";
import {
  at,
  type Fields,
  holdsOpaque,
  isHidden,
  isTooLong,
  listAt,
  type PathStep,
  type Value,
} from "../../value/value";
import { hasLaunched, isActive, isAfterDecision, isEnded } from "../transition";
import type { BeforeAfter } from "./as-meant";
import type { Finding } from "./edits";
import { concernOf } from "./field-meanings";

/**
 * Says which fields of an experiment that may run, or has ended, a plan hides, so that nobody knows whether their change is
 * a risk.
 *
 * @param experiment with no fields before, where it is created
 * @param changes what changes, or may
 */
export function hiddenRisk({ before, after }: BeforeAfter, changes: readonly FieldChange[]): Finding | undefined {
  const isNew = Object.keys(before).length === 0;
  const inChanges = isNew ? [] : changes.filter((change) => hidesRisk(change, before)).map(fieldOfChange);
  const mayStart = !mayRun(before) && mayRun(after);
  const changed = new Set(changes.map(fieldOfChange));
  const atStart = mayStart ? hiddenAtStart(after).filter((field) => changed.has(field)) : [];
  return hiddenFields([...inChanges, ...atStart]);
}

function fieldOfChange({ path }: FieldChange): string {
  return String(path[0]);
}

/** What is said of fields that a plan hides; undefined for none. */
export function hiddenFields(fields: readonly string[]): Finding | undefined {
  const names = [...new Set(fields)].map(fieldWords);
  if (names.length === 0) return undefined;
  return {
    what: `the plan hides ${inWords(names)} (sensitive, too long, or known at deploy time)`,
    why: "nobody can tell what changes for the experiment",
  };
}

/** Whether a plan hides a value on which a risk depends, in the state that the experiment is in. */
function hidesRisk({ path, before, after }: FieldChange, experiment: Fields): boolean {
  // of a group: groups, its index, and what of it
  const [field, , part] = path;
  const concern = concernOf(String(field));
  // a text that is too long is known to change; only of a list, nobody can tell what changes in it
  const isList = concern === "groups" || concern === "metrics";
  const isHiddenValue = (value: Value | undefined) => holdsOpaque(value, isHidden) || (isList && isTooLong(value));
  if (!isHiddenValue(before) && !isHiddenValue(after)) return false;
  switch (concern) {
    case undefined:
      return false;
    case "groups":
      return hidesRiskOfGroups(part, experiment);
    case "launch":
      return mayRun(experiment) || isAfterDecision(experiment);
    case "metrics":
      return mayRun(experiment) || isEnded(experiment);
    default:
      return mayRun(experiment);
  }
}

/** @param part what of a group; undefined for a whole group, or all of them */
function hidesRiskOfGroups(part: PathStep | undefined, experiment: Fields): boolean {
  const mayChangeValues = part === undefined || part === "parameterValues";
  const mayChangeSplit = part === undefined || ["id", "size", "disabled", "foreignGroupID"].includes(String(part));
  if (mayRun(experiment)) return mayChangeValues || mayChangeSplit;
  // users of a launched group have its values, whatever the status is
  return (mayChangeSplit && isEnded(experiment)) || (mayChangeValues && hasLaunched(experiment));
}

/** Whether an experiment is active with these fields, or may be. */
function mayRun(fields: Fields): boolean {
  return isActive(fields) || isHidden(at(fields, "status"));
}

/** The fields by which it is judged whether an experiment is ready to start, where they cannot be read. */
function hiddenAtStart(fields: Fields): string[] {
  const groups = at(fields, "groups");
  const hasHiddenSize = listAt(groups).some((group) => isHidden(at(group, "size")));
  return [
    ...["status", "allocation"].filter((field) => isHidden(at(fields, field))),
    ...(isHidden(groups) || isTooLong(groups) || hasHiddenSize ? ["groups"] : []),
  ];
}
