import type { BarPart, BarRow, Doc, Words } from "../report/document";
import { rawText, roundedPercent, said } from "../report/document";
import { endsText, withoutLastBreaks } from "../report/text-diff";
import {
  isUnread,
  looksAlike,
  pairWords,
  seenText,
  startOfDifference,
  valueText,
  valueWords,
} from "../report/value-text";
import type { Group } from "../value/grouped";
import { at, isFields, isSame, Opaque, type Value } from "../value/value";
import type { Audience, Change, GroupEffect, GroupShare, UserEffect } from "./model";
import { isDecided } from "./transition";

/** Who takes part in an experiment and what each group gets, before and after: a sentence, bars and a table. */
export function usersDocs(change: Change): Doc[] {
  const { effect } = change;
  if (effect === undefined) return [];
  const [rows, words] = [barRows(change, effect), partSentence(change, effect)];
  const bars: Doc[] = rows.length > 0 ? [{ node: "bars", rows }] : [];
  return [...(words === undefined ? [] : [said(words)]), ...bars, ...groupsTable(effect), ...hiddenGroups(effect)];
}

/** In a few words, beside bars that say the same: "10 → 60 % of layer checkout". */
function partWords(change: Change, each = ""): Words {
  const { effect } = change;
  if (effect === undefined) return "";
  const { before, after } = effect;
  const known = isKnown(after) ? after : before;
  if (known.allocation === undefined) return "";
  const bars = barRows(change, effect).map(({ parts }) => parts);
  const mini = bars.filter((parts) => parts.every(({ look }) => look !== "open"));
  const share = isKnown(before) && isKnown(after) ? sharesText(before, after) : percentOf(known);
  const late = isIn(before) && !isIn(after) ? " until now" : after.are === "planned" ? ", in set-up" : "";
  const whole = known.layer === undefined ? "users" : ["layer ", ownValue(known.layer)];
  return [mini.length === 0 ? "" : { mini }, share, " of ", whole, each, late];
}

/** Of several experiments: all together in their layer, else each where that is the same, else how many run. */
export function partWordsOf(changes: Group<Change>): Words {
  const [first, ...others] = changes;
  const words = partWords(first);
  if (others.length === 0 || words === "") return words;
  const effects = changes.flatMap(({ effect }) => effect ?? []);
  const [before, after] = [together(effects.map((each) => each.before)), together(effects.map((each) => each.after))];
  if (before !== undefined && after !== undefined) {
    return partWords({ ...first, effect: { before, after, groups: [] } });
  }
  if (others.every((each) => rawText(partWords(each)) === rawText(words))) return partWords(first, " each");
  const areAll = (are: Audience["are"]) => effects.every((each) => each.after.are === are);
  if (areAll("planned")) return `${changes.length} in set-up`;
  return areAll("in") ? `${changes.length} run` : "";
}

/** Those who take part in several experiments of one layer; undefined where they are of several, or a share cannot be read. */
function together(audiences: readonly Audience[]): Audience | undefined {
  const [first] = audiences;
  const isAlike = audiences.every(({ are, layer }) => are === first?.are && isSame(layer, first.layer));
  if (first === undefined || !isAlike || first.are === "nobody") return isAlike ? first : undefined;
  const shares = audiences.map(({ allocation }) => (typeof allocation === "number" ? allocation : Number.NaN));
  const sum = roundedPercent(shares.reduce((total, share) => total + share));
  return first.layer === undefined || Number.isNaN(sum) ? undefined : { ...first, allocation: sum };
}

/** "60 %"; undefined where it is not shown. */
export function percentText(value: Value | undefined): string | undefined {
  return typeof value === "number" ? `${value} %` : undefined;
}

function isIn({ are }: Audience): boolean {
  return are === "in" || are === "kept";
}

/** Whether it is known who takes part, or will. */
function isKnown({ are }: Audience): boolean {
  return are === "in" || are === "kept" || are === "planned";
}

/** Whether the sentence above the bars says who takes part from then on. */
export function saysWhoTakesPart({ effect }: Pick<Change, "effect">): boolean {
  return effect !== undefined && isKnown(effect.after);
}

function partSentence({ forUsers }: Change, { before, after }: UserEffect): Words | undefined {
  if (isIn(after)) {
    if (forUsers === "leaves") return [partOf(after, after), " take part, and go on to."];
    if (after.are === "kept") return [partOf(after, after), " keep their groups, and nobody else takes part."];
    if (!isIn(before)) return [partOf(after, after), " take part."];
    const isSamePart = (["allocation", "layer", "gate"] as const).every((key) => isSame(before[key], after[key]));
    return [isSamePart ? "As before, " : "", partOf(before, after), " take part."];
  }
  if (isIn(before)) return ["Until now, ", partOf(before, before), " take part."];
  if (after.are !== "planned") return undefined;
  return ["Once it starts, ", partOf(before.are === "planned" ? before : after, after), " take part."];
}

