import { pathText } from "../../text/names";
import { inBrief } from "../../text/words";
import { type Diff, leavesOf } from "../../value/diff";
import { at, holdsOpaque, isHidden, isUnknown, type PathStep, type Value } from "../../value/value";
import { isActive, isAfterDecision, LAUNCHED } from "../transition";
import { differencesInside, type MeantStep } from "./as-meant";
import { arrowOf, type Finding, shortValue } from "./edits";

/** A group of an experiment that differs. */
export interface GroupDiff extends Pick<Diff, "before" | "after"> {
  /** As a sentence names it: group "green". */
  readonly label: string;
  /** What differs of a group that is there before and after. */
  readonly parts: ReadonlyMap<PathStep | undefined, Diff>;
}

/** The groups that differ, are added or removed; none where a plan hides them all. */
export function groupDiffs(groups: Diff | undefined): GroupDiff[] {
  return (groups?.inside ?? []).map((found) => {
    const { before, after, names, path } = found;
    const group = after ?? before;
    const name = [names.at(-1), at(group, "id"), at(group, "name")].find((each) => typeof each === "string");
    const label = `group ${name === undefined ? Number(path.at(-1)) + 1 : JSON.stringify(name)}`;
    return { label, before, after, parts: differencesInside(found) };
  });
}

const splitTexts: Readonly<Record<string, (label: string, part: Diff) => string>> = {
  id: (label, part) => `id of ${label} ${arrowOf(part)}`,
  size: (label, part) => `${label} resized ${arrowOf(part)}`,
  disabled: (label, { after }) => `${label} switched ${after === true ? "off" : "on"}`,
  foreignGroupID: (label, part) => `foreign id of ${label} ${arrowOf(part)}`,
};

/** What changes of who is in which group, and why that matters. */
export function splitRisk(step: MeantStep, why: string): Finding | undefined {
  const edits = splitEdits(step);
  if (edits.length === 0) return undefined;
  const areIdsAdded = edits.length === addedIds(step);
  return { what: inBrief(edits), why: areIdsAdded ? "right only if these are the service's own ids" : why };
}

/** How many groups get an id that had none: the service has given them ids already. */
function addedIds({ diffs }: MeantStep): number {
  const ids = groupDiffs(diffs.get("groups")).flatMap(({ parts }) => parts.get("id") ?? []);
  return ids.filter(({ before, after }) => (before ?? "") === "" && typeof after === "string").length;
}

/** What happened to who is in which group: `group "green" resized 50 → 30`. */
function splitEdits({ diffs }: MeantStep): string[] {
  return groupDiffs(diffs.get("groups")).flatMap(({ label, before, after, parts }) => {
    if (after === undefined) return [`${label} removed`];
    if (before === undefined) return [`${label} added`];
    return Object.entries(splitTexts).flatMap(([field, textOf]) => {
      const part = parts.get(field);
      return part === undefined || part.isUnclear ? [] : [textOf(label, part)];
    });
  });
}

/** The groups that are there before and after, and whose units receive other values, with those. */
function treatmentEdits({
  before,
  after,
  diffs,
}: MeantStep): { readonly text: string; readonly isLaunched: boolean }[] {
  const launched = [at(before, LAUNCHED), at(after, LAUNCHED)];
  return groupDiffs(diffs.get("groups")).flatMap((group) => {
    const values = group.parts.get("parameterValues");
    if (values === undefined || isHidden(values.before) || isHidden(values.after)) return [];
    const edits = leavesOf(values).filter(
      (edit) => !holdsOpaque(edit.before, isUnknown) && !holdsOpaque(edit.after, isUnknown),
    );
    if (edits.length === 0) return [];
    const texts = edits.map((edit) => `${pathText(edit.path.slice(values.path.length))} ${arrowOf(edit)}`.trim());
    const id: Value | undefined = at(group.after, "id") ?? at(group.before, "id");
    return [
      {
        text: `${group.label} now receives other values (${inBrief(texts, 3)})`,
        isLaunched: typeof id === "string" && launched.includes(id),
      },
    ];
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
  const counts = (isActive(before) && isActive(after)) || isAfterDecision(before);
  const found = diffs.get(LAUNCHED);
  if (!counts || found === undefined || found.isUnclear) return [];
  const [former, present] = [found.before ?? null, found.after ?? null];
  const [last, next] = [`group ${shortValue(former)}`, `group ${shortValue(present)}`];
  if (found.after === undefined) return [`launched ${last} is no longer sent: the service may keep or clear it`];
  if (present === null) return [`users no longer get the launched ${last}`];
  const still = isActive(after) ? " while the experiment runs" : "";
  return [former === null ? `users get the launched ${next}${still}` : `users get ${next} instead of ${last}${still}`];
}
