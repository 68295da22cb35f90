import type { RiskName } from "../../protocol/risk-names";
import { endsText, oneLine } from "../../report/text-lines";
import { exactText, looksAlike, startOfDifference, valueText } from "../../report/value-text";
import { inBrief, inWords, isPlural } from "../../text/words";
import type { Diff } from "../../value/diff";
import { at, holdsOpaque, isFields, isHidden, isList, isTooLong, type Value, worded } from "../../value/value";
import type { Risk } from "../model";
import type { MeantStep } from "./as-meant";
import { riskWords } from "./risk-words";

/** A risk, before it is known whether the code acknowledges it. */
export type FoundRisk = Omit<Risk, "acknowledged" | "accepted">;

/** What a judge finds: what is risky, why it matters, and what to do instead where that depends on the case. */
export type Finding = Pick<Risk, "what" | "why"> & Partial<Pick<Risk, "instead">>;

/** By risk; undefined where there is none. */
export type Findings = Readonly<Partial<Record<RiskName, Finding | undefined>>>;

/** The risks of which there is a finding. */
export function risksOfFindings(findings: Findings): FoundRisk[] {
  return Object.entries(findings).flatMap(([name, finding]) =>
    finding === undefined ? [] : [{ name: name as RiskName, ...riskWords[name as RiskName], ...finding }],
  );
}

/** A changed field as a sentence tells it. */
export interface Edit {
  /** What happened to it: "confidence 95 → 90". */
  readonly text: string;
  /** Whether the field left the code, so that nobody knows whether its value changes. */
  readonly isUnsent: boolean;
}

type Sides = Pick<Diff, "before" | "after">;

/** Longest value in a sentence, in characters. */
const LONGEST_VALUE = 40;

/**
 * The changes of some fields, as they are meant. Of what a plan hides, nobody can tell whether it changes: that is a risk of
 * its own.
 *
 * @param textOf says what happened to a field, after the words for it; undefined where nothing did
 */
export function editsOf(
  { diffs }: MeantStep,
  fields: readonly (readonly [field: string, words: string])[],
  textOf: (found: Diff, field: string) => string | undefined = arrowOf,
): Edit[] {
  return fields.flatMap(([field, words]): Edit[] => {
    const found = diffs.get(field);
    const text = found === undefined || found.isUnclear ? undefined : textOf(found, field);
    if (found === undefined || text === undefined) return [];
    const isUnsent = found.after === undefined;
    return [{ text: `${words} ${isUnsent ? `(${shortValue(found.before)})` : text}`, isUnsent }];
  });
}

/**
 * Changes, and why they matter. It claims no change of what left the code.
 *
 * @param why what a change of the others means
 * @param when what makes it matter where none of them changed
 * @returns undefined where nothing changed
 */
export function findingOfEdits(
  edits: readonly Edit[],
  why: string,
  when = "while the experiment runs",
): Finding | undefined {
  if (edits.length === 0) return undefined;
  const textsOf = (isUnsent: boolean) => edits.filter((edit) => edit.isUnsent === isUnsent).map(({ text }) => text);
  const [gone, changed] = [textsOf(true), inBrief(textsOf(false))];
  if (gone.length === 0) return { what: changed, why };
  const isOne = gone.length === 1 && !isPlural((gone[0] ?? "").replace(/ \(.*/s, ""));
  const [are, them] = isOne ? ["is", "it"] : ["are", "them"];
  const what = `${inWords(gone)} ${are} no longer sent`;
  const left = `the service may keep or clear ${them}`;
  return changed === "" ? { what, why: `${left}, ${when}` } : { what: `${changed}; ${what}`, why: `${why}; ${left}` };
}

/** "95 → 90": what happened to a value; what is absent is off, beside a switch. */
export function arrowOf(sides: Sides): string {
  const values = [sides.before ?? null, sides.after ?? null].filter((value) => value !== null);
  return valueArrowOf(sides, values.length > 0 && values.every((value) => typeof value === "boolean"));
}

/** The same of a value that users get: what is absent is nothing. */
export function valueArrowOf({ before, after }: Sides, isSwitch = false): string {
  const ends = endsText(before, after);
  if (ends !== undefined) return ends;
  const [last, next] = [shortValue(before, isSwitch), shortValue(after, isSwitch)];
  // one of two texts may be in quotes
  const areTextsAlike = typeof before === "string" && typeof after === "string" && looksAlike(before, after);
  return areTextsAlike || looksAlike(last, next) ? exactArrow({ before, after }) : `${last} → ${next}`;
}

/** How two values differ that look the same once they are shortened: by their types, at their ends, or behind what is cut. */
function exactArrow({ before, after }: Sides): string {
  if ([before, after].some((value) => holdsOpaque(value))) return "changed";
  const [last = "none", next = "none"] = wholeTexts(before, after);
  if (last === next) return "changed";
  const isShort = last.length <= LONGEST_VALUE && next.length <= LONGEST_VALUE;
  const from = isShort ? 0 : startOfDifference(last, next);
  const part = (text: string) => {
    const beginning = from === 0 ? "" : text.startsWith('"') ? '"…' : "…";
    return `${beginning}${cut([...text].slice(from).join(""))}`;
  };
  return `${part(last)} → ${part(next)}`;
}

/** Two values, not shortened: in words, unless a reader takes those for the same. */
function wholeTexts(...sides: readonly (Value | undefined)[]): (string | undefined)[] {
  const [last, next] = sides.map((value) => {
    if (typeof value === "string") return JSON.stringify(oneLine(value));
    return isList(value) || isFields(value) ? valueText(value) : undefined;
  });
  if (last !== undefined && next !== undefined && !looksAlike(last, next)) return [last, next];
  return sides.map((value) => (value === undefined ? undefined : exactText(value)));
}

/** A value in a sentence, shortened. */
export function shortValue(given: Value | undefined, isSwitch = false): string {
  if (isTooLong(given)) return "(a long text)";
  if (isHidden(given)) return "(hidden)";
  const value = given === undefined ? undefined : worded(given);
  if (typeof value === "boolean" || isSwitch) return value === true ? "on" : "off";
  if (value === undefined || value === null) return "none";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return shortText(value);
  if (isList(value)) return value.length === 0 ? "none" : inBrief(value.map(shortElement), 3);
  return cut(valueText([value]));
}

/** A text: without quotes where it cannot be read as something else. */
function shortText(text: string): string {
  const isPlain = /^[\w.:+-]+$/.test(text) && !/^(?:none|on|off|null|true|false)$/.test(text);
  return cut(isPlain ? text : JSON.stringify(oneLine(text)));
}

function shortElement(element: Value): string {
  const name = isFields(element) ? (at(element, "name") ?? at(element, "column")) : element;
  return typeof name === "string" ? shortValue(name) : cut(JSON.stringify(element) ?? "");
}

function cut(text: string): string {
  // a character may take two places
  const characters = [...text.slice(0, 2 * LONGEST_VALUE + 2)];
  return characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE - 1).join("")}…` : text;
}
