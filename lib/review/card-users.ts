import type { BarPart, BarRow, Doc, Words } from "../report/document";
import { parted, rawText, said } from "../report/document";
import { isUnread, valueText, valueWords } from "../report/value-text";
import { at, isSame, Opaque, type Value } from "../value/value";
import type { Audience, Change, GroupEffect, GroupShare, UserEffect } from "./model";

/** Who takes part in an experiment and what each group gets, before and after: a sentence, bars and a table. */
export function usersDocs(change: Change): Doc[] {
  const { effect } = change;
  if (effect === undefined) return [];
  const rows = barRows(change, effect);
  const sentence = partSentence(change, effect);
  return [
    ...(rows.length > 0
      ? [{ node: "bars", ...(sentence !== undefined && { words: sentence }), rows } as const]
      : sentence === undefined
        ? []
        : [said(sentence)]),
    ...groupsTable(effect),
    ...hiddenGroups(effect),
  ];
}

/** In a few words, beside bars that say the same: "10 → 60 % of layer checkout". */
export function partWords(change: Change): Words {
  const { effect, kind } = change;
  if (effect === undefined || kind !== "experiment") return "";
  const rows = barRows(change, effect);
  const minis = rows.map(({ parts }) => parts).filter((parts) => parts.every(({ look }) => look !== "open"));
  const { before, after } = effect;
  const known = isKnown(after) ? after : before;
  if (known.allocation === undefined) return "";
  const share = isKnown(before) && isKnown(after) ? sharesText(before, after) : percentOf(known);
  const late = isIn(before) && !isIn(after) ? " until now" : after.are === "planned" ? ", in set-up" : "";
  return [minis.length === 0 ? "" : { mini: minis }, share, " of ", shortWhole(known), late];
}

/** "60 %"; undefined where it is not shown. */
export function percentText(value: Value | undefined): string | undefined {
  return typeof value === "number" ? `${value} %` : undefined;
}

/** What people call a group. */
export function shareName({ name, id }: GroupShare, label: string): string {
  return [name, id].find((each) => typeof each === "string" && each !== "")?.toString() ?? label;
}

function isIn({ are }: Audience): boolean {
  return are === "in" || are === "kept";
}

/** Whether it is known who takes part, or will. */
function isKnown({ are }: Audience): boolean {
  return are === "in" || are === "kept" || are === "planned";
}

/** The sentence above the bars. */
function partSentence(change: Change, { before, after }: UserEffect): Words | undefined {
  if (isIn(after)) {
    if (change.forUsers === "leaves") return [partOf(after, after), " take part, and go on to."];
    if (after.are === "kept") return [partOf(after, after), " keep their groups, and nobody else takes part."];
    if (!isIn(before)) return [partOf(after, after), " take part."];
    const isSamePart = (["allocation", "layer", "gate"] as const).every((key) => isSame(before[key], after[key]));
    return [isSamePart ? "As before, " : "", partOf(before, after), " take part."];
  }
  if (isIn(before)) return ["Until now, ", partOf(before, before), " take part."];
  if (after.are === "planned")
    return ["Once it starts, ", partOf(before.are === "planned" ? before : after, after), " take part."];
  return undefined;
}

/** "10 → 60 % of the users of layer checkout who pass gate beta". */
function partOf(before: Audience, after: Audience): Words {
  const { layer } = after;
  const gate: Words = isSame(before.gate, after.gate)
    ? after.gate === undefined
      ? ""
      : [" who pass gate ", ownValue(after.gate)]
    : [" who pass gate ", valueWords(before.gate ?? null), " → ", { strong: valueWords(after.gate ?? null) }];
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
  return percentText(allocation) ?? (allocation === undefined ? "an unknown share" : valueWords(allocation));
}

function shortWhole({ layer }: Audience): Words {
  return layer === undefined ? "users" : ["layer ", ownValue(layer)];
}

/** A text as it is, unless it would be read as there being none; and any other value as a value. */
export function ownValue(value: Value): Words {
  const isText = typeof value === "string" && !/^(?:none|null|nothing)?$/i.test(value.trim());
  return isText ? { own: value } : valueWords(value);
}

