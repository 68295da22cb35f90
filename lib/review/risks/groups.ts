import { pathText } from "../../text/path";
import { inBrief } from "../../text/words";
import { diff, exactly, leavesOf } from "../../value/diff";
import { at, type Fields, isFields, isHidden, isList, isUnknown, listAt, Opaque, type Value } from "../../value/value";
import { meantDiff } from "./as-meant";
import { arrowText, shortValue } from "./edits";
import type { BeforeAfter } from "./found-risk";

/** Two states of a group of an experiment. */
interface GroupStep {
  /** As a sentence names it: group "green". */
  readonly label: string;
  readonly id: string | undefined;
  readonly before?: Fields;
  readonly after?: Fields;
}

/** What happened to who is in which group: `group "green" resized 50 → 30`. */
export function shareEdits(step: BeforeAfter): string[] {
  return groupSteps(step).flatMap(({ label, before, after }) => {
    if (after === undefined) return [`${label} removed`];
    if (before === undefined) return [`${label} added`];
    const of = (field: string) => [at(before, field), at(after, field)] as const;
    const [size, disabled, foreign, id] = [of("size"), of("disabled"), of("foreignGroupID"), of("id")];
    return [
      ...(isOther(...id) ? [`id of ${label} ${arrowText(shortValue(id[0]), shortValue(id[1]))}`] : []),
      ...(isOther(...size) ? [`${label} resized ${shortValue(size[0])} → ${shortValue(size[1])}`] : []),
      ...(isOther(...disabled) ? [`${label} switched ${disabled[1] === true ? "off" : "on"}`] : []),
      ...(isOther(...foreign)
        ? [`foreign id of ${label} ${arrowText(shortValue(foreign[0]), shortValue(foreign[1]))}`]
        : []),
    ];
  });
}

/** The groups that are there before and after, and whose units receive other values, with those. */
export function treatmentEdits(step: BeforeAfter): { readonly id: string | undefined; readonly text: string }[] {
  return groupSteps(step).flatMap(({ label, id, before, after }) => {
    if (before === undefined || after === undefined) return [];
    const values = [at(before, "parameterValues"), at(after, "parameterValues")];
    if (values.some((value) => value instanceof Opaque)) return [];
    const [former = {}, present = {}] = values.map((value) => value ?? {});
    const edits = leavesOf(diff(former, present, exactly, null)).filter(
      (edit) => !isUnknown(edit.before) && !isUnknown(edit.after),
    );
    if (edits.length === 0) return [];
    const told = edits.map(({ path, ...edit }) => {
      const place = pathText(path);
      return `${place === "" ? "" : `${place} `}${arrowText(shortValue(edit.before), shortValue(edit.after))}`;
    });
    return [{ id, text: `${label} now receives other values (${inBrief(told, 3)})` }];
  });
}

/** The groups of both sides, each with its counterpart: by the id, else the name, else the place. One may gain or lose an id. */
export function groupSteps({ before, after }: BeforeAfter): GroupStep[] {
  const [former, present] = [at(before, "groups"), at(after, "groups")];
  if (!isReadable(former) || !isReadable(present)) return [];
  const [last, next] = [byLabel(former), byLabel(present)];
  const added = [...next].filter(([label]) => !last.has(label));
  for (const [label, group] of last) {
    if (next.has(label)) continue;
    const at = added.findIndex(([, other]) => mayBeSame(group, other));
    const [found] = at < 0 ? [] : added.splice(at, 1);
    if (found === undefined) continue;
    next.delete(found[0]);
    next.set(label, found[1]);
  }
  return [...new Set([...last.keys(), ...next.keys()])].map((label) => {
    const [one, other] = [last.get(label), next.get(label)];
    const id = at(other, "id") ?? at(one, "id");
    return {
      label: `group ${label}`,
      id: typeof id === "string" ? id : undefined,
      before: one,
      after: other,
    };
  });
}

/** Whether two groups have one name, and not two ids. */
function mayBeSame(one: Fields, other: Fields): boolean {
  const name = at(one, "name");
  const hasTwoIds = [one, other].every((group) => typeof at(group, "id") === "string");
  return typeof name === "string" && name === at(other, "name") && !hasTwoIds;
}

/** Whether a list can be looked into: it is not withheld, and not too long for a plan. */
function isReadable(list: Value | undefined): boolean {
  return list === undefined || isList(list);
}

/** Groups by what tells them apart. The API does not forbid that several have one name: those are counted. */
function byLabel(groups: Value | undefined): Map<string, Fields> {
  const counts = new Map<string, number>();
  return new Map(
    listAt(groups).map((group, index) => {
      const name = [at(group, "id"), at(group, "name")].find((each) => typeof each === "string");
      const label = name === undefined ? `${index + 1}` : JSON.stringify(name);
      const count = (counts.get(label) ?? 0) + 1;
      counts.set(label, count);
      return [count === 1 ? label : `${label} (${count})`, isFields(group) ? group : {}];
    }),
  );
}

/** Whether a value is known to be another. */
function isOther(before: Value | undefined, after: Value | undefined): boolean {
  return !isHidden(before) && !isHidden(after) && meantDiff(before, after) !== undefined;
}
