import { at, type Fields, isHidden, isSame, type Value } from "../../value/value";
import { isActive, isClosed, isDecided } from "../transition";
import { shortValue } from "./edits";
import { type BeforeAfter, reasoned, type Told } from "./found-risk";
import { treatmentEdits } from "./groups";

const LAUNCHED = "launchedGroupID";

/** What users of a launched group get now instead of what they had. */
export function launchText(step: BeforeAfter): string | undefined {
  const texts = [...groupTexts(step), ...valueTexts(step)];
  return texts.length === 0 ? undefined : texts.join("; ");
}

function groupTexts({ before, after }: BeforeAfter): string[] {
  const [former, present] = [at(before, LAUNCHED) ?? null, at(after, LAUNCHED) ?? null];
  const counts = (isActive(before) && isActive(after)) || isAfterDecision(before);
  if (!counts || isHidden(former) || isHidden(present) || isSame(former, present)) return [];
  const [last, next] = [`group ${shortValue(former)}`, `group ${shortValue(present)}`];
  if (present === null && at(after, LAUNCHED) === undefined) {
    return [`launched ${last} is no longer sent: the service may keep or clear it`];
  }
  const still = isActive(after) ? " while the experiment runs" : "";
  if (present === null) return [`users no longer get the launched ${last}`];
  return [former === null ? `users get the launched ${next}${still}` : `users get ${next} instead of ${last}${still}`];
}

function valueTexts(step: BeforeAfter): string[] {
  const launched = launchedGroups(step);
  return treatmentEdits(step)
    .filter(({ id }) => id !== undefined && launched.includes(id))
    .map(({ text }) => `launched ${text}`);
}

/** What running groups receive now, but for a launched one. */
export function treatmentText(step: BeforeAfter): Told | undefined {
  const launched = launchedGroups(step);
  const texts = treatmentEdits(step).filter(({ id }) => id === undefined || !launched.includes(id));
  if (texts.length === 0) return undefined;
  const mix = texts.length === 1 ? "its results mix two treatments" : "their results mix two treatments";
  return reasoned(texts.map(({ text }) => text).join(", "), mix);
}

function launchedGroups({ before, after }: BeforeAfter): (Value | undefined)[] {
  return [at(before, LAUNCHED), at(after, LAUNCHED)];
}

/** Whether the users of an experiment have what was decided. */
export function isAfterDecision(fields: Fields): boolean {
  return isDecided(fields) || (isClosed(fields) && hasLaunched(fields));
}

/** Whether a group is named whose values users get. */
export function hasLaunched(fields: Fields): boolean {
  return (at(fields, LAUNCHED) ?? null) !== null;
}
