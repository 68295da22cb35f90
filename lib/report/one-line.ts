import { withoutLastBreaks } from "./text-diff";

/** A text of a user's on one line: the line break at its end is not meant, one inside is seen. */
export function oneLine(text: string, lineBreak = " / "): string {
  return text.includes("\n") ? withoutLastBreaks(text).replace(/\s*\n\s*/g, lineBreak) : text;
}

/** Letters that are written from right to left. */
const LETTER = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]";
const IS_RIGHT_TO_LEFT = new RegExp(LETTER, "u");

/** From the first such letter to the last, up to an arrow or a quote: those belong to what stands around. */
const RUN = new RegExp(`(${LETTER}(?:[^→"]*${LETTER})?)`, "u");

/**
 * A text in parts: every second one is written from right to left, and turns nothing around it round. So what stands left of
 * an arrow was before, in every script.
 */
export function directedParts(text: string): string[] {
  return IS_RIGHT_TO_LEFT.test(text) ? text.split(RUN) : [text];
}

/** A text as a medium writes it, with signs around each part that is written from right to left, where no markup can say so. */
export function isolated(text: string, write: (part: string) => string): string {
  const parts = directedParts(text);
  if (parts.length === 1) return write(text);
  return parts.map((part, at) => (at % 2 === 1 ? `\u2068${write(part)}\u2069` : part && write(part))).join("");
}
