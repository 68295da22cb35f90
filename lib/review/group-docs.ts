import { type BarPart, type Doc, type FieldRow, parted, valueText, type Words } from "../report/document";
import { at, type Fields, isHidden, isSame, isTooLong, listAt, type Opaque, type Value } from "../value/value";
import type { Change } from "./model";
import type { GroupChange, GroupTable, UserGroup } from "./user-impact";

/** What a user of each group gets: a column for each, as there are fewer of them than parameters. */
export function groupsDocs(table: GroupTable | undefined): Doc[] {
  if (table === undefined) return [];
  if ("hidden" in table)
    return [{ node: "words", words: `What each group gets is hidden: ${hiddenReasons[table.hidden]}.` }];
  const { parameters, groups } = table;
  const cells = (wordsOfGroup: (group: UserGroup) => Words) => groups.map(wordsOfGroup);
  return [
    {
      node: "table",
      label: "What users get",
      heads: ["group", ...groups.map(groupName)],
      rows: [
        // what was decided has none
        ...(groups.some(({ size }) => size !== undefined)
          ? [["size", ...cells(({ size }) => (size === undefined ? "" : percentWords(size)))]]
          : []),
        ...parameters.map((parameter, index) => [
          { own: parameter },
          ...cells(({ values }) => (values[index] === undefined ? { quiet: "none" } : hiddenWords(values[index]))),
        ]),
      ],
    },
  ];
}

function groupName({ id, name, isOff }: UserGroup): string {
  return `${hiddenOr(id ?? name ?? "?", String)}${isOff ? " (switched off)" : ""}`;
}

export const hiddenReasons: Readonly<Record<Opaque["why"], string>> = {
  secret: "the groups are sensitive",
  deploy: "the groups are known at deploy time only",
  long: "the groups are too long for a plan",
};

/**
 * What changes of a group: its size, and what its users get.
 *
 * @param isDrawn whether sizes are told elsewhere
 */
export function groupRowsOf({ label, before, after, values }: GroupChange, isDrawn: boolean): FieldRow[] {
  const isNew = before === undefined;
  const isOther = isNew || after === undefined || !isSame(before.size, after.size) || before.isOff !== after.isOff;
  return [
    ...(isOther && !(isDrawn && before?.isOff === after?.isOff)
      ? [{ label, before: before && groupSize(before), after: after && groupSize(after) }]
      : []),
    ...values.map(
      (value): FieldRow => ({
        label: `${label} › ${value.parameter}`,
        before: value.before === undefined ? undefined : hiddenWords(value.before),
        after: value.after === undefined ? undefined : hiddenWords(value.after),
      }),
    ),
  ];
}

function groupSize({ size, isOff }: Pick<UserGroup, "size" | "isOff">): Words {
  const words = size === undefined ? "without size" : percentWords(size);
  return isOff ? [words, ", switched off"] : words;
}

/** The size of a group, in percent. */
type NamedSize = { readonly label: string; readonly percent: number };

export type SizeChange = { readonly before: readonly NamedSize[]; readonly after: readonly NamedSize[] };

/** The sizes of all groups before and after, where one of them changes and all are known. */
export function sizeChangeOf({ forUsers, whole }: Change): SizeChange | undefined {
  const groups = forUsers?.step === "changes" ? forUsers.groups : undefined;
  if (groups === undefined || "hidden" in groups) return undefined;
  const isOther = groups.some((group) => !isSame(group.before?.size, group.after?.size));
  const [before, after] = [sizesOf(whole.before), sizesOf(whole.after)];
  return isOther && before !== undefined && after !== undefined ? { before, after } : undefined;
}

/** The groups' sizes by their names; undefined where one of them is not known, or two have one name. */
function sizesOf(fields: Fields): NamedSize[] | undefined {
  const groups = listAt(fields, "groups");
  const sizes = groups.flatMap((group, index): NamedSize[] => {
    const percent = at(group, "size");
    const name = [at(group, "id"), at(group, "name")].find((each) => typeof each === "string") ?? index + 1;
    return typeof percent === "number" && percent >= 0 ? [{ label: String(name), percent }] : [];
  });
  const names = new Set(sizes.map(({ label }) => label));
  return groups.length > 0 && names.size === groups.length ? sizes : undefined;
}

/** The sizes of groups, drawn; a line says the same. */
export function sizeBars({ before, after }: SizeChange): Doc[] {
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
  return typeof value === "number" ? `${value} %` : hiddenWords(value);
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

/** The same within a text. */
export function hiddenOr(value: Value, textOf: (value: Value) => string): string {
  return isUnread(value) ? "hidden" : textOf(value);
}

/** Whether people cannot be told a value, nor the variable that it comes from. */
function isUnread(value: Value): boolean {
  return isHidden(value) || isTooLong(value);
}
