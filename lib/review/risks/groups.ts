import { pathText } from "../../text/names";
import { inBrief } from "../../text/words";
import { type Diff, leavesOf } from "../../value/diff";
import { at, type PathStep } from "../../value/value";
import { isActive, isAfterDecision, LAUNCHED } from "../transition";
import { differencesInside, type MeantStep } from "./as-meant";
import { arrowOf, type Finding, shortValue, valueArrowOf } from "./edits";

/** A group that differs, is added or removed. */
interface GroupDiff extends Pick<Diff, "before" | "after"> {
  /** As a sentence names it: group "green". */
  readonly label: string;
  /** What differs of a group that is there before and after. */
  readonly parts: ReadonlyMap<PathStep | undefined, Diff>;
}

/** None where a plan hides all groups. */
function groupDiffs({ diffs }: MeantStep): GroupDiff[] {
  return (diffs.get("groups")?.inside ?? []).map((found) => {
    const { before, after, names, path } = found;
    const group = after ?? before;
    const name = [names.at(-1), at(group, "id"), at(group, "name")].find((each) => typeof each === "string");
    const label = `group ${name === undefined ? Number(path.at(-1)) + 1 : JSON.stringify(name)}`;
    return { label, before, after, parts: differencesInside(found) };
  });
}

/** What decides who is in which group, and what a sentence says of a change of it. */
export const splitTexts: Readonly<Record<string, (label: string, part: Diff) => string>> = {
  id: (label, part) => `id of ${label} ${arrowOf(part)}`,
  size: (label, part) => `${label} resized ${arrowOf(part)}`,
  disabled: (label, { after }) => `${label} switched ${after === true ? "off" : "on"}`,
  foreignGroupID: (label, part) => `foreign id of ${label} ${arrowOf(part)}`,
};

/** What changes of who is in which group (`group "green" resized 50 → 30`), and why that matters. */
export function splitRisk(step: MeantStep, why: string): Finding | undefined {
  const groups = groupDiffs(step);
  const edits = groups.flatMap(({ label, before, after, parts }) => {
    if (after === undefined) return [`${label} removed`];
    if (before === undefined) return [`${label} added`];
    return Object.entries(splitTexts).flatMap(([field, textOf]) => {
      const part = parts.get(field);
      return part === undefined || part.isUnclear ? [] : [textOf(label, part)];
    });
  });
  if (edits.length === 0) return undefined;
  // the service has given ids to groups that had none
  const ids = groups.flatMap(({ parts }) => parts.get("id") ?? []);
  const added = ids.filter(({ before, after }) => (before ?? "") === "" && typeof after === "string");
  const isOnlyAdded = edits.length === added.length;
  return { what: inBrief(edits), why: isOnlyAdded ? "right only if these are the service's own ids" : why };
}

/** The groups that are there before and after, and whose units receive other values, with those. */
function treatmentEdits(step: MeantStep): { readonly text: string; readonly isLaunched: boolean }[] {
  const launched = [at(step.before, LAUNCHED), at(step.after, LAUNCHED)];
  return groupDiffs(step).flatMap(({ label, before, after, parts }) => {
    const values = parts.get("parameterValues");
    const edits = leavesOf(values).filter(({ isUnclear }) => !isUnclear);
    if (values === undefined || edits.length === 0) return [];
    const texts = edits.map((edit) => `${pathText(edit.path.slice(values.path.length))} ${valueArrowOf(edit)}`.trim());
    const id = at(after, "id") ?? at(before, "id");
    const isLaunched = typeof id === "string" && launched.includes(id);
    return [{ text: `${label} now receives other values (${inBrief(texts, 3)})`, isLaunched }];
  });
}

/** What running groups receive now, but for a launched one. */
export function treatmentRisk(step: MeantStep): Finding | undefined {
  const texts = treatmentEdits(step).flatMap(({ text, isLaunched }) => (isLaunched ? [] : [text]));
  if (texts.length === 0) return undefined;
  return { what: texts.join(", "), why: `${texts.length === 1 ? "its" : "their"} results mix two treatments` };
}

/** What users of a launched group get now instead of what they had. */
export function launchRisk(step: MeantStep): Finding | undefined {
  const values = treatmentEdits(step).filter(({ isLaunched }) => isLaunched);
  const texts = [...launchEdits(step), ...values.map(({ text }) => `launched ${text}`)];
  return texts.length === 0 ? undefined : { what: texts.join("; "), why: "users get something else than was decided" };
}

function launchEdits({ before, after, diffs }: MeantStep): string[] {
  const isInForce = (isActive(before) && isActive(after)) || isAfterDecision(before);
  const found = diffs.get(LAUNCHED);
  if (!isInForce || found === undefined || found.isUnclear) return [];
  const [former, present] = [found.before ?? null, found.after ?? null];
  const [last, next] = [`group ${shortValue(former)}`, `group ${shortValue(present)}`];
  if (found.after === undefined) return [`launched ${last} is no longer sent: the service may keep or clear it`];
  if (present === null) return [`users no longer get the launched ${last}`];
  const still = isActive(after) ? " while the experiment runs" : "";
  return [former === null ? `users get the launched ${next}${still}` : `users get ${next} instead of ${last}${still}`];
}
