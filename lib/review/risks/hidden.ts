import type { FieldChange } from "../../plan/differences";
import { fieldWords } from "../../text/path";
import { inWords } from "../../text/words";
import { at, type Fields, holdsHidden, isHidden, isTooLong, listAt, type PathStep } from "../../value/value";
import { isActive, isEnded } from "../transition";
import type { BeforeAfter } from "./as-meant";
import { concernOf } from "./field-meanings";
import { reasoned, type ToldWhat } from "./found-risk";
import { hasLaunched, isAfterDecision } from "./launch";

/**
 * Says which fields of an experiment that may run, or has ended, a plan hides, so that nobody knows whether their change is
 * a risk.
 *
 * @param step without anything before for one that is created
 * @param fields what changes, or may
 */
export function hiddenText({ before, after }: BeforeAfter, fields: readonly FieldChange[]): ToldWhat | undefined {
  const isNew = Object.keys(before).length === 0;
  const names = isNew ? [] : fields.filter((field) => hidesRisk(field, before)).map(({ path }) => String(path[0]));
  const mayStart = (isNew || !mayRun(before)) && mayRun(after);
  const changed = new Set(fields.map(({ path }) => path[0]));
  const atStart = mayStart ? hiddenAtStart(after).filter((field) => changed.has(field)) : [];
  return hiddenSentence([...names, ...atStart]);
}

/** A sentence about fields that a plan hides; undefined for none. */
export function hiddenSentence(fields: readonly string[]): ToldWhat | undefined {
  const names = [...new Set(fields)].map(fieldWords);
  if (names.length === 0) return undefined;
  return reasoned(
    `the plan hides ${inWords(names)} (sensitive, too long, or known at deploy time)`,
    "nobody can tell what changes for the experiment",
  );
}

/** Whether a plan hides a value on which a risk depends, in the state that the experiment is in. */
function hidesRisk({ path, before: former, after: present }: FieldChange, experiment: Fields): boolean {
  const [field, , part] = path;
  const concern = concernOf(String(field));
  // a text that is too long is known to change; only of a list, nobody can tell what changes in it
  const isOfList = concern === "groups" || concern === "metrics";
  if (![former, present].some((value) => holdsHidden(value) || (isOfList && isTooLong(value)))) return false;
  switch (concern) {
    case undefined:
      return false;
    case "groups":
      return isRiskOfGroups(part, experiment);
    case "launch":
      return mayRun(experiment) || isAfterDecision(experiment);
    case "metrics":
      return mayRun(experiment) || isEnded(experiment);
    default:
      return mayRun(experiment);
  }
}

/** @param part what of a group; undefined for a whole group, or all of them */
function isRiskOfGroups(part: PathStep | undefined, experiment: Fields): boolean {
  const isOfValues = part === undefined || part === "parameterValues";
  const isOfSplit = part === undefined || ["id", "size", "disabled", "foreignGroupID"].includes(String(part));
  if (mayRun(experiment)) return isOfValues || isOfSplit;
  // users of a launched group have its values, whatever the status is
  return (isOfSplit && isEnded(experiment)) || (isOfValues && hasLaunched(experiment));
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
