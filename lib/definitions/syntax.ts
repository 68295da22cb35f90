import * as yaml from "yaml";
import { misreadCharacter } from "../text/characters";
import { isRounded } from "../value/json";

/** Says what is wrong at an offset of a file. */
export type ReportProblem = (offset: number, text: string) => undefined;

/**
 * A syntax error in the parser's words, or with what to do about it where it is a mistake that many make. What the parser
 * quotes of the file is left out: it may be a secret.
 */
export function syntaxText({ code, message }: Pick<yaml.YAMLError, "code" | "message">): string {
  // the parser's words have it in them
  if (code === "TAG_RESOLVE_FAILED" || code === "BAD_DIRECTIVE")
    return "not valid here: a tag or a directive; only plain values are read, so remove it";
  const [, advice] = commonMistakes.find(([sign]) => sign.test(`${code} ${message}`)) ?? [];
  const [words = ""] = message.split(/(?<=\w): | \\/);
  return `not valid YAML: ${advice ?? `${words.charAt(0).toLowerCase()}${words.slice(1)}`}`;
}

/** Where a syntax error is; of a quote that is not closed, where it opens: the parser names the end of all that it took. */
export function syntaxErrorOffset(document: yaml.Document.Parsed, { message, pos: [found] }: yaml.YAMLError): number {
  let offset = found;
  if (!message.startsWith("Missing closing")) return offset;
  yaml.visit(document, {
    Scalar(_, node) {
      const isQuoted = node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE";
      if (isQuoted && nodeOffset(node) < found) offset = nodeOffset(node);
    },
  });
  return offset;
}

/** Where a line is indented by a space that YAML does not count, such as one copied from a page; undefined where none is. */
export function oddIndentOffset(text: string): number | undefined {
  const found = /^( *)[^\S \t\r\n]/m.exec(text);
  return found === null ? undefined : found.index + (found[1]?.length ?? 0);
}

/**
 * Where a colon is that YAML does not take for one: of full width, or with a space behind it that is none to YAML; undefined
 * where none is.
 */
