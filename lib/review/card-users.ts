import type { BarPart, BarRow, Doc, Words } from "../report/document";
import { rawText, roundedPercent, said } from "../report/document";
import { endsText, withoutLastBreaks } from "../report/text-lines";
import { isUnread, pairWords, seenText, valueText, valueWords } from "../report/value-text";
import { counted } from "../text/words";
import type { Group } from "../value/grouped";
import { at, isFields, isSame, Opaque, type Value } from "../value/value";
import type { Audience, Change, GroupEffect, GroupShare, UserEffect } from "./model";
import { shortValue, valueArrowOf } from "./risks/edits";

/** Who takes part in an experiment and what each group gets, before and after: a sentence, bars and a table. */
export function usersDocs(change: Change): Doc[] {
  const { effect } = change;
  if (effect === undefined) return [];
  const [rows, words] = [barRows(change, effect), partSentence(change, effect)];
  const bars: Doc[] = rows.length > 0 ? [{ node: "bars", rows }] : [];
  return [...(words === undefined ? [] : [said(words)]), ...bars, ...groupsTable(effect)];
}

/** In a few words, beside bars that say the same: "10 → 60 % of the users of layer checkout". */
function partWords(change: Change, each = ""): Words {
  const { effect } = change;
  if (effect === undefined) return "";
  const { before, after } = effect;
  const known = areKnown(after) ? after : before;
  const last = areKnown(before) ? before : known;
  if (last.allocation === undefined && known.allocation === undefined) return "";
  const bars = barRows(change, effect).map(({ parts }) => parts);
  const mini = bars.filter((parts) => parts.every(({ look }) => look !== "open"));
  const late = isIn(before) && !isIn(after) ? " until now" : after.are === "planned" ? ", in set-up" : "";
  return [mini.length === 0 ? "" : { mini }, partOf(last, known), each, late];
}

/** The same of several experiments, where it is the same of each. */
export function partWordsOf([first, ...others]: Group<Change>): Words {
  const words = partWords(first);
  if (others.length === 0 || words === "") return words;
  const areAlike = others.every((each) => rawText(partWords(each)) === rawText(words));
  return areAlike ? partWords(first, " each") : "different shares";
}

function isIn({ are }: Audience): boolean {
  return are === "in" || are === "kept";
}

/** Whether it is known who takes part, or will. */
function areKnown(audience: Audience): boolean {
  return isIn(audience) || audience.are === "planned";
}

/** Those of whom the sentence above the bars speaks: as they were, and as they are. */
function spokenOf({ before, after }: UserEffect): readonly [Audience, Audience] | undefined {
  if (isIn(after)) return [after.are === "in" && isIn(before) ? before : after, after];
  if (isIn(before)) return [before, before];
  return after.are === "planned" ? [before.are === "planned" ? before : after, after] : undefined;
}

/** What it says of them, and the fields that hold that. */
const PARTS = [
  ["allocation", "allocation"],
  ["layer", "layerID"],
  ["gate", "targetingGateID"],
] as const;

/** The fields of which it has what they were, and what they are. */
export function fieldsSpokenOf(effect: UserEffect): string[] {
  const [was, is] = spokenOf(effect) ?? [];
  return PARTS.flatMap(([key, field]) => {
    const isSaid = was !== undefined && [undefined, was[key]].some((each) => isAsBefore(effect.before[key], each));
    return isSaid && is !== undefined && isAsBefore(effect.after[key], is[key]) ? [field] : [];
  });
}

function partSentence({ forUsers }: Change, effect: UserEffect): Words | undefined {
  const [was, is] = spokenOf(effect) ?? [];
  if (was === undefined || is === undefined) return undefined;
  const { before, after } = effect;
  const part = partOf(was, is);
  if (!isIn(after))
    return isIn(before) ? ["Until now, ", part, " took part."] : ["Once it starts, ", part, " take part."];
  if (forUsers === "leaves") return [part, " take part, and go on to."];
  if (after.are === "kept") return [part, " keep their groups, and nobody else takes part."];
  const isSamePart = PARTS.every(([key]) => isSame(before[key], after[key]));
  return [isIn(before) && isSamePart ? "As before, " : "", part, " take part."];
}