/** "10 → 60 % of the users of layer checkout who pass gate beta". */
function partOf(before: Audience, after: Audience): Words {
  const { layer } = after;
  const [lastGate, nextGate] = pairWords(before.gate ?? null, after.gate ?? null);
  const gate: Words = isSame(before.gate, after.gate)
    ? after.gate === undefined
      ? ""
      : [" who pass gate ", ownValue(after.gate)]
    : [" who pass gate ", lastGate, " → ", { strong: nextGate }];
  const share = after.allocation === undefined && before.allocation === undefined ? "some" : sharesText(before, after);
  return [{ strong: share }, layer === undefined ? " of users" : [" of the users of layer ", ownValue(layer)], gate];
}

function sharesText(before: Audience, after: Audience): Words {
  if (isSame(before.allocation, after.allocation)) return percentOf(after);
  const [last, next] = [before.allocation, after.allocation];
  if (typeof last === "number" && typeof next === "number") return `${last} → ${next} %`;
  return [percentOf(before), " → ", percentOf(after)];
}

function percentOf({ allocation }: Audience): Words {
  return percentWords(allocation, "an unknown share");
}

function percentWords(value: Value | undefined, none: string): Words {
  return percentText(value) ?? (value === undefined ? none : valueWords(value));
}

/** A text as it is, unless it would be read as there being none; and any other value as a value. */
export function ownValue(value: Value): Words {
  const text = typeof value === "string" ? withoutLastBreaks(value) : "";
  return text !== "" && text === seenText(text) && !/^(?:none|null|nothing)$/i.test(text) ? text : valueWords(value);
}

/** A bar of before, and one of after; one alone where nothing of it changes. */
function barRows(change: Change, effect: UserEffect): BarRow[] {
  if (change.forUsers === undefined && !isKnown(effect.after) && !isKnown(effect.before)) return [];
  const [before, after] = [partsOf(change, effect, "before"), partsOf(change, effect, "after")];
  const isNew = effect.after.are === "planned" && effect.before.are === "nobody";
  if (isNew || JSON.stringify(before) === JSON.stringify(after)) return [{ caption: "", parts: after }];
  return [
    { caption: "before", parts: before },
    { caption: "after", parts: after },
  ];
}

/** All users who could take part: each group's share of them, and those who do not. */
function partsOf(change: Change, { groups, decision, ...effect }: UserEffect, side: "before" | "after"): BarPart[] {
  const { are, allocation, hiddenGroups: hidden } = effect[side];
  const open = (label: string): BarPart[] => [{ percent: 100, look: "open", label }];
  if (are === "nobody") return [{ percent: 100, look: "rest", label: "nobody takes part" }];
  if (are === "unknown") return open("nobody knows what the service has");
  if (are === "left to the service") {
    const winner = decision?.group?.title;
    const isNow = side === "after" ? change.forUsers !== undefined : isDecided(change.before);
    return open(
      isNow && winner ? `${winner}: who gets it, the service decides` : "what its users get, the service decides",
    );
  }
  if (allocation === undefined) return open("how many take part, the service decides");
  if (typeof allocation !== "number") {
    return open(`how many take part is ${valueText(allocation).replace(/[()]/g, "")}`);
  }
  if (hidden !== undefined) return open(`who gets what is ${rawText(valueWords(hidden))}`);
  const look = are === "planned" ? "planned" : undefined;
  const shares = groups.flatMap((group, index): BarPart[] => {
    const share = group[side];
    if (typeof share?.size !== "number" || share.isOff) return [];
    const percent = roundedPercent((allocation * share.size) / 100);
    return [{ percent, label: share.title, colour: colourOf(groups, index), look }];
  });
  const parts = shares.length > 0 ? shares : [{ percent: allocation, label: "take part", colour: 1, look } as const];
  const rest = roundedPercent(100 - parts.reduce((sum, { percent }) => sum + percent, 0));
  return rest > 0 ? [...parts, { percent: rest, look: "rest", label: "do not take part" }] : parts;
}

/** The control group has the first colour, and the others theirs in their order. */
function colourOf(groups: readonly GroupEffect[], index: number): number {
  const isTreatment = ({ before, after }: GroupEffect) => (after ?? before)?.isControl !== true;
  const isControl = groups[index] !== undefined && !isTreatment(groups[index]);
  return isControl ? 0 : 1 + groups.slice(0, index).filter(isTreatment).length;
}

/** What a user of each group gets: a column for each parameter. */
function groupsTable(effect: UserEffect): Doc[] {
  const { groups } = effect;
  if (groups.length === 0) return [];
  const isNew = groups.every(({ before }) => before === undefined);
  const values = groups.flatMap(({ before, after }) => [after, before].flatMap((share) => share?.values ?? []));
  const shown = [...new Set(values.flatMap((each) => (isFields(each) ? Object.keys(each) : [])))];
  const isAllHidden = shown.length === 0 && values.some((each) => each instanceof Opaque);
  const parameters = isAllHidden ? ["values"] : shown;
  const rows = groups.map((group, index): Words[] => [
    [{ swatch: colourOf(groups, index) }, groupName(group, effect, isNew)],
    sharesOf(group),
    ...parameters.map((parameter) => parameterWords(group, parameter)),
  ]);
  const heads: Words[] = ["group", "share", ...parameters];
  return [{ node: "table", look: "grid", label: "Groups", heads, rows }];
}

