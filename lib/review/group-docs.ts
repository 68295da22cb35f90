import { type BarPart, type Doc, type FieldRow, parted, valueText, type Words } from "../report/document";
import {
  at,
  type Fields,
  isFields,
  isHidden,
  isList,
  isSame,
  isTooLong,
  listAt,
  Opaque,
  type Value,
} from "../value/value";
import { meantGroupsDiff } from "./risks/as-meant";
import { type GroupDiff, groupDiffs } from "./risks/groups";

/** What a user of each group gets: a column for each, as there are fewer of them than parameters. */
export function groupsDocs(groups: Value | undefined): Doc[] {
  if (groups instanceof Opaque) {
    return [{ node: "words", words: `What each group gets is hidden: ${hiddenReasons[groups.why]}.` }];
  }
  if (!isList(groups) || groups.length === 0) return [];
  const parameters = [...new Set(groups.flatMap((group) => Object.keys(valuesOf(group))))];
  const row = (head: Words, wordsOf: (group: Value) => Words) => [head, ...groups.map(wordsOf)];
  const hasSizes = groups.some((group) => sizeOf(group) !== undefined);
  return [
    {
      node: "table",
      label: "What users get",
      heads: ["group", ...groups.map(groupName)],
      rows: [
        ...(hasSizes ? [row("size", (group) => percentWords(sizeOf(group) ?? ""))] : []),
        ...parameters.map((parameter) =>
          row({ own: parameter }, (group) => {
            const value = groupPart(groupPart(group, PARAMETER_VALUES), parameter);
            return value === undefined ? { quiet: "none" } : hiddenWords(value);
          }),
        ),
      ],
    },
  ];
}

const hiddenReasons: Readonly<Record<Opaque["why"], string>> = {
  secret: "the groups are sensitive",
  deploy: "the groups are known at deploy time only",
  long: "the groups are too long for a plan",
};

/** What changes of groups for users of a running experiment, as rows and what stands below them. */
export function groupChanges(before: Fields, after: Fields): { readonly rows: FieldRow[]; readonly docs: Doc[] } {
  const [former, present] = [at(before, "groups"), at(after, "groups")];
  const found = meantGroupsDiff(former, present);
  if (found === undefined) return { rows: [], docs: [] };
  if (present instanceof Opaque) return { rows: [], docs: [hiddenChange(`${hiddenReasons[present.why]}.`)] };
  if (former instanceof Opaque) {
    const now: Doc = { node: "words", words: "From now on:" };
    const reason = `${hiddenReasons[former.why]}, and the plan does not show what they were.`;
    return { rows: [], docs: [hiddenChange(reason), now, ...groupsDocs(present)] };
  }
  const groups = groupDiffs(found);
  const [last, next] = [namedSizes(former), namedSizes(present)];
  const isDrawn = last !== undefined && next !== undefined && groups.some(isResized);
  return {
    rows: groups.flatMap((group) => changedGroupRows(group, isDrawn)),
    docs: isDrawn ? sizeBars(last, next) : [],
  };
}

function hiddenChange(reason: string): Doc {
  return { node: "words", words: `What each group gets may change: ${reason}` };
}

/**
 * What changes of a group: its size, and what its users get.
 *
 * @param isDrawn whether sizes are told elsewhere
 */
function changedGroupRows(group: GroupDiff, isDrawn: boolean): FieldRow[] {
  const { label, before, after } = group;
  const isTold = isOff(before) !== isOff(after) || (isResized(group) && !isDrawn);
  const size = isTold ? [{ label, before: groupSize(before), after: groupSize(after) }] : [];
  if (after === undefined) return size;
  const [last, next] = [before, after].map((each) => groupPart(each, PARAMETER_VALUES));
  const parameters = new Set([last, next].flatMap((values) => (isFields(values) ? Object.keys(values) : [])));
  const values = [...parameters].flatMap((parameter): FieldRow[] => {
    const [former, present] = [groupPart(last, parameter), groupPart(next, parameter)];
    if (isSame(former, present)) return [];
    const words = (value: Value | undefined) => (value === undefined ? undefined : hiddenWords(value));
    return [{ label: `${label} › ${parameter}`, before: words(former), after: words(present) }];
  });
  return [...size, ...values];
}

