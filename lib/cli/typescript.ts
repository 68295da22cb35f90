import { parse } from "node:path";
import { quoted, visible } from "../text/visible";

/** What stands for a secret. */
export class EnvironmentSecret {
  /** @param fromEnvironment name of the environment variable that holds it */
  constructor(readonly fromEnvironment: string) {}
}

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

/** Most words of a name that go into a variable: names have no bound. */
const MOST_WORDS = 8;

/** The words of a name, of ASCII letters and digits: accents are dropped, and what has no ASCII is left out. */
export function nameWords(name: string): string[] {
  const ascii = name.normalize("NFKD").replace(/\p{M}/gu, "");
  return ascii.replace(/([a-z0-9])([A-Z])/g, "$1 $2").match(/[A-Za-z0-9]+/g) ?? [];
}

/**
 * What a generated module exports, named after the file that it goes to, else after that of its records, so that a program
 * can import several of them: `adoptCheckout` in `checkout.ts`.
 *
 * @param out file that the module is written to, if any
 * @param sources where its records come from
 */
export function functionNameFor(out: string | undefined, sources: readonly string[]): string {
  const [source, ...others] = sources;
  const path = out ?? (others.length === 0 ? source : undefined) ?? "";
  const [first, ...words] = nameWords(parse(path).name).slice(0, MOST_WORDS);
  const own = first === undefined || /^adopt(ed|ion)?$/i.test(first) ? words : [first, ...words];
  return own.length === 0 ? "adoptExisting" : camelCase(["adopt", ...own]);
}

/** The names that one generated file gives out: each once. */
export class Names {
  private readonly taken: Set<string>;

  /** @param reserved names that stand for something else in the file */
  constructor(reserved: readonly string[]) {
    this.taken = new Set([...KEYWORDS, ...reserved]);
  }

  /**
   * A name for a variable: from what the entity is called, with its kind where that says nothing or is taken.
   *
   * @param name what the entity is called, in any script
   * @param kind kind of the entity, in snake case
   */
  variable(name: string, kind: string): string {
    const words = nameWords(name).slice(0, MOST_WORDS);
    const kindWords = nameWords(kind);
    const isName = words.length > 0 && !/^\d/.test(words[0] ?? "");
    const long = camelCase(isName ? [...words, ...kindWords] : [...kindWords, ...words]);
    const free = firstFree(isName ? [camelCase(words), long] : [long], "", (each) => !this.taken.has(each));
    this.taken.add(free);
    return free;
  }
}

/**
 * The first of some names that is free; where none is, the last of them with the first number from 2 on that makes it so.
 *
 * @param joint what stands before the number
 */
export function firstFree(names: readonly string[], joint: string, isFree: (name: string) => boolean): string {
  const found = names.find(isFree);
  if (found !== undefined) return found;
  const last = `${names.at(-1)}${joint}`;
  let number = 2;
  while (!isFree(`${last}${number}`)) number++;
  return `${last}${number}`;
}

/** The id of a construct, from the variable that holds it: different variables make different ids. */
export function constructIdOf(variable: string): string {
  return variable.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Words as a name in code: `onePageCheckout`. */
export function camelCase(words: readonly string[]): string {
  return words
    .map((word, index) => {
      const [first = "", ...rest] = word;
      return (index === 0 ? first.toLowerCase() : first.toUpperCase()) + rest.join("").toLowerCase();
    })
    .join("");
}

/** Words that no variable of a module can have, and values that none should hide. */
export const KEYWORDS = `
  arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in infinity instanceof interface let nan new null package private protected
  public return static super switch this throw true try typeof undefined var void while with yield
`
  .trim()
  .split(/\s+/) as readonly string[];
