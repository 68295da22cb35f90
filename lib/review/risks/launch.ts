import { at, type Fields, isHidden } from "../../value/value";
import { isActive, isClosed, isDecided } from "../transition";
import type { MeantStep } from "./as-meant";
import { shortValue } from "./edits";
import { reasoned, type Told } from "./found-risk";
import { treatmentEdits } from "./groups";

const LAUNCHED = "launchedGroupID";

/** What users of a launched group get now instead of what they had. */
export function launchText(step: MeantStep): string | undefined {
  const values = treatments(step).filter(({ isLaunched }) => isLaunched);
  const texts = [...groupTexts(step), ...values.map(({ text }) => `launched ${text}`)];
  return texts.length === 0 ? undefined : texts.join("; ");
}

function groupTexts({ before, after, diffs }: MeantStep): string[] {
  const counts = (isActive(before) && isActive(after)) || isAfterDecision(before);
  const found = diffs.get(LAUNCHED);
  if (!counts || found === undefined || isHidden(found.before) || isHidden(found.after)) return [];
  const [former, present] = [found.before ?? null, found.after ?? null];
  const [last, next] = [`group ${shortValue(former)}`, `group ${shortValue(present)}`];
  if (found.after === undefined) return [`launched ${last} is no longer sent: the service may keep or clear it`];
  if (present === null) return [`users no longer get the launched ${last}`];
  const still = isActive(after) ? " while the experiment runs" : "";
  return [former === null ? `users get the launched ${next}${still}` : `users get ${next} instead of ${last}${still}`];
}

/** What running groups receive now, but for a launched one. */
export function treatmentText(step: MeantStep): Told | undefined {
  const texts = treatments(step).flatMap(({ text, isLaunched }) => (isLaunched ? [] : [text]));
  if (texts.length === 0) return undefined;
  const whose = texts.length === 1 ? "its" : "their";
  return reasoned(texts.join(", "), `${whose} results mix two treatments`);
}

function treatments({ before, after, diffs }: MeantStep) {
  const launched = [at(before, LAUNCHED), at(after, LAUNCHED)];
  return treatmentEdits(diffs.get("groups")).map(({ id, text }) => ({
    text,
    isLaunched: typeof id === "string" && launched.includes(id),
  }));
}

/** Whether the users of an experiment have what was decided. */
export function isAfterDecision(fields: Fields): boolean {
  return isDecided(fields) || (isClosed(fields) && hasLaunched(fields));
}

/** Whether a group is named whose values users get. */
export function hasLaunched(fields: Fields): boolean {
  return (at(fields, LAUNCHED) ?? null) !== null;
}
