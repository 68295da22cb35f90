import { quoted, visible } from "../../api/escape-invisible";

/**
 * A value as TypeScript: a literal that means exactly the value, whatever its texts hold.
 *
 * @param expressions what stands in place of a value, by path: `groups[0].name`
 * @param path where the value stands
 * @param indent what every line but the first begins with; the lines of a text have none
 */
export function literalOf(
  value: unknown,
  expressions: ReadonlyMap<string, string>,
  path: string,
  indent: string,
): string {
  const expression = expressions.get(path);
  if (expression !== undefined) return expression;
  if (typeof value === "string") return textLiteral(value);
  // JSON text may hold numbers that JSON has no way to write
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = (part: unknown, at: string) => literalOf(part, expressions, at, `${indent}  `);
  if (Array.isArray(value)) {
    const items = value.map((element: unknown, index) => inner(element, `${path}[${index}]`));
    return bracketed("[]", items, indent);
  }
  const items = Object.entries(value).map(([key, field]) => `${propertyKey(key)}: ${inner(field, `${path}.${key}`)}`);
  return bracketed("{}", items, indent);
}

/**
 * Brackets around items, each on a line of its own and two spaces further in. Brackets around nothing stay together.
 *
 * @param indent what the lines begin with that hold the brackets
 */
export function bracketed([open = "", close = ""]: "[]" | "{}", items: readonly string[], indent: string): string {
  if (items.length === 0) return open + close;
  return `${open}${items.map((item) => `\n${indent}  ${item},`).join("")}\n${indent}${close}`;
}

/** A text of several lines is a template literal: there, half of a surrogate pair could not be escaped. */
function textLiteral(text: string): string {
  return text.includes("\n") && text.isWellFormed() ? templateLiteral(text) : quoted(text);
}

function templateLiteral(text: string): string {
  const lines = text.split("\n").map((line) =>
    visible(
      line
        .replace(/[\\`]|\$(?=\{)/g, "\\$&")
        // a template takes a carriage return for a line feed, and editors change tabs and spaces that nobody sees
        .replaceAll("\r", "\\r")
        .replaceAll("\t", "\\t")
        .replace(/ $/, "\\x20"),
    ),
  );
  return `\`${lines.join("\n")}\``;
}

/** In a literal, a plain `__proto__` would set the prototype. */
function propertyKey(key: string): string {
  if (key === "__proto__") return `["__proto__"]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}
