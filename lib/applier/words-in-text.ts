/** How much of a statement is read, in characters. */
export const LONGEST_STATEMENT = 1_000;

/** Matches a text where it is not part of a longer word, path or number. */
export function standAlone(text: string): RegExp {
  const escaped = text.slice(0, LONGEST_STATEMENT).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_./-])${escaped}(?![\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}])`, "giu");
}

/** Splits `ALREADY_EXISTS`, `not-found` and `ResourceNotFound` into words. */
export function apart(text: string): string {
  return text
    .replace(/([a-z])(?=[A-Z])/g, "$1 ")
    .replace(/[\s_-]+/g, " ")
    .toLowerCase();
}

/** The words of a text: letters, digits, and marks of our own. */
export function wordsInText(text: string): string[] {
  return (text.match(/[\ue000\ue001]|[\p{L}\p{N}][\p{L}\p{N}./'’]*/gu) ?? []).map((word) =>
    word.replace(/[./'’]+$/, ""),
  );
}

/** The words of a text as it is, in lower case. */
export function plainWords(text: string): string[] {
  return wordsInText(apart(text.replace(/<[^<>]*>/g, " ")));
}

export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
