import type { FieldChange } from "../../plan/differences";
import { fieldWords } from "../../text/field-words";
import { inWords } from "../../text/words";
import { at, type Fields, holdsOpaque, isTooLong, listAt, Opaque, type PathStep } from "../../value/value";
import { isActive, isEnded } from "../transition";
import { type Concern, concernOf } from "./field-meanings";
import { type BeforeAfter, reasoned, type ToldWhat } from "./found-risk";
import { hasLaunched, isAfterDecision } from "./launch";

/** What the units of a group receive. */
const VALUES = "parameterValues";

/** What of a group decides about users and results. */
const OF_GROUPS: readonly PathStep[] = ["size", VALUES, "id", "disabled", "foreignGroupID"];

/** What stands in lists. */
const LISTS: readonly Concern[] = ["groups", "metrics"];

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

/** Whether a risk depends on what is hidden, in the state that the experiment is in. */
function matters(before: Fields, { path }: FieldChange): boolean {
  if (mayRun(before)) return true;
  const [field, , part] = path;
  switch (concernOf(String(field))) {
    case "launch":
      return isAfterDecision(before);
    case "metrics":
      return isEnded(before);
    case "groups": {
      const isResult = isEnded(before) && part !== VALUES;
      // users of a launched group have its values, whatever the status is
      const isReceived = hasLaunched(before) && (part === undefined || part === VALUES);
      return isResult || isReceived;
    }
    default:
      return false;
  }
}

/** Whether the plan hides what a risk is about. A text that is too long is known to change: that hides what is in a list. */
function isHidden({ path, before, after }: FieldChange): boolean {
  const [field, , part] = path;
  const concern = concernOf(String(field));
  if (concern === undefined) return false;
  if (concern === "groups" && part !== undefined && !OF_GROUPS.includes(part)) return false;
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
