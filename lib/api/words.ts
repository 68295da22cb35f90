/** A list as a sentence has it: "a, b and c". */
export function inWords(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  const [end = "", ...others] = [...words].reverse();
  return others.length === 0 ? end : `${others.reverse().join(", ")} ${conjunction} ${end}`;
}
