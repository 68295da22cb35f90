/** A list as a sentence has it: "a, b and c". */
export function inWords(words: readonly string[]): string {
  const [end = "", ...others] = [...words].reverse();
  return others.length === 0 ? end : `${others.reverse().join(", ")} and ${end}`;
}