/** "10 → 60 % of the users of layer checkout who pass gate beta". */
function partOf(before: Audience, after: Audience): Words {
  const named = (words: string, last: Value | undefined, next: Value | undefined): Words | undefined => {
    if (last === undefined && next === undefined) return undefined;
    if (next !== undefined && isAsBefore(last, next)) return [words, ownValue(next)];
    const [was, is] = pairWords(last ?? null, next ?? null);
    return [words, was, " → ", { strong: is }];
  };
  return [
    { strong: shareWords(before.allocation, after.allocation, "an unknown share") },
    named(" of the users of layer ", before.layer, after.layer) ?? " of users",
    named(" who pass gate ", before.gate, after.gate) ?? "",
  ];
}

/** "60 %", or "10 → 60 %". */
function shareWords(before: Value | undefined, after: Value | undefined, otherwise: string): Words {
  const words = (value: Value | undefined) => {
    if (typeof value === "number") return `${value} %`;
    return value === undefined ? otherwise : valueWords(value);
  };
  if (isAsBefore(before, after)) return words(after);
  const areNumbers = typeof before === "number" && typeof after === "number";
  return [areNumbers ? String(before) : words(before), " → ", words(after)];
}

/** What is hidden is the same as itself: a sentence about one side has it twice. */
function isAsBefore(before: Value | undefined, after: Value | undefined): boolean {
  return before === after || isSame(before, after);
}

/** A text as it is, unless it would be read as there being none; and any other value as a value. */
export function ownValue(value: Value): Words {
  const text = typeof value === "string" ? withoutLastBreaks(value) : "";
  return text !== "" && text === seenText(text) && !/^(?:none|null|nothing)$/i.test(text) ? text : valueWords(value);
}

/** A bar of before, and one of after; one alone where nothing of it changes. */
function barRows(change: Change, effect: UserEffect): BarRow[] {
  if (change.forUsers === undefined && !areKnown(effect.after) && !areKnown(effect.before)) return [];
  const [before, after] = [partsOf(effect, "before"), partsOf(effect, "after")];
  const isNew = effect.after.are === "planned" && effect.before.are === "nobody";
  if (isNew || JSON.stringify(before) === JSON.stringify(after)) return [{ caption: "", parts: after }];
  return [
    { caption: "before", parts: before },
    { caption: "after", parts: after },
  ];
}

/** All users who could take part: each group's share of them, and those who do not. */
function partsOf({ groups, decision, ...effect }: UserEffect, side: "before" | "after"): BarPart[] {
  const { are, allocation, hiddenGroups: hidden } = effect[side];
  const open = (label: string): BarPart[] => [{ percent: 100, look: "open", label }];
  if (are === "nobody") return [{ percent: 100, look: "rest", label: "nobody takes part" }];
  if (are === "unknown") return open("nobody knows what the service has");
  if (are === "left to the service") {
    const launched = side === "after" ? decision?.group : groups.find(({ before }) => before?.isLaunched)?.before;
    if (decision === undefined || launched === undefined) return open("what its users get, the service decides");
    return open(`${launched.title}: who gets it, the service decides`);
  }
  if (allocation === undefined) return open("how many take part, the service decides");
  if (typeof allocation !== "number") return open(`how many take part is ${rawText(valueWords(allocation))}`);
  if (hidden !== undefined) return open(`who gets what is ${rawText(valueWords(hidden))}`);
  const look = are === "planned" ? "planned" : undefined;
  const shares = groups.flatMap((group): BarPart[] => {
    const share = group[side];
    if (typeof share?.size !== "number" || share.isOff) return [];
    const percent = roundedPercent((allocation * share.size) / 100);
    return [{ percent, label: share.title, colour: colourOf(group, groups), look }];
  });
  const parts = shares.length > 0 ? shares : [{ percent: allocation, label: "take part", colour: 1, look } as const];
  const rest = roundedPercent(100 - parts.reduce((sum, { percent }) => sum + percent, 0));
  return rest > 0 ? [...parts, { percent: rest, look: "rest", label: "do not take part" }] : parts;
}

