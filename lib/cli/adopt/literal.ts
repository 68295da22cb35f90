import { quoted, visible } from "../../api/escape-invisible";
import { EnvironmentSecret } from "./secret-variables";

/**
 * A value as TypeScript: a literal that means exactly the value, whatever its texts hold.
 *
 * @param indent what every line but the first begins with, though not those of a text; without it, all stands on one line
 */
export function literalOf(value: unknown, indent?: string): string {
  if (value instanceof EnvironmentSecret) return `fromEnvironment("${value.fromEnvironment}")`;
  if (typeof value === "string") return indent === undefined ? quoted(value) : textLiteral(value);
  // JSON text may hold numbers that JSON has no way to write
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = (part: unknown) => literalOf(part, indent === undefined ? undefined : `${indent}  `);
  if (Array.isArray(value)) return bracketed("[]", value.map(inner), indent);
  const items = Object.entries(value).map(([key, field]) => {
    // in a literal, a plain one would set the prototype
    const name = key === "__proto__" ? '["__proto__"]' : propertyName(key);
    return `${name}: ${inner(field)}`;
  });
  return bracketed("{}", items, indent);
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
