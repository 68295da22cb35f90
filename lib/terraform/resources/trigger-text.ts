import { Fn } from "cdktf";
import { sha256 } from "../../protocol/sha256";
import { type DeferredJson, DeferredValue, EnvironmentValue, type Part, TerraformValue } from "../props/deferred-value";

/** Longest literal that a trigger holds whole, in characters. Beyond it, a digest and a size stand for the value. */
const LONGEST_TRIGGER = 32_000;

/** Characters that join the next one to one grapheme (Unicode 16, property `Grapheme_Cluster_Break=Prepend`). */
const JOINING =
  /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]+/gu;

/** Those before what JSON escapes or ends with, and the signs that must not stand before an expression. */
const BEFORE_QUOTE = new RegExp(`([$%]*)(${JOINING.source})(?=["\\\\]|$)`, "gu");

/** Text with Terraform values in it. */
export type Template = readonly (string | TerraformText)[];

/** A token for text that Terraform fills in. */
interface TerraformText {
  readonly token: string;
}

/**
 * A field as a plan shows it: text as it is, anything else as JSON with sorted keys, of which Terraform draws structural
 * diffs. Different values have different texts.
 */
export function triggerOf(tree: DeferredJson): Template {
  const template =
    typeof tree === "string" ? [plainText(tree)] : tree instanceof DeferredValue ? deferredText(tree) : jsonOf(tree);
  const length = template.reduce((sum, piece) => sum + (typeof piece === "string" ? piece.length : 0), 0);
  return length > LONGEST_TRIGGER
    ? [`sha256 `, ...digestOf(tree), ` of ${length.toLocaleString("en-US")} characters`]
    : template;
}

/** A digest of everything in a tree but the values of secrets: hexadecimal, 64 characters. */
export function digestOf(tree: DeferredJson): Template {
  const values: string[] = [];
  const shape = JSON.stringify(tree, (_, value: unknown) =>
    value instanceof DeferredValue ? { "\0": value.parts.map(shapeOf) } : value,
  );
  const digest = sha256(shape.normalize("NFC"));
  // separated, so that 1 and 23 are not taken for 12 and 3
  return values.length === 0 ? [digest] : [{ token: Fn.sha256(Fn.join(",", [digest, ...values])) }];

  function shapeOf(part: Part): unknown {
    if (part instanceof TerraformValue) values.push(part.json);
    return part instanceof TerraformValue ? values.length : part;
  }
}

/** A template as a string value of Terraform's JSON syntax. */
export function toValue(template: Template): string {
  const isPlain = isKnown(template);
  return template
    .map((piece) => (typeof piece !== "string" ? piece.token : isPlain ? escapeMarkers(piece) : besideTokens(piece)))
    .join("");
}

/** Whether synth knows all of a template. */
export function isKnown(template: Template): boolean {
  return template.every((piece) => typeof piece === "string");
}

/**
 * A trigger as a Terraform expression for text. What Terraform fills in may be long as well: then Terraform puts a digest
 * and a size in its place.
 *
 * @param inPlace makes the expression for what stands in place of a long text from that for the digest and the size
 */
export function boundedExpression(template: Template, inPlace = (text: string) => text): string {
  if (isKnown(template)) return toExpression(template);
  const digest = 'join("", ["sha256 ", sha256(text), " of ", length(text), " characters"])';
  return `[for text in [${toExpression(template)}] : try(length(text), 0) > ${LONGEST_TRIGGER} ? ${inPlace(digest)} : text][0]`;
}

/** A template as a Terraform expression. */
export function toExpression(template: Template): string {
  const [only] = template;
  if (template.length === 1 && typeof only === "string") return quoted(doubleMarkers(only));
  const pieces = template.map((piece) => (typeof piece === "string" ? withoutBraces(quoted(piece)) : piece.token));
  return pieces.length === 1 ? pieces.join("") : `join("", [${pieces.join(", ")}])`;
}

