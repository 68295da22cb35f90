import type { FieldChange } from "../../plan/entity-fields";
import { fieldNoun } from "../../text/names";
import { inWords } from "../../text/words";
import type { Fields, PathStep, Value } from "../../value/value";
import { at, holdsOpaque, isHidden, isTooLong, listAt } from "../../value/value";
import { hasLaunched, isAfterDecision, isEnded, isStatusHidden, LAUNCHED, mayRun } from "../transition";
import type { BeforeAfter } from "./as-meant";
import type { Finding } from "./edits";
import { concernOf } from "./field-meanings";
import { splitTexts } from "./groups";

/**
 * Says which fields of an experiment that may run, or has ended, a plan hides, so that nobody knows whether their change is
 * a risk.
 *
 * @param changes what changes, or may
 */
export function hiddenRisk(step: BeforeAfter, changes: readonly FieldChange[]): Finding | undefined {
  const { before, after } = step;
  const mayStart = !mayRun(before) && mayRun(after);
  const hidden = changes.filter(
    (change) => hidesRisk(change, before) || (mayStart && isHiddenAtStart(String(change.path[0]), after)),
  );
  return hiddenFields([...hidden.map(({ path }) => String(path[0])), ...hiddenConditions(step, changes)]);
}

/** The fields that say whether what changes is a risk, where a plan hides them, whether they change or not. */
function hiddenConditions({ before, after }: BeforeAfter, changes: readonly FieldChange[]): string[] {
  const fields = [before, after];
  const isOfConcern = changes.some(({ path: [field] }) => concernOf(String(field)) !== undefined);
  // what is created is judged by what is declared
  const status = before !== undefined && isOfConcern && fields.some(isStatusHidden) ? ["status"] : [];
  const ofGroups = changes.filter(({ path: [field, , part] }) => field === "groups" && isValues(part));
  if (ofGroups.length === 0 || !isAfterDecision(before)) return status;
  // which of the groups is the launched one
  const launched = fields.some((each) => isHidden(at(each, LAUNCHED))) ? [LAUNCHED] : [];
  const groups = fields.some((each) => listAt(each, "groups").some((group) => isHidden(at(group, "id"))));
  return [...status, ...launched, ...(groups ? ["groups"] : [])];
}

/** What is said of fields that a plan hides; undefined for none. */
export function hiddenFields(fields: readonly string[]): Finding | undefined {
  const names = [...new Set(fields)].map(fieldNoun);
  if (names.length === 0) return undefined;
  return {
    what: `the plan hides ${inWords(names)} (sensitive, too long, or known at deploy time)`,
    why: "nobody can tell what changes for the experiment",
  };
}

/** Whether this part of a group, or a whole group, is what its users get. */
function isValues(part: PathStep | undefined): boolean {
  return part === undefined || part === "parameterValues";
}

/** When a change is a risk also of an experiment that does not run. */
const judgedLater: Readonly<Record<string, typeof isEnded>> = { launch: isAfterDecision, metrics: isEnded };

/** Whether a plan hides a value on which a risk depends, in the state that the experiment is in. */
function hidesRisk({ path, before, after }: FieldChange, experiment: Fields | undefined): boolean {
  // of a group: groups, its index, and what of it; without that, a whole group, or all of them
  const [field, , part] = path;
  const concern = concernOf(String(field));
  // a text that is too long is known to change; only of a list, nobody can tell what changes in it
  const isList = concern === "groups" || concern === "metrics";
  const isUnread = (value: Value | undefined) => holdsOpaque(value, isHidden) || (isList && isTooLong(value));
  if (concern === undefined || (!isUnread(before) && !isUnread(after))) return false;
  if (concern !== "groups") return mayRun(experiment) || (judgedLater[concern]?.(experiment) ?? false);
  const isSplit = part === undefined || Object.hasOwn(splitTexts, part);
  if (mayRun(experiment)) return isSplit || isValues(part);
  // users of a launched group have its values, whatever the status is
  return (isSplit && isEnded(experiment)) || (isValues(part) && hasLaunched(experiment));
}

/** Whether a field by which it is judged whether an experiment is ready to start cannot be read. */
function isHiddenAtStart(field: string, fields: Fields): boolean {
  const value = at(fields, field);
  if (field === "status" || field === "allocation") return isHidden(value);
  if (field !== "groups") return false;
  return isHidden(value) || isTooLong(value) || listAt(value).some((group) => isHidden(at(group, "size")));
}