function groupName(group: GroupEffect, effect: UserEffect, isNew: boolean): Words {
  const { before, after } = group;
  const isHidden = effect.after.hiddenGroups !== undefined;
  const share = after ?? before;
  if (share === undefined) return "";
  const tags: Words[] = [
    ...(before === undefined && !isNew ? [{ tag: "new", tone: "act" } as const] : []),
    ...(after === undefined && !isHidden ? [{ tag: "removed" } as const] : []),
    ...(share.isOff ? [{ tag: before?.isOff === false ? "is switched off" : "switched off" } as const] : []),
    ...(before?.isOff && !share.isOff ? [{ tag: "is switched on" } as const] : []),
    ...(share.isLaunched && effect.decision !== undefined ? [{ tag: "wins", tone: "act" } as const] : []),
  ];
  return [titleOfGroup(group, share, effect.groups), tags.map((tag): Words => [" ", tag])];
}

/** Its name and what that was; with its id, unless a name says that, and no other group is called so. */
function titleOfGroup(group: GroupEffect, { id, title }: GroupShare, groups: readonly GroupEffect[]): Words {
  const former = group.before?.title ?? title;
  const [last, next] = pairWords(former, title, (each) => seenText(String(each)));
  const name: Words = former === title ? seenText(title) : [{ quiet: last }, " → ", next];
  const isAlone = groups.every((other) => {
    const { title: otherTitle = "" } = other.after ?? other.before ?? {};
    return other === group || !looksAlike(otherTitle.toLowerCase(), title.toLowerCase());
  });
  const isSaid = [former, title].some((each) => each.toLowerCase() === String(id).toLowerCase());
  return typeof id !== "string" || (isAlone && isSaid) ? name : [name, " ", { quiet: seenText(id) }];
}

function sharesOf({ before, after }: GroupEffect): Words {
  const words = ({ size }: GroupShare) => percentWords(size, "without size");
  if (after === undefined) return before === undefined ? "" : { quiet: words(before) };
  if (before === undefined || isSame(before.size, after.size)) return words(after);
  const isShort = typeof before.size === "number" && typeof after.size === "number";
  return [{ quiet: isShort ? String(before.size) : words(before) }, " → ", { strong: words(after) }];
}

/** A value of a group: what it is, or what it was and is. */
function parameterWords({ before, after }: GroupEffect, parameter: string): Words {
  // of what is hidden as a whole, each part is
  const valueIn = (share: GroupShare | undefined) =>
    share?.values instanceof Opaque ? share.values : at(share?.values, parameter);
  const [last, next] = [valueIn(before), valueIn(after)];
  const words = (value: Value | undefined) => (value === undefined ? { nothing: "none" } : shortened(value));
  if (after === undefined) return words(last);
  if (before === undefined || isSame(last, next)) return words(next);
  if (last === undefined || next === undefined) return [{ quiet: words(last) }, " → ", { strong: words(next) }];
  const ends = endsText(last, next);
  if (ends !== undefined) return [words(next), { quiet: ` (${ends})` }];
  const start =
    Math.min(valueText(last).length, valueText(next).length) < LONGEST_BESIDE
      ? 0
      : startOfDifference(valueText(last), valueText(next));
  const [was, is] = pairWords(last, next, (value) => shortened(value, start));
  return [{ quiet: was }, " → ", { strong: is }];
}

/** Longest value beside others, in characters: JSON has it whole. */
const LONGEST_BESIDE = 200;

/** @param start where a long value begins to be worth reading */
function shortened(given: Value, start = 0): Words {
  const value = typeof given === "string" ? withoutLastBreaks(given) : given;
  const text = isUnread(value) ? "" : valueText(value);
  if (text.length <= LONGEST_BESIDE) return typeof value === "string" ? text : valueWords(value);
  const end = start + LONGEST_BESIDE;
  const part = `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
  return [part, { quiet: ` (${text.length.toLocaleString("en")} characters)` }];
}

/** That all groups are one value which cannot be read. */
function hiddenGroups({ before, after }: UserEffect): Doc[] {
  const hidden = after.hiddenGroups ?? before.hiddenGroups;
  if (hidden === undefined) return [];
  const gets = after.hiddenGroups === undefined ? "got until now" : "gets";
  const from = after.hiddenGroups !== undefined && before.hiddenGroups === undefined ? " from now on" : "";
  return [said([`What each group ${gets} is `, rawText(valueWords(hidden)), `${from}.`])];
}
