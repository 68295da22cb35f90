import { inWords } from "../../api/describe";
import { pathSteps, topField } from "../../api/field-path";
import { fieldWords } from "../formats/field-words";
import type { FieldChange } from "../model";
import { isActive } from "../transition";
import { isDigest } from "../trigger-value";
import { get, hasWithheld, listAt, type Value, type Values, Withheld } from "../value";
import { type Concern, concernOf } from "./field-meanings";
import type { BeforeAfter } from "./finding";

/** What of a group decides about users and results. */
const OF_GROUPS = ["size", "parameterValues", "id", "disabled", "foreignGroupID"];

/** Where a text that is too long for a plan hides what a risk is about: inside a list. */
const LISTS: readonly (Concern | undefined)[] = ["groups", "metrics"];

/**
 * Says which fields of an experiment that may run a plan hides, so that nobody knows whether their change is a risk.
 *
 * @param step without anything before for one that is created
 * @param fields what changes, or may
 */
export function hiddenText({ before, after }: BeforeAfter, fields: readonly FieldChange[]): string | undefined {
  const isNew = Object.keys(before).length === 0;
  if (!isNew && mayRun(before)) return hiddenSentence(fields.filter(isHidden).map(({ path }) => topField(path)));
  if (!mayRun(after)) return undefined;
  const changed = new Set(fields.map(({ path }) => topField(path)));
  return hiddenSentence(hiddenAtStart(after).filter((field) => changed.has(field)));
}

/** A sentence about fields that a plan hides; undefined for none. */
export function hiddenSentence(fields: readonly string[]): string | undefined {
  const names = [...new Set(fields)].map(fieldWords);
  if (names.length === 0) return undefined;
  return `the plan hides ${inWords(names)} (sensitive, too long, or known after the deploy): nobody can tell what changes for the experiment`;
}

/** Whether an experiment is active with these fields, or may be. */
function mayRun(fields: Values): boolean {
  return isActive(fields) || get(fields, "status") instanceof Withheld;
}

function isHidden({ path, before, after }: FieldChange): boolean {
  const concern = concernOf(topField(path));
  const [list, , inGroup] = pathSteps(path);
  if (concern === undefined) return false;
  if (list === "groups" && inGroup !== undefined && !OF_GROUPS.includes(String(inGroup))) return false;
  const isTooLong = (value: Value | undefined) => LISTS.includes(concern) && isDigest(value);
  return [before, after].some((value) => hasWithheld(value) || isTooLong(value));
}

/** The fields by which it is judged whether an experiment is ready to start, where they cannot be read. */
function hiddenAtStart(fields: Values): string[] {
  const [groups, sizes] = [get(fields, "groups"), listAt(get(fields, "groups"))];
  const hasHiddenSize = sizes.some((group) => get(group, "size") instanceof Withheld);
  return [
    ...["status", "allocation"].filter((field) => get(fields, field) instanceof Withheld),
    ...(groups instanceof Withheld || hasHiddenSize ? ["groups"] : []),
  ];
}