export function oddColonOffset(text: string): number | undefined {
  const found = /^( *(?:- +)?["'\w-]+)(?:[\uff1a\ufe55]|:[^\S \t\r\n])/m.exec(text);
  if (found === null) return undefined;
  const colon = found.index + (found[1]?.length ?? 0);
  return text[colon] === ":" ? colon + 1 : colon;
}

/** What is wrong where a text stops being JSON. */
export function notJsonText(text: string, offset: number): string {
  const character = misreadCharacter(text, offset);
  return character === undefined ? NOT_JSON : `not valid JSON: ${character}; write a plain one`;
}

/** By what the parser says of them; the first that fits. */
const commonMistakes: readonly (readonly [RegExp, string])[] = [
  [/^RESOURCE_EXHAUSTION/, "too many levels, one in another"],
  [/^BLOCK_IN_FLOW/, "a comma is missing between two entries of a { } or [ ]"],
  [
    /^MISSING_CHAR Missing , or :/,
    "two entries of a { } without a comma between them; put text that has a comma, a bracket or a quote in it, such as SQL, in quotes",
  ],
  [/^TAB_AS_INDENT/, "a tab; indent by spaces"],
  [/Missing closing/, "a text that begins with a quote has none at its end; add it, or remove the first"],
  [
    /^BLOCK_AS_IMPLICIT_KEY Nested/,
    'text with ": " in it, or a line below that is indented too far; put such text in quotes or behind a |, and begin the keys of one map in one column',
  ],
  [
    /^(BAD_INDENT(?! Flow)|BLOCK_AS_IMPLICIT_KEY|MISSING_CHAR Sequence)/,
    "this line begins in another column than it should; by spaces, begin all keys of a map, and each - of a list, in one column, and indent the lines of a text more than its key",
  ],
  [
    /at node end/,
    "more text behind a value that has ended; put all of it in quotes, ' or \", that are not in it, and write no comma at the end of a line",
  ],
  [/^BAD_INDENT Flow/, "a { or [ further up has no end; add its } or ], and indent what is in it"],
  [
    /^BAD_SCALAR_START|^UNEXPECTED_TOKEN (Not a YAML|Unexpected block)/,
    "text that begins with a sign of YAML, such as @, %, > or -; put it in quotes, or, where a list is meant, begin it on a line of its own",
  ],
  [
    /^MULTILINE_IMPLICIT_KEY|^MISSING_CHAR Implicit/,
    "a line that is no `key: value`; put a space behind the colon, or, if it belongs to the text above, indent it more than the key of that text",
  ],
];

/**
 * Reports what would be read as something else than what stands there.
 *
 * @param text of the file
 * @param isJson whether it is JSON, and not any YAML
 * @returns whether nothing can be made of the document
 */
export function reportMisread(
  document: yaml.Document.Parsed,
  text: string,
  isJson: boolean,
  report: ReportProblem,
): boolean {
  const anchors = new Set<string>();
  let isMisread = false;
  const refuse = (node: yaml.Node, what: string) => {
    isMisread = true;
    report(nodeOffset(node), what);
    return yaml.visit.SKIP;
  };
  const repeated = `${REPEATED}${isJson ? IN_JSON : IN_YAML}`;
  yaml.visit(document, {
    Pair(index, { key, value }, ancestors) {
      const { length } = ancestors;
      if (yaml.isScalar(key) && value === null)
        return refuse(key, isRestOfText(index, key, ancestors.at(-1)) ? COMMA_IN_TEXT : NO_COLON);
      // of the definition itself, not of what stands in it
      if (length !== 2 || !yaml.isScalar(key) || !yaml.isScalar(value)) return undefined;
      const isSql = key.value === "query" || key.value === "sql";
      return isSql && isCutShort(value, text) ? report(nodeOffset(value), CUT_SHORT) : undefined;
    },
    Node(position, node) {
      if (yaml.isAlias(node)) return anchors.has(node.source) ? undefined : refuse(node, NO_ANCHOR);
      if (node.anchor !== undefined) anchors.add(node.anchor);
      for (const key of yaml.isMap(node) ? repeatedKeys(node) : []) report(nodeOffset(key), repeated);
      if (position === "key" && !(yaml.isScalar(node) && isKeyAsWritten(node))) return refuse(node, NO_KEY);
      const otherNumber = yaml.isScalar(node) ? otherNumberText(node) : undefined;
      return otherNumber === undefined ? undefined : report(nodeOffset(node), otherNumber);
    },
  });
  return isMisread;
}

/** Whether a key without a value is what follows a comma in text, such as SQL, that stands in no quotes before it. */
function isRestOfText(index: number | "key" | "value" | null, { source = "" }: yaml.Scalar, map: unknown): boolean {
  const before = yaml.isMap(map) && typeof index === "number" ? map.items[index - 1] : undefined;
  // a value that stands there alone is the rest of a longer text, too
  const value = before?.value ?? before?.key;
  return yaml.isScalar(value) && typeof value.value === "string" && value.type === "PLAIN" && !/\w:/.test(source);
}

/** The keys of a map that stand there before. */
function repeatedKeys({ items }: yaml.YAMLMap): yaml.Node[] {
  const seen = new Set<string>();
  return items.flatMap(({ key }) => {
    if (!yaml.isScalar(key)) return [];
    const name = String(key.value);
    if (seen.has(name)) return [key];
    seen.add(name);
    return [];
  });
}

/** Whether a key is the text that stands there: a field named 012 would be 12, and << merges no maps in YAML 1.2. */
function isKeyAsWritten({ value, type, source }: yaml.Scalar): boolean {
  return type === "PLAIN" ? value !== null && source !== "<<" && String(value) === source : typeof value === "string";
}

/** What is wrong with a number that would be another one than what stands there; undefined of any other value. */
function otherNumberText({ value, source = "" }: yaml.Scalar): string | undefined {
  if (typeof value !== "number") return undefined;
  // 010 is 8 in YAML 1.1, and a postcode loses its first digit
  if (/^[-+]?0\d/.test(source)) return LEADING_ZERO;
  return /^([-+]?\d{16,}|0x[\da-f]{14,}|0o[0-7]{18,})$/i.test(source) && isRounded(source) ? ROUNDED : undefined;
}

/** Whether SQL has a comment to the end of a line, and lines become one, so that the comment takes what comes after. */
function isCutShort({ value, range }: yaml.Scalar, text: string): boolean {
  const source = text.slice(range?.[0], range?.[1]).trimEnd();
  const comments = source.match(/--[^\\\n]*(?=\n)/g) ?? [];
  const lines = String(value)
    .split("\n")
    .map((line) => line.trimEnd());
  return comments.some((comment) => !lines.some((line) => line.endsWith(comment.trimEnd())));
}

const NOT_JSON =
  "not valid JSON: keys and texts are in double quotes, a comma is between two entries and behind none, each bracket and quote is closed, and there are no comments";
export const SEVERAL = "not valid JSON: more behind the end of a definition; put several into a list: [ { … }, { … } ]";
const REPEATED = "this key stands there already, and may only once; where another definition begins, ";
const IN_JSON = "put both into a list: [ { … }, { … } ]";
const IN_YAML = "put a line with --- before it";
/** The key is not shown: where the space is missing, the value is in it, which may be a secret. */
const NO_COLON =
  "a key without a value; put a colon and a space between the two, and a point in a number: { size: 33.3 }";
const COMMA_IN_TEXT = "in { }, a comma ends a text without quotes; put the text, such as SQL, in quotes";
const NO_KEY =
  "a key that is not text as it stands; write it in quotes; nothing fills in << or a template such as {{ x }}";
const NO_ANCHOR = "an alias (*) stands for an anchor (&) that is not there, or comes later";
const CUT_SHORT = "its lines become one, so a -- in it makes a comment of all that follows; put it behind a |";
const LEADING_ZERO = "a number that begins with 0 would lose it; write it without, or in quotes, as text";
const ROUNDED = "a whole number of so many digits would be rounded; write it in quotes, as text";

/** Where a node begins. */
export function nodeOffset({ range }: yaml.Node): number {
  return range?.[0] ?? 0;
}