/** Of several experiments of one layer, all that take part. */
export function partWordsOf(changes: readonly Change[]): Words {
  const [first] = changes;
  if (first === undefined || changes.length === 1) return first === undefined ? "" : partWords(first);
  const afters = changes.map(({ effect }) => effect?.after);
  const sum = afters.reduce(
    (total, each) => total + (typeof each?.allocation === "number" ? each.allocation : Number.NaN),
    0,
  );
  const [{ layer } = { layer: undefined }] = afters;
  const isOfOne =
    layer !== undefined && afters.every((each) => each !== undefined && isKnown(each) && isSame(each.layer, layer));
  if (!isOfOne || Number.isNaN(sum)) return "";
  return [
    `${rounded(sum)} % of layer `,
    ownValue(layer),
    afters.every((each) => each?.are === "planned") ? ", in set-up" : "",
  ];
}

/** A bar of before, and one of after; one alone where nothing of it changes. */
function barRows(change: Change, effect: UserEffect): BarRow[] {
  const [before, after] = (["before", "after"] as const).map((side) => partsOf(change, effect, side));
  if (before === undefined || after === undefined) return [];
  if (change.forUsers === undefined && !isKnown(effect.after) && !isKnown(effect.before)) return [];
  const isAlone =
    JSON.stringify(before) === JSON.stringify(after) ||
    (effect.after.are === "planned" && effect.before.are === "nobody");
  return isAlone
    ? [{ caption: "", parts: after }]
    : [
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
    const winner = decision?.group && shareName(decision.group, String(decision.launched));
    const isNow = side === "after" && change.forUsers !== undefined;
    return open(
      isNow && winner ? `${winner}: who gets it, the service decides` : "what its users get, the service decides",
    );
  }
  if (allocation === undefined) return open("how many take part, the service decides");
  if (typeof allocation !== "number")
    return open(`how many take part is ${valueText(allocation).replace(/[()]/g, "")}`);
  const planned = are === "planned" ? ({ look: "planned" } as const) : {};
  const shares = groups.flatMap((group, index): BarPart[] => {
    const share = group[side];
    if (share === undefined || typeof share.size !== "number" || share.isOff) return [];
    const percent = rounded((allocation * share.size) / 100);
    return [{ percent, label: shareName(share, group.label), colour: colourOf(groups, index), ...planned }];
  });
  if (hidden !== undefined) return open(`who gets what is ${rawText(valueWords(hidden))}`);
  const isSplit = shares.length > 0;
  const parts = isSplit ? shares : [{ percent: allocation, label: "take part", colour: 1, ...planned }];
  const rest = rounded(100 - parts.reduce((sum, { percent }) => sum + percent, 0));
  return rest > 0 ? [...parts, { percent: rest, look: "rest", label: "do not take part" }] : parts;
}

/** A percentage without what multiplying fractions leaves. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** The control group has the first colour, and the others theirs in their order. */
function colourOf(groups: readonly GroupEffect[], index: number): number {
  const isControl = ({ before, after }: GroupEffect) => (after ?? before)?.isControl === true;
  const group = groups[index];
  if (group !== undefined && isControl(group)) return 0;
  return 1 + groups.slice(0, index).filter((each) => !isControl(each)).length;
}

/** What a user of each group gets: a column for each parameter. */
function groupsTable(effect: UserEffect): Doc[] {
  const { groups } = effect;
  if (groups.length === 0) return [];
  const isNew = groups.every(({ before }) => before === undefined) || effect.before.are === "nobody";
  const parameters = [
    ...new Set(
      groups.flatMap(({ before, after }) =>
        [after, before].flatMap((share) =>
          share && !(share.values instanceof Opaque) ? Object.keys(share.values) : [],
        ),
      ),
    ),
  ];
  const isAllHidden = groups.some(({ before, after }) =>
    [before, after].some((share) => share?.values instanceof Opaque),
  );
  const rows = groups.map((group, index): Words[] => [
    [{ swatch: colourOf(groups, index) }, groupName(group, effect, isNew)],
    sharesOf(group, isNew),
    ...parameters.map((parameter) => sides(group, isNew, (share) => parameterOf(share, parameter))),
    ...(parameters.length === 0 && isAllHidden ? [sides(group, isNew, ({ values }) => values)] : []),
  ]);
  const values = parameters.length === 0 && isAllHidden ? ["values"] : parameters.map((own): Words => ({ own }));
  return [{ node: "table", look: "grid", label: "Groups", heads: ["group", "share", ...values], rows }];
}

