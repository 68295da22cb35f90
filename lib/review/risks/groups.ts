import { pathText } from "../../text/names";
import { inBrief } from "../../text/words";
import { type Diff, leavesOf } from "../../value/diff";
import { at, holdsOpaque, isHidden, isUnknown, type PathStep, type Value } from "../../value/value";
import { differencesInside } from "./as-meant";
import { arrowOf } from "./edits";

/** A group of an experiment that differs. */
export interface GroupDiff extends Pick<Diff, "before" | "after"> {
  /** As a sentence names it: group "green". */
  readonly label: string;
  /** Its id, which it may have gained or lost. */
  readonly id: Value | undefined;
  /** What differs of a group that is there before and after. */
  readonly parts: ReadonlyMap<PathStep | undefined, Diff>;
}

/** The groups that differ, are added or removed; none where a plan hides them all. */
export function groupDiffs(groups: Diff | undefined): GroupDiff[] {
  return (groups?.inside ?? []).map((found) => {
    const { before, after, names, path } = found;
    const id = at(after, "id") ?? at(before, "id");
    const group = after ?? before;
    const name = [names.at(-1), at(group, "id"), at(group, "name")].find((each) => typeof each === "string");
    const label = `group ${name === undefined ? Number(path.at(-1)) + 1 : JSON.stringify(name)}`;
    return { label, id, before, after, parts: differencesInside(found) };
  });
}

const splitTexts: Readonly<Record<string, (label: string, part: Diff) => string>> = {
  id: (label, part) => `id of ${label} ${arrowOf(part)}`,
  size: (label, part) => `${label} resized ${arrowOf(part)}`,
  disabled: (label, { after }) => `${label} switched ${after === true ? "off" : "on"}`,
  foreignGroupID: (label, part) => `foreign id of ${label} ${arrowOf(part)}`,
};

/** What happened to who is in which group: `group "green" resized 50 → 30`. */
export function splitEdits(groups: Diff | undefined): string[] {
  return groupDiffs(groups).flatMap(({ label, before, after, parts }) => {
    if (after === undefined) return [`${label} removed`];
    if (before === undefined) return [`${label} added`];
    return Object.entries(splitTexts).flatMap(([field, textOf]) => {
      const part = parts.get(field);
      return part === undefined || isHidden(part.before) || isHidden(part.after) ? [] : [textOf(label, part)];
    });
  });
}

/** The groups that are there before and after, and whose units receive other values, with those. */
export function treatmentEdits(groups: Diff | undefined): { readonly id: Value | undefined; readonly text: string }[] {
  return groupDiffs(groups).flatMap(({ label, id, parts }) => {
    const values = parts.get("parameterValues");
    if (values === undefined || isHidden(values.before) || isHidden(values.after)) return [];
    const edits = leavesOf(values).filter(
      ({ before, after }) => ![before, after].some((value) => holdsOpaque(value, isUnknown)),
    );
    if (edits.length === 0) return [];
    const told = edits.map((edit) => `${pathText(edit.path.slice(values.path.length))} ${arrowOf(edit)}`.trim());
    return [{ id, text: `${label} now receives other values (${inBrief(told, 3)})` }];
  });
}
