import { fieldWords } from "../../api/field-words";
import type { FieldChange } from "../../plan/differences";
import { inWords } from "../../text/words";
import { at, type Fields, holdsOpaque, isTooLong, listAt, Opaque } from "../../value/value";
import { isActive, isEnded } from "../transition";
import { type Concern, concernOf } from "./field-meanings";
import { type BeforeAfter, reasoned, type ToldWhat } from "./finding";
import { hasLaunched, isAfterDecision } from "./launch";

/** What the units of a group receive. */
const VALUES = "parameterValues";

/** What of a group decides about users and results. */
const OF_GROUPS = ["size", VALUES, "id", "disabled", "foreignGroupID"];

/** Where a text that is too long for a plan hides what a risk is about: inside a list. */
const LISTS: readonly (Concern | undefined)[] = ["groups", "metrics"];

/**
 * Says which fields of an experiment that may run, or has ended, a plan hides, so that nobody knows whether their change is
 * a risk.
 *
 * @param step without anything before for one that is created
 * @param fields what changes, or may
 */
export function hiddenText({ before, after }: BeforeAfter, fields: readonly FieldChange[]): ToldWhat | undefined {
  const isNew = Object.keys(before).length === 0;
  const hidden = isNew ? [] : fields.filter((field) => isHidden(field) && matters(before, field));
  const names = hidden.map(({ path }) => String(path[0]));
  if ((!isNew && mayRun(before)) || !mayRun(after)) return hiddenSentence(names);
  const changed = new Set(fields.map(({ path }) => path[0]));
  return hiddenSentence([...names, ...hiddenAtStart(after).filter((field) => changed.has(field))]);
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

/** Whether an experiment is active with these fields, or may be. */
function mayRun(fields: Fields): boolean {
  return isActive(fields) || at(fields, "status") instanceof Opaque;
}

/** Whether a risk depends on a field, in the state that the experiment is in. */
function matters(before: Fields, { path }: FieldChange): boolean {
  if (mayRun(before)) return true;
  const concern = concernOf(String(path[0]));
  if (concern === "launch") return isAfterDecision(before);
  if (concern !== "groups") return concern === "metrics" && isEnded(before);
  const [, , inGroup] = path;
  // users of a launched group have its values, whatever the status is
  if (hasLaunched(before) && (inGroup === undefined || inGroup === VALUES)) return true;
  return isEnded(before) && inGroup !== VALUES;
}

function isHidden({ path, before, after }: FieldChange): boolean {
  const concern = concernOf(String(path[0]));
  const [list, , inGroup] = path;
  if (concern === undefined) return false;
  if (list === "groups" && inGroup !== undefined && !OF_GROUPS.includes(String(inGroup))) return false;
  return [before, after].some((value) => (isTooLong(value) ? LISTS.includes(concern) : holdsOpaque(value)));
}

/** The fields by which it is judged whether an experiment is ready to start, where they cannot be read. */
function hiddenAtStart(fields: Fields): string[] {
  const [groups, sizes] = [at(fields, "groups"), listAt(at(fields, "groups"))];
  const hasHiddenSize = sizes.some((group) => at(group, "size") instanceof Opaque);
  return [
    ...["status", "allocation"].filter((field) => at(fields, field) instanceof Opaque),
    ...(groups instanceof Opaque || hasHiddenSize ? ["groups"] : []),
  ];
}
