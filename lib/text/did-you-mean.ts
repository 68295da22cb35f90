import { closest, distance } from "fastest-levenshtein";
import { asSeen } from "./characters";

/** A question about the word among `known` that is most similar, to end a message; "" when none is similar enough. */
export function didYouMean(word: string, known: readonly string[]): string {
  const similar = mostSimilar(word, known);
  return similar === undefined ? "" : `; did you mean "${similar}"?`;
}

/** The word among `known` that is most similar, in any case; undefined when none is similar enough. */
export function mostSimilar(word: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  // any two numbers of one length are similar
  if (/^\d+$/.test(word)) return known.find((each) => each === word);
  const same = known.find((each) => plain(each) === plain(word)) ?? known.find((each) => plain(each) === bare(word));
  if (same !== undefined) return same;
  const given = word.toLowerCase();
  const lower = known.map((name) => name.toLowerCase());
  const best = closest(given, lower);
  // any two short words are similar
  const most = Math.min(given.length / 2, Math.max(2, given.length / 3));
  if (distance(given, best) <= most) return known[lower.indexOf(best)];
  const longer = known.filter((_, index) => isBeginning(given, lower[index] ?? ""));
  return longer.length === 1 ? longer[0] : undefined;
}

/** Whether a word is another, whatever its case and what parts its words. */
export function isSameWord(word: string, right: string): boolean {
  return plain(word) === plain(right);
}

/** Whether a word is another up to one letter, whatever parts its words. */
export function isSameButALetter(word: string, right: string): boolean {
  return [plain(word), bare(word)].some((each) => distance(each, plain(right)) <= 1);
}

/** Whether a word is another with one letter more, less or other, or with its letters in another order. */
export function isOneSlip(word: string, right: string): boolean {
  const sorted = (text: string) => [...text].sort().join("");
  return word.length > 2 && (distance(word, right) === 1 || sorted(word) === sorted(right));
}

/** A word without what people spell in several ways: case, what parts its words, and the vendor's name in the place of "service". */
function plain(word: string): string {
  return asSeen(word)
    .toLowerCase()
    .replace(/[-_\s]/g, "")
    .replace("statsig", "service");
}

/** A plain word without what other tools put around it: the vendor before a kind, and the format of a text behind a field. */
function bare(word: string): string {
  return plain(word)
    .replace(/^service/, "")
    .replace(/json$/, "");
}

/** Whether a word is the beginning of another, and long enough to mean it. */
function isBeginning(given: string, word: string): boolean {
  return given.length >= 3 && 3 * given.length >= word.length && word.startsWith(given);
}