/** Literal text where `${` and `%{` would open a template. */
export function escapeMarkers(text: string): string {
  return spellOut(doubleMarkers(text));
}

/** The same where tokens stand beside: cdktf takes "$${" for an opened expression, and "$" before a token escapes it. */
function besideTokens(text: string): string {
  return spellOut(text.replace(/\$+(?=\{|$)/g, (dollars) => `\${"${dollars}"}`).replace(/%(?=\{)/g, "%%"));
}

function doubleMarkers(text: string): string {
  return text.replace(/[$%](?=\{)/g, "$&$&");
}

/**
 * Terraform drops a byte order mark that begins a text, reads no template after a lone carriage return, and takes a
 * character that joins the next one together with it: a quote or a backslash is lost then.
 */
function spellOut(text: string): string {
  return text
    .replace(/^\ufeff/, `\${"\\ufeff"}`)
    .replace(/([$%]*)\r(?!\n)/g, (_, before: string) => `\${"${before}\\r"}`)
    .replace(BEFORE_QUOTE, (_, before: string, joining: string) => `\${"${before}${codes(joining)}"}`);
}

/** A quoted string of Terraform's language, which has other escapes than JSON. */
function quoted(text: string): string {
  return JSON.stringify(text)
    .replace(/\\(.)/g, (spelled, letter: string) => ({ b: "\\u0008", f: "\\u000c" })[letter] ?? spelled)
    .replaceAll("\u007f", "\\u007f")
    .replace(JOINING, codes);
}

function codes(text: string): string {
  return Array.from(text, (each) => `\\U${each.codePointAt(0)?.toString(16).padStart(8, "0")}`).join("");
}

/** Braces spelled out: cdktf counts those of an expression to tell which tokens are inside. */
function withoutBraces(text: string): string {
  return text.replace(/[{}$%]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}

/** Text, quoted where it would read as a null or as JSON. */
function plainText(text: string): string {
  const ambiguous = text === "null" || (/^[[{"]/.test(text) && isJson(text));
  return ambiguous ? JSON.stringify(text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function deferredText(deferredValue: DeferredValue): Template {
  return deferredValue.parts.map((part) =>
    part instanceof TerraformValue ? { token: part.text } : part instanceof EnvironmentValue ? part.label : part,
  );
}

/** JSON text with sorted keys. */
export function jsonOf(tree: DeferredJson): Template {
  if (tree instanceof DeferredValue) return deferredJsonText(tree);
  if (typeof tree !== "object" || tree === null) return [JSON.stringify(tree)];
  if (Array.isArray(tree))
    return joined(
      "[",
      tree.map((element: DeferredJson) => jsonOf(element)),
      "]",
    );
  const entries = Object.entries(tree).map(
    ([key, inner]): Template => [`${JSON.stringify(key)}:`, ...jsonOf(inner as DeferredJson)],
  );
  return joined("{", entries, "}");
}

function deferredJsonText(deferredValue: DeferredValue): Template {
  const [only] = deferredValue.parts;
  if (deferredValue.parts.length === 1 && only instanceof TerraformValue) return [{ token: only.json }];
  const inner = deferredValue.parts.map((part) => {
    if (part instanceof TerraformValue) return { token: Fn.trimsuffix(Fn.trimprefix(part.json, '\\"'), '\\"') };
    return JSON.stringify(part instanceof EnvironmentValue ? part.label : part).slice(1, -1);
  });
  return merged(['"', ...inner, '"']);
}

function joined(open: string, pieces: readonly Template[], close: string): Template {
  return merged([open, ...pieces.flatMap((piece, index) => (index === 0 ? piece : [",", ...piece])), close]);
}

function merged(template: Template): Template {
  const result: (string | TerraformText)[] = [];
  for (const piece of template) {
    const last = result.at(-1);
    if (typeof piece === "string" && typeof last === "string") result[result.length - 1] = last + piece;
    else result.push(piece);
  }
  return result;
}
