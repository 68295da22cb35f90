import type { Group, Layout } from "../layout";
import { quoted, visible } from "../visible";

/**
 * A value as TypeScript: a literal that means exactly the value, whatever its texts hold.
 *
 * @param expressions what stands in place of a value, by path: `groups[0].name`
 */
export function literalOf(value: unknown, expressions: ReadonlyMap<string, string>, path = ""): Layout {
  const expression = expressions.get(path);
  if (expression !== undefined) return expression;
  if (typeof value === "string") return textLiteral(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return group(
      "[",
      "]",
      "",
      value.map((element: unknown, index) => ["", literalOf(element, expressions, `${path}[${index}]`)]),
    );
  }
  const entries = Object.entries(value).map(
    ([key, inner]) => [`${keyOf(key)}: `, literalOf(inner, expressions, path === "" ? key : `${path}.${key}`)] as const,
  );
  return group("{", "}", " ", entries);
}

/** A text of several lines is a template literal, any other is in the quotes that it has fewer of. */
function textLiteral(text: string): string {
  return text.includes("\n") ? templateLiteral(text) : stringLiteral(text);
}

function stringLiteral(text: string): string {
  const literal = quoted(text);
  if (count(text, '"') <= count(text, "'")) return literal;
  const inner = literal.slice(1, -1).replace(/\\.|'/g, (match) => SWAPPED[match] ?? match);
  return `'${inner}'`;
}

/** What the other quotes change inside a literal. */
const SWAPPED: Readonly<Record<string, string>> = { '\\"': '"', "'": "\\'" };

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

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** In a literal, a plain `__proto__` would set the prototype. */
function keyOf(key: string): string {
  if (key === "__proto__") return `["__proto__"]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function group(open: string, close: string, pad: string, entries: readonly (readonly [string, Layout])[]): Group {
  return { open, close, pad, items: entries.map(([label, value]) => ({ label, value })) };
}
