import { asSeen } from "../text/characters";
import { holdsOpaque, type Value } from "../value/value";
import { rawText, type Words } from "./document";
import { shown, valueWords } from "./value-text";

/** Two values beside each other, each as it is by itself; with what looks alike spelled out, where that is all that differs. */
export function pairWords(before: Value, after: Value, wordsOf = valueWords): readonly [Words, Words] {
  const [last, next] = [wordsOf(before), wordsOf(after)];
  const isSeen = !looksAlike(rawText(last), rawText(next)) || holdsOpaque(before) || holdsOpaque(after);
  return isSeen ? [last, next] : [{ code: exactText(before) }, { code: exactText(after) }];
}

/** Whether a reader takes two texts for the same. */
export function looksAlike(one: string, other: string): boolean {
  return one === other || asSeen(one.normalize("NFC")) === asSeen(other.normalize("NFC"));
}

/** A value as JSON of ASCII alone. */
export function exactText(value: Value): string {
  return shown(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Where two texts that begin alike are worth reading: a few characters before they differ. */
export function startOfDifference(one: string, other: string): number {
  const others = [...other];
  const common = [...one].findIndex((character, index) => others[index] !== character);
  return Math.max(0, (common < 0 ? [...one].length : common) - LEAD);
}

/** How much of what two long texts have in common stands before their difference, in characters. */
const LEAD = 12;