function isResized({ before, after }: GroupDiff): boolean {
  return before === undefined || after === undefined || !isSame(sizeOf(before), sizeOf(after));
}

function isOff(group: Value | undefined): boolean {
  return at(group, "disabled") === true;
}

const PARAMETER_VALUES = "parameterValues";

/** Of what is hidden as a whole, each part is. */
function groupPart(value: Value | undefined, name: string): Value | undefined {
  return value instanceof Opaque ? value : at(value, name);
}

/** What the users of a group receive, as far as it is shown. */
function valuesOf(group: Value): Fields {
  const values = at(group, PARAMETER_VALUES);
  return isFields(values) ? values : {};
}

function sizeOf(group: Value): Value | undefined {
  return groupPart(group, "size");
}

function groupName(group: Value): string {
  return `${readableName(groupPart(group, "id") ?? groupPart(group, "name") ?? "?")}${isOff(group) ? " (switched off)" : ""}`;
}

function groupSize(group: Value | undefined): Words | undefined {
  if (group === undefined) return undefined;
  const size = sizeOf(group);
  const words = size === undefined ? "without size" : percentWords(size);
  return isOff(group) ? [words, ", switched off"] : words;
}

/** The size of a group, in percent. */
type NamedSize = { readonly label: string; readonly percent: number };

/** The groups' sizes by their names; undefined where one of them is not known, or two have one name. */
function namedSizes(groups: Value | undefined): NamedSize[] | undefined {
  const sizes = listAt(groups).flatMap((group, index): NamedSize[] => {
    const percent = at(group, "size");
    const name = [at(group, "id"), at(group, "name")].find((each) => typeof each === "string") ?? index + 1;
    return typeof percent === "number" && percent >= 0 ? [{ label: String(name), percent }] : [];
  });
  const names = new Set(sizes.map(({ label }) => label));
  return names.size > 0 && names.size === listAt(groups).length ? sizes : undefined;
}

/** The sizes of groups, drawn; a line says the same. */
function sizeBars(before: readonly NamedSize[], after: readonly NamedSize[]): Doc[] {
  const names = [...new Set([...before, ...after].map(({ label }) => label))];
  const bar = (caption: string, sizes: readonly NamedSize[]): Doc => ({
    node: "bar",
    caption,
    parts: sizes.map(({ label, percent }): BarPart => ({ label, percent, colour: names.indexOf(label) })),
  });
  const legend = names.map((name): Words => {
    const [last, next] = [before, after].map((sizes) => sizes.find(({ label }) => label === name)?.percent);
    if (last === next) return [{ own: name }, ` ${next} %`];
    const [former, present] = [last === undefined ? "new" : `${last} %`, next === undefined ? "removed" : `${next} %`];
    return [{ own: name }, " ", { strong: `${former} → ${present}` }];
  });
  return [
    bar("before", before),
    bar("after", after),
    { node: "facts", facts: [["group sizes", parted(legend, ", ")]] },
  ];
}

/** "10 %". */
export function percentWords(value: Value): Words {
  return typeof value === "number" ? `${value} %` : plainValue(value);
}

/** A text as it is, and any other value as a value. */
export function plainValue(value: Value): Words {
  return typeof value === "string" ? { own: value } : hiddenWords(value);
}

/** Longest value beside others, in characters: the changes have it whole. */
const LONGEST_BESIDE = 200;

/** A value, unless the plan hides it. */
function hiddenWords(value: Value): Words {
  if (isUnread(value)) return { quiet: "hidden" };
  const text = valueText(value);
  if (text.length <= LONGEST_BESIDE) return { value };
  return [{ own: `${text.slice(0, LONGEST_BESIDE)}…` }, { quiet: ` (${text.length.toLocaleString("en")} characters)` }];
}

/** A name within a text. */
export function readableName(name: Value): string {
  return isUnread(name) ? "hidden" : typeof name === "string" ? name : valueText(name);
}

/** Whether people cannot be told a value, nor the variable that it comes from. */
function isUnread(value: Value): boolean {
  return isHidden(value) || isTooLong(value);
}