function groupName({ label, before, after }: GroupEffect, effect: UserEffect, isNew: boolean): Words {
  const isHidden = effect.after.hiddenGroups !== undefined;
  const share = after ?? before;
  if (share === undefined) return "";
  const [last, name] = [before && shareName(before, label), shareName(share, label)];
  const renamed: Words = last === undefined || last === name ? "" : [{ quiet: { own: last } }, " → "];
  const id = typeof share.id === "string" && share.id.toLowerCase() !== name.toLowerCase() ? share.id : undefined;
  const tags: Words[] = [
    ...(before === undefined && !isNew ? [{ tag: "new", tone: "act" } as const] : []),
    ...(after === undefined && !isHidden ? [{ tag: "removed" } as const] : []),
    ...(share.isOff ? [{ tag: before?.isOff === false ? "is switched off" : "switched off" } as const] : []),
    ...(before?.isOff && !share.isOff ? [{ tag: "is switched on" } as const] : []),
    ...(share.isLaunched && effect.decision !== undefined ? [{ tag: "wins", tone: "act" } as const] : []),
  ];
  return [
    renamed,
    { own: name },
    id === undefined ? "" : [" ", { quiet: { own: id } }],
    tags.map((tag): Words => [" ", tag]),
  ];
}

function sharesOf(group: GroupEffect, isNew: boolean): Words {
  const { before, after } = group;
  const words = ({ size }: GroupShare): Words =>
    percentText(size) ?? (size === undefined ? "without size" : valueWords(size));
  if (before === undefined || isNew) return after === undefined ? "" : words(after);
  if (after === undefined) return { quiet: words(before) };
  if (isSame(before.size, after.size)) return words(after);
  const isShort = typeof before.size === "number" && typeof after.size === "number";
  return [{ quiet: isShort ? `${String(before.size)}` : words(before) }, " → ", { strong: words(after) }];
}

/** Of what is hidden as a whole, each part is. */
function parameterOf({ values }: GroupShare, parameter: string): Value | undefined {
  return values instanceof Opaque ? values : at(values, parameter);
}

/** A value of a group: what it is, or what it was and is. */
function sides(group: GroupEffect, isNew: boolean, partOfShare: (share: GroupShare) => Value | undefined): Words {
  const { before, after } = group;
  const [last, next] = [before && partOfShare(before), after && partOfShare(after)];
  const words = (value: Value | undefined) => (value === undefined ? { nothing: "none" } : shortened(value));
  if (before === undefined || isNew || after === undefined) return words(after === undefined ? last : next);
  if (isSame(last, next) || (last === undefined && next === undefined)) return words(next);
  return [{ quiet: words(last) }, " → ", { strong: words(next) }];
}

/** Longest value beside others, in characters: JSON has it whole. */
const LONGEST_BESIDE = 200;

function shortened(value: Value): Words {
  const text = isUnread(value) ? "" : valueText(value);
  if (text.length <= LONGEST_BESIDE) return typeof value === "string" ? ownValue(value) : valueWords(value);
  return [{ own: `${text.slice(0, LONGEST_BESIDE)}…` }, { quiet: ` (${text.length.toLocaleString("en")} characters)` }];
}

/** That all groups are one value which cannot be read. */
function hiddenGroups({ before, after }: UserEffect): Doc[] {
  if (after.hiddenGroups !== undefined) {
    return [
      said([
        "What each group gets is ",
        rawText(valueWords(after.hiddenGroups)),
        before.hiddenGroups ? "." : " from now on.",
      ]),
    ];
  }
  if (before.hiddenGroups === undefined) return [];
  return [said(["What each group got until now is ", rawText(valueWords(before.hiddenGroups)), "."])];
}

/** Metrics with the direction that they should take. */
export function metricsWords(list: Value | undefined, tags: Value | undefined): Words {
  const listed = (value: Value | undefined): readonly Value[] =>
    value instanceof Opaque ? [value] : Array.isArray(value) ? value : [];
  const metrics = listed(list).map((metric): Words => {
    const [name, direction, type] = ["name", "direction", "type"].map((key) => at(metric, key));
    if (typeof name !== "string") return valueWords(metric);
    const should = typeof direction === "string" ? ` should ${direction}` : "";
    return [{ own: name }, { quiet: `${should}${typeof type === "string" ? ` (${type.replaceAll("_", " ")})` : ""}` }];
  });
  return parted([...metrics, ...listed(tags).map((tag): Words => ["all with the tag ", ownValue(tag)])], ", ");
}
