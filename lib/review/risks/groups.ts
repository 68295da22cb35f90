import { few } from "../../api/describe";
import { differencesOf } from "../differences";
import { get, isList, isObjectValue, isUnknown, listAt, same, type Value, type Values, Withheld } from "../value";
import { meantValue, shortValue } from "./edits";
import type { BeforeAfter } from "./finding";

/** Two states of a group of an experiment. */
interface GroupStep {
  /** As a sentence names it: group "green". */
  readonly label: string;
  readonly id: string | undefined;
  readonly before?: Values;
  readonly after?: Values;
}

/** What happened to who is in which group: `group "green" resized 50 → 30`. */
export function shareEdits(step: BeforeAfter): string[] {
  return groupSteps(step).flatMap(({ label, before, after }) => {
    if (after === undefined) return [`${label} removed`];
    if (before === undefined) return [`${label} added`];
    const of = (field: string) => [get(before, field), get(after, field)] as const;
    const [size, disabled, foreign] = [of("size"), of("disabled"), of("foreignGroupID")];
    return [
      ...(isOther(...size) ? [`${label} resized ${shortValue(size[0])} → ${shortValue(size[1])}`] : []),
      ...(isOther(...disabled) ? [`${label} switched ${disabled[1] === true ? "off" : "on"}`] : []),
      ...(isOther(...foreign) ? [`foreign id of ${label} ${shortValue(foreign[0])} → ${shortValue(foreign[1])}`] : []),
    ];
  });
}

/** The groups that are there before and after, and whose units receive other values, with those. */
export function treatmentEdits(step: BeforeAfter): { readonly id: string | undefined; readonly text: string }[] {
  return groupSteps(step).flatMap(({ label, id, before, after }) => {
    if (before === undefined || after === undefined) return [];
    const values = [get(before, "parameterValues"), get(after, "parameterValues")];
    if (values.some((value) => value instanceof Withheld)) return [];
    const [former = {}, present = {}] = values.map((value) => value ?? {});
    const edits = differencesOf({ value: former }, { value: present }, ["value"]).filter(
      (edit) => !isUnknown(edit.before) && !isUnknown(edit.after),
    );
    if (edits.length === 0) return [];
    const told = edits.map(({ path, ...edit }) => {
      const place = path.replace(/^value\.?/, "");
      return `${place === "" ? "" : `${place} `}${shortValue(edit.before)} → ${shortValue(edit.after)}`;
    });
    return [{ id, text: `${label} now receives other values (${few(told, 3)})` }];
  });
}

/** The groups of both sides, each with its counterpart: by the id, else the name, else the place. */
function groupSteps({ before, after }: BeforeAfter): GroupStep[] {
  const [former, present] = [get(before, "groups"), get(after, "groups")];
  if (!isReadable(former) || !isReadable(present)) return [];
  const [last, next] = [byLabel(former), byLabel(present)];
  return [...new Set([...last.keys(), ...next.keys()])].map((label) => {
    const [one, other] = [last.get(label), next.get(label)];
    const id = get(other ?? one ?? {}, "id");
    return {
      label: `group ${label}`,
      id: typeof id === "string" ? id : undefined,
      before: one,
      after: other,
    };
  });
}

/** Whether a list can be looked into: it is not withheld, and not too long for a plan. */
function isReadable(list: Value | undefined): boolean {
  return list === undefined || isList(list);
}

function byLabel(groups: Value | undefined): Map<string, Values> {
  const labelled = new Map<string, Values>();
  for (const [index, group] of listAt(groups).entries()) {
    const name = [get(group, "id"), get(group, "name")].find((each) => typeof each === "string");
    const label = name === undefined ? `${index + 1}` : JSON.stringify(name);
    labelled.set(unusedLabel(label, labelled), isObjectValue(group) ? group : {});
  }
  return labelled;
}

/** A label of its own for each of several groups of one name, which the API does not forbid. */
function unusedLabel(label: string, used: ReadonlyMap<string, Values>): string {
  let unused = label;
  for (let count = 2; used.has(unused); count++) unused = `${label} (${count})`;
  return unused;
}

/** Whether a value is known to be another. */
function isOther(before: Value | undefined, after: Value | undefined): boolean {
  return !(before instanceof Withheld) && !(after instanceof Withheld) && !same(meantValue(before), meantValue(after));
}