/** The control group has the first colour, and the others theirs in their order. */
function colourOf(group: GroupEffect, groups: readonly GroupEffect[]): number {
  const isTreatment = ({ before, after }: GroupEffect) => (after ?? before)?.isControl !== true;
  return isTreatment(group) ? 1 + groups.slice(0, groups.indexOf(group)).filter(isTreatment).length : 0;
}

/** What a user of each group gets: a column for each parameter. */
function groupsTable(effect: UserEffect): Doc[] {
  const { groups } = effect;
  if (groups.length === 0) return [];
  const values = groups.flatMap(({ before, after }) => [after, before].flatMap((share) => share?.values ?? []));
  const shown = [...new Set(values.flatMap((each) => (isFields(each) ? Object.keys(each) : [])))];
  const isAllHidden = shown.length === 0 && values.some((each) => each instanceof Opaque);
  const parameters = isAllHidden ? ["values"] : shown;
  const rows = groups.map((group): Words[] => [
    [{ swatch: colourOf(group, groups) }, groupName(group, effect)],
    sizeWords(group),
    ...parameters.map((parameter) => parameterWords(group, parameter)),
  ]);
  const heads: Words[] = ["group", "share", ...parameters.map(seenText)];
  return [{ node: "table", look: "grid", label: "Groups", heads, rows }];
}

/** Its name; with its id, unless the name says that, and no other group is called so. */
function groupName({ before, after }: GroupEffect, { groups, ...effect }: UserEffect): Words {
  const share = after ?? before;
  if (share === undefined) return "";
  const { id, title } = share;
  const isCalled = (name: unknown) => String(name).toLowerCase() === title.toLowerCase();
  const namesakes = groups.filter((other) => isCalled((other.after ?? other.before)?.title));
  const isNew = before === undefined && groups.some((other) => other.before !== undefined);
  const tags: Words[] = [
    ...(isNew ? [{ tag: "new", tone: "act" } as const] : []),
    ...(after === undefined && effect.after.hiddenGroups === undefined ? [{ tag: "removed" } as const] : []),
    ...(share.isOff ? [{ tag: "switched off" } as const] : []),
    ...(share.isLaunched && effect.decision !== undefined ? [{ tag: "wins", tone: "act" } as const] : []),
  ];
  return [
    seenText(title),
    typeof id !== "string" || (isCalled(id) && namesakes.length === 1) ? "" : [" ", { quiet: seenText(id) }],
    tags.map((tag): Words => [" ", tag]),
  ];
}

function sizeWords({ before, after }: GroupEffect): Words {
  return shareWords((before ?? after)?.size, (after ?? before)?.size, "without size");
}

/** A value of a group: what it is, or what it was and is. */
function parameterWords({ before, after }: GroupEffect, parameter: string): Words {
  // of what is hidden as a whole, each part is
  const valueIn = (share: GroupShare | undefined) =>
    share?.values instanceof Opaque ? share.values : at(share?.values, parameter);
  const [last, next] = [valueIn(before), valueIn(after)];
  if (after === undefined) return beside(last);
  if (before === undefined || isSame(last, next)) return beside(next);
  const isUnseen = endsText(last, next) !== undefined || isSame(last ?? null, next ?? null);
  if (isUnseen || isLong(last) || isLong(next)) return valueArrowOf({ before: last, after: next });
  const isPair = last !== undefined && next !== undefined;
  const [was, is] = isPair ? pairWords(last, next, beside) : [beside(last), beside(next)];
  return [{ quiet: was }, " → ", { strong: is }];
}

/** A value beside others; of a long one its beginning and its length, as JSON has it whole. */
function beside(value: Value | undefined): Words {
  if (value === undefined) return { nothing: "none" };
  if (isLong(value)) return [shortValue(value), { quiet: ` (${counted(valueText(value).length, "character")})` }];
  return typeof value === "string" ? valueText(withoutLastBreaks(value)) : valueWords(value);
}

/** Longest value that stands beside others whole, in characters. */
const LONGEST_BESIDE = 200;

function isLong(value: Value | undefined): boolean {
  return value !== undefined && !isUnread(value) && valueText(value).length > LONGEST_BESIDE;
}
