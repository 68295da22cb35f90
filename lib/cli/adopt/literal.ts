import { quoted, visible } from "../../api/escape-invisible";

/** Where a literal of several lines stands. */
export interface LiteralPlace {
  /** What stands in place of a value, by path: `groups[0].name`. */
  readonly expressions: ReadonlyMap<string, string>;
  readonly path: string;
  /** What every line but the first begins with; the lines of a text have none. */
  readonly indent: string;
}

/**
 * A value as TypeScript: a literal that means exactly the value, whatever its texts hold.
 *
 * @param place lays the literal out in lines; without it, it stands on one
 */
export function literalOf(value: unknown, place?: LiteralPlace): string {
  const expression = place?.expressions.get(place.path);
  if (expression !== undefined) return expression;
  if (typeof value === "string") return place === undefined ? quoted(value) : textLiteral(value);
  // JSON text may hold numbers that JSON has no way to write
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = (part: unknown, step: string) =>
    literalOf(part, place && { ...place, path: place.path + step, indent: `${place.indent}  ` });
  if (Array.isArray(value)) {
    const items = value.map((element: unknown, index) => inner(element, `[${index}]`));
    return bracketed("[]", items, place?.indent);
  }
  const items = Object.entries(value).map(([key, field]) => {
    // in a literal, a plain one would set the prototype
    const name = key === "__proto__" ? '["__proto__"]' : propertyName(key);
    return `${name}: ${inner(field, `.${key}`)}`;
  });
  return bracketed("{}", items, place?.indent);
}

/**
 * Brackets around items, each on a line of its own and two spaces further in. Brackets around nothing stay together.
 *
 * @param indent what the lines begin with that hold the brackets; without it, all stands on one line
 */
export function bracketed([open = "", close = ""]: "[]" | "{}", items: readonly string[], indent?: string): string {
  if (items.length === 0) return open + close;
  if (indent !== undefined) return `${open}${items.map((item) => `\n${indent}  ${item},`).join("")}\n${indent}${close}`;
  const padding = open === "{" ? " " : "";
  return open + padding + items.join(", ") + padding + close;
}

/** The name of a property, in quotes where it needs them. */
export function propertyName(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
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
