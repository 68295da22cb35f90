/**
 * Brackets around items, each on a line of its own and two spaces further in. Brackets around nothing stay together.
 *
 * @param indent what the lines begin with that hold the brackets
 * @param end what stands after the last item
 */
export function bracketed(brackets: "[]" | "{}", items: readonly string[], indent: string, end = ""): string {
  if (items.length === 0) return brackets;
  const [open = "", close = ""] = brackets;
  return `${open}${items.map((item) => `\n${indent}  ${item}`).join(",")}${end}\n${indent}${close}`;
}
