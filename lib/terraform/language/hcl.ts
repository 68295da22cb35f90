import { withTextsMerged } from "../../value/value";

/** Text with expressions of Terraform's in it. */
export type Template = readonly (string | Hcl)[];

/** What an expression is made of: code, text that becomes a quoted string, and tokens that the framework fills in. */
type Piece = { readonly code: string } | { readonly text: string } | { readonly token: string };

/**
 * An expression in Terraform's language. It is made by `hcl`, which quotes what is put in, and written by `toValue`. Text is
 * escaped when it is written, by the table `escapings`.
 */
export class Hcl {
  constructor(readonly pieces: readonly Piece[]) {}

  /** An expression that the framework fills in: a token of its, as text. */
  static ofToken(token: string): Hcl {
    return new Hcl([{ token }]);
  }

  get hasToken(): boolean {
    return this.pieces.some((piece) => "token" in piece);
  }

  /** The expression, as the framework takes it inside others. */
  get code(): string {
    const escaped = escapings.quoted[this.hasToken ? "besideToken" : "alone"];
    return this.pieces
      .map((piece) => {
        if ("code" in piece) return piece.code;
        if ("token" in piece) return piece.token;
        return escaped(piece.text);
      })
      .join("");
  }

  /** The expression where a template holds it. A token is one already. */
  get inTemplate(): string {
    const [only] = this.pieces;
    return this.pieces.length === 1 && only !== undefined && "token" in only ? only.token : `\${${this.code}}`;
  }
}

/** An expression, with others and with text in it: hcl`try(${held} == ${"a text"}, true)`. */
export function hcl(code: TemplateStringsArray, ...parts: readonly (Hcl | Template | string | number)[]): Hcl {
  const pieces: Piece[] = [];
  // guards are long: a piece of code joins the one before it
  let pending = "";
  for (let index = 0; index < code.length; index++) {
    pending += code[index] ?? "";
    const part = parts[index];
    for (const piece of part === undefined ? [] : piecesOf(part)) {
      if ("code" in piece) pending += piece.code;
      else {
        pieces.push({ code: pending }, piece);
        pending = "";
      }
    }
  }
  return new Hcl([...pieces, { code: pending }]);
}

/** A list of expressions and texts. */
export function list(elements: Template): Hcl {
  return new Hcl([{ code: "[" }, ...separated(elements), { code: "]" }]);
}

/** The name of what Terraform knows: `local.experimentation_apply`. */
export function reference(...names: readonly string[]): Hcl {
  return new Hcl([{ code: names.join(".") }]);
}

/** An expression that has a value twice or more, by a name: Terraform names one only as the element of a list, here of one. */
export function withName(name: string, value: Hcl, expressionOf: (named: Hcl) => Hcl): Hcl {
  const named = reference(name);
  return hcl`[for ${named} in [${value}] : ${expressionOf(named)}][0]`;
}

/** Text with expressions in it: text`made at ${hcl`self.id`}`. */
export function text(literal: TemplateStringsArray, ...parts: readonly (Hcl | Template | string)[]): Template {
  return withTextsMerged(literal.flatMap((each, index): Template => [each, ...templateOf(parts[index] ?? "")]));
}

/** Whether a template is known at synth. */
export function isKnown(template: Template): boolean {
  return template.every((piece) => typeof piece === "string");
}

/** A template, or an expression, as a string value of Terraform's JSON syntax. */
export function toValue(content: Template | Hcl): string {
  const template = templateOf(content);
  const isBesideToken = template.some((piece) => typeof piece !== "string" && piece.hasToken);
  const escaped = escapings.template[isBesideToken ? "besideToken" : "alone"];
  const written = template.map((piece, index) => {
    if (typeof piece !== "string") return piece.inTemplate;
    return escaped(piece, index < template.length - 1);
  });
  return written.join("");
}

function templateOf(part: Hcl | Template | string): Template {
  return typeof part === "string" || part instanceof Hcl ? [part] : part;
}

function piecesOf(part: Hcl | Template | string | number): readonly Piece[] {
  if (part instanceof Hcl) return part.pieces;
  if (typeof part === "number") return [{ code: String(part) }];
  if (typeof part === "string") return [{ text: part }];
  const [only, ...others] = part;
  if (only !== undefined && others.length === 0) return piecesOf(only);
  return [{ code: 'join("", [' }, ...separated(part), { code: "])" }];
}

function separated(elements: Template): readonly Piece[] {
  return elements.flatMap((element, index) =>
    index === 0 ? piecesOf(element) : [{ code: ", " }, ...piecesOf(element)],
  );
}

/**
 * How text is escaped: by where it stands, and by whether the framework looks for tokens there, by counting braces.
 *
 * | the text `a ${b}` | alone | beside a token |
 * |---|---|---|
 * | quoted in an expression | `"a $${b}"` | `"a \u0024\u007bb\u007d"` |
 * | around expressions of a template | `a $${b}` | `a ${"$"}{b}` |
 */
const escapings = {
  quoted: {
    alone: (literal: string) => quotedText(doubleMarkers(literal)),
    besideToken: (literal: string) => withoutBraces(quotedText(literal)),
  },
  template: {
    // before an expression, a "$" would escape it
    alone: (literal: string, isBeforeExpression: boolean) => {
      const marked = doubleMarkers(literal);
      return escapedRest(isBeforeExpression ? marked.replace(/\$+$/, inExpression) : marked);
    },
    // the framework would take "$${" for an open expression
    besideToken: (literal: string) =>
      escapedRest(literal.replace(/\$+(?=\{|$)/g, inExpression).replace(/%(?=\{)/g, "%%")),
  },
} as const;

/**
 * Escapes what else Terraform would misread: it drops a byte order mark that begins a text, and reads no template after a
 * lone carriage return.
 */
function escapedRest(literal: string): string {
  return literal
    .replace(/^\ufeff/, inExpression("\\ufeff"))
    .replace(/([$%]*)\r(?!\n)/g, (_, before: string) => inExpression(`${before}\\r`));
}

function inExpression(content: string): string {
  return `\${"${content}"}`;
}

/** Doubles the signs of `${` and `%{`, so that they open no template. */
function doubleMarkers(literal: string): string {
  return literal.replace(/[$%](?=\{)/g, "$&$&");
}

/** A quoted string of Terraform's language, whose escapes differ from those of JSON. */
function quotedText(literal: string): string {
  return JSON.stringify(literal)
    .replace(/\\(.)/g, (sequence, letter: string) => ({ b: "\\u0008", f: "\\u000c" })[letter] ?? sequence)
    .replaceAll("\u007f", "\\u007f");
}

/** The text with its braces escaped: cdktf counts the braces of an expression to find the tokens inside it. */
function withoutBraces(literal: string): string {
  return literal.replace(/[{}$%]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
