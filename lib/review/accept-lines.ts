import { type Acceptance, acceptanceIn } from "./acceptance";

/** What somebody has written to accept a risk. */
export interface WrittenAcceptance {
  /** As it was written, but for what stands around it. */
  readonly text: string;
  /** The beginning of a commit, where one is named. */
  readonly commit?: string;
  /** Missing where nobody can read it. */
  readonly acceptance?: Acceptance;
}

/** Whether an acceptance is about something: of several readings of a text, the first that is so is taken. */
type IsAbout = (acceptance: Acceptance) => boolean;

/**
 * Reads the lines of a text that accept risks, as people write and copy them: `accept ramp:experiment/one_page_checkout`, also
 * with `--`, in quotes or backticks, in a list, with a capital or a full stop, and several with `;` between them. A line that
 * begins so and cannot be read is returned without an acceptance.
 */
export function acceptLinesIn(text: string, isAbout: IsAbout): WrittenAcceptance[] {
  // what nobody sees on the page accepts nothing
  const seen = text.replace(/<!--[\s\S]*?(-->|$)/g, "");
  return seen.split(/\r\n|[\r\n\u2028\u2029]/).flatMap((line) => {
    const words = line.replace(AROUND, "");
    return ACCEPT.test(words) ? acceptWordsIn(words, isAbout) : [];
  });
}

/** Reads what accepts one risk, or several with `;` between them; the word `accept` need not stand before it. */
export function acceptWordsIn(text: string, isAbout: IsAbout): WrittenAcceptance[] {
  const whole = written(text, isAbout);
  if (whole.acceptance !== undefined && isAbout(whole.acceptance)) return [whole];
  const parts = text.split(";").filter((part) => part.trim() !== "");
  const read = parts.map((part) => written(part.replace(AROUND, ""), isAbout));
  const { commit } = read[0] ?? {};
  return read.map((each) => ({ ...each, commit: each.commit ?? commit }));
}

/** What stands before the words of a line: the signs of lists, of quotations and of emphasis. */
const AROUND = /^(?:[\s\p{Cf}>*+•–—"'`“”‘’«»_-]|\d+[.)]\s|\[[ x]?\]\s)+/iu;
const CLOSING = "[\"'`*_“”‘’«»]?";
const ACCEPT = new RegExp(String.raw`^-*accept(?![\p{L}\p{N}_-])${CLOSING}[\s:=]*`, "iu");
const COMMIT = new RegExp(String.raw`^([0-9a-f]{8,64})${CLOSING}(?:[\s:]+|$)`, "i");

function written(text: string, isAbout: IsAbout): WrittenAcceptance {
  const once = text.trim().replace(ACCEPT, "");
  const inner = once.replace(AROUND, "");
  const words = ACCEPT.test(inner) ? inner.replace(ACCEPT, "") : once;
  const commit = COMMIT.exec(words)?.[1]?.toLowerCase();
  const readings = readingsOf(words.replace(COMMIT, "").trim()).flatMap((reading) => acceptanceIn(reading) ?? []);
  const acceptance = readings.find(isAbout) ?? readings.at(-1);
  return { text: text.trim(), commit, acceptance };
}

/** So many signs around a text, one after the other, are left out. Anybody may write a million of them. */
const MOST_READINGS = 20;

/** A text as it stands, then without what may stand around it: the name of an entity may end like a sentence. */
function readingsOf(text: string, most = MOST_READINGS): string[] {
  const inner = bare(text).trim();
  return inner === text || most === 1 ? [text] : [text, ...readingsOf(inner, most - 1)];
}

const PAIRS = ['""', "``", "“”", "‘’", "«»", "**", "__"];

/** Without one pair of quotes around it, else without one sign at its end or at its beginning. */
function bare(text: string): string {
  const shell = /^'(.*)'$/s.exec(text)?.[1];
  if (shell !== undefined) return shell.replaceAll("'\\''", "'");
  const isIn = (pair: string) => text.startsWith(pair.charAt(0)) && text.endsWith(pair.charAt(1));
  if (text.length > 1 && PAIRS.some(isIn)) return text.slice(1, -1);
  const shorter = text.replace(/[.,;!"'`*_“”‘’«»\p{Cf}]$/u, "");
  return shorter === text ? text.replace(/^(?:--|["'`*_“”‘’«»\p{Cf}])/u, "") : shorter;
}
