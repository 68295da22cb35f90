import { visible, withEndsSeen } from "../text/visible";
import { isFields, isHidden, isList, isTooLong, markedText, Opaque, type Value } from "../value/value";

/** What a document is written as for people. */
type Medium = "text" | "markdown" | "html";

/** How a part is coloured; a reader who sees no colours has its words. */
export type Tone = "good" | "change" | "warn" | "bad" | "quiet";

/** A line of words. All texts are raw: only writers escape. */
export type Words = string | Mark | readonly Words[];

type Mark =
  /** A name or a value of a user's, which keeps its own direction of writing. */
  | { readonly own: string }
  | { readonly code: string }
  /** A value of the API. */
  | { readonly value: Value }
  | { readonly strong: Words }
  | { readonly quiet: Words }
  /** A few words that are seen at once. */
  | { readonly pill: string; readonly tone: Tone }
  /** Leads to the part with this id, where the medium has links. */
  | { readonly to: string; readonly words: Words }
  /** Where such links lead, in a row of a table. */
  | { readonly id: string; readonly words: Words };

/** What is said, and not how it looks: the one form from which text, Markdown and HTML are written. */
export type Doc =
  /** The first line of a document, and what it rests on. */
  | { readonly node: "verdict"; readonly words: Words; readonly tone: Tone; readonly about: readonly Words[] }
  | {
      readonly node: "section";
      readonly title: Words;
      readonly level: 2 | 3 | 4;
      readonly body: readonly Doc[];
      readonly id?: string;
      /** Sets it apart: it has to be seen before all else. */
      readonly tone?: Tone;
      /** How much of a document with a limit it may take, from 0 to 1; all of it when left out. */
      readonly share?: number;
    }
  /** One entity. */
  | {
      readonly node: "entry";
      /** For links to it. */
      readonly id: string;
      readonly title: Words;
      /** What is seen at once beside the title. */
      readonly tags: readonly Words[];
      /** Where it is declared. */
      readonly place?: string;
      readonly body: readonly Doc[];
    }
  /** The first cell of a row is its heading. A column in which nothing stands is left out. */
  | {
      readonly node: "table";
      readonly label: string;
      readonly heads: readonly string[];
      readonly rows: readonly TableRow[];
    }
  /** What is worth knowing of one thing, each with its name. */
  | { readonly node: "facts"; readonly facts: readonly (readonly [name: string, words: Words])[] }
  /** What changes, or is new: two neutral columns, one of which is left out where nothing stands in it. */
  | {
      readonly node: "fields";
      /** An empty head of the first column says that all of it is new. */
      readonly heads: readonly [before: string, after: string];
      readonly rows: readonly FieldRow[];
    }
  | { readonly node: "words"; readonly words: Words }
  | {
      readonly node: "items";
      readonly of: "plain" | "inline" | "risk" | "note" | "call";
      readonly items: readonly Words[];
    }
  /** What is out of sight until a reader asks for it, where the medium has that; on paper, it is open. */
  | { readonly node: "fold"; readonly title: Words; readonly body: readonly Doc[]; readonly isOpen?: boolean }
  /**
   * The whole, or the first shorter form that fits into the room left; where none does, its name is listed. Where it must
   * stand, its shortest form always has room. A medium without limit has the whole, and makes no others.
   */
  | {
      readonly node: "choice";
      readonly whole: readonly Doc[];
      /** From long to short. */
      readonly shorter: () => readonly (readonly Doc[])[];
      readonly name: string;
      readonly must?: true;
      /** How much of a document with a limit it may take, from 0 to 1; all of it when left out. */
      readonly share?: number;
    }
  /** Links to the parts of a document, where the medium has links. */
  | { readonly node: "index"; readonly label: string; readonly items: readonly Words[] }
  /** Shares of a whole, drawn. It is for the eye alone: words beside it say the same. */
  | { readonly node: "bar"; readonly parts: readonly BarPart[]; readonly caption?: string }
  /** What only some media have: rare. */
  | { readonly node: "only"; readonly media: readonly Medium[]; readonly body: readonly Doc[] };

/** One node of a document. */
export type DocOf<Node extends Doc["node"]> = Extract<Doc, { readonly node: Node }>;

export type TableRow = readonly Words[];

/** A field as a reader sees it: two values, or a long text, of which the lines that differ are shown. */
export type FieldRow =
  | { readonly label: string; readonly before?: Words; readonly after?: Words }
  | { readonly label: string; readonly text: TextChange };

/** A long text; one side is missing where there was none, or none is left. */
export interface TextChange {
  readonly before?: string;
  readonly after?: string;
  /** Whether the field is left out of what is sent, so that nobody knows what becomes of it. */
  readonly isUnsent?: boolean;
}

export interface BarPart {
  readonly percent: number;
  /** Stands in the part where there is room for it. */
  readonly label: string;
  /** One of a row of colours; the colour of a share of a whole when left out. */
  readonly colour?: number;
  /** Whether it is not there yet, and so is only outlined. */
  readonly isPlanned?: true;
}

/** The text of words, without their marks. */
export function rawText(words: Words): string {
  if (typeof words === "string") return words;
  if (isRow(words)) return words.map(rawText).join("");
  if ("own" in words) return words.own;
  if ("code" in words) return words.code;
  if ("value" in words) return valueText(words.value);
  if ("pill" in words) return words.pill;
  return rawText("strong" in words ? words.strong : "quiet" in words ? words.quiet : words.words);
}

/** Says of a column, by its place, whether anything stands in it. */
export function usedColumn(rows: readonly TableRow[]): (cell: unknown, column: number) => boolean {
  const used = new Set(rows.flatMap((row) => row.flatMap((cell, column) => (rawText(cell) === "" ? [] : [column]))));
  return (_, column) => used.has(column);
}

/** Which of the two columns of fields something stands in. */
export function usedSides(rows: readonly FieldRow[]): ("before" | "after")[] {
  return (["before", "after"] as const).filter((side) =>
    rows.some((row) => !("text" in row) && row[side] !== undefined),
  );
}

export function isRow(words: Words): words is readonly Words[] {
  return Array.isArray(words);
}

/** Parts with something between each two. */
export function parted(parts: readonly Words[], between: string): Words {
  return parts.map((part, index) => (index === 0 ? part : [between, part]));
}

/** Words that stand back behind others. */
export function quietly(words: Words): Doc {
  return { node: "words", words: { quiet: words } };
}

/** A value on one line as people read it: a text without quotes, unless it would be read as something else. */
export function valueText(value: Value): string {
  if (typeof value === "string") return isClear(value) ? value : withEndsSeen(JSON.stringify(value));
  if (
    isList(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === "string" && isClear(each) && !each.includes(","))
  ) {
    return value.join(", ");
  }
  return value === null ? "none" : shown(value);
}

/** What stands in the place of a value that cannot be read. */
const opaqueTexts: Readonly<Record<Opaque["why"], string>> = {
  secret: "(sensitive)",
  deploy: "(known at deploy time)",
  long: "(a text that is too long for a plan, which keeps a digest of it)",
};

/** Whether a text reads as itself: it is no number or list, begins and ends with what is seen, and is there. */
function isClear(text: string): boolean {
  return /^[^\s"[{(]/.test(text) && !/\s$|^(?:-?[\d.]+|true|false|null|none)$/.test(text);
}

/** A value on one line, as JSON. */
export function shown(value: Value): string {
  if (value instanceof Opaque) return isHidden(value) || isTooLong(value) ? opaqueTexts[value.why] : markedText(value);
  if (typeof value === "string") return withEndsSeen(JSON.stringify(value));
  if (isList(value)) return `[${value.map(shown).join(", ")}]`;
  if (!isFields(value)) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${shown(inner ?? null)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A value with a line for each of its parts, where it is too long for one. */
export function laidOut(value: Value, indent = ""): string {
  const flat = shown(value);
  const isShort = indent.length + flat.length <= WIDTH;
  if (isShort || typeof value !== "object" || value === null || value instanceof Opaque) return flat;
  const inner = `${indent}  `;
  const parts = isList(value)
    ? value.map((element) => laidOut(element, inner))
    : Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${laidOut(field ?? null, inner)}`);
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** How long a line may be where a value is laid out, in characters. */
const WIDTH = 60;

/** A command's result: every form of it follows from one model. */
export interface Report<Model> {
  /** What a page with the document is called. */
  readonly title: (model: Model) => string;
  readonly doc: (model: Model) => readonly Doc[];
  /** What JSON says, from the model and not from the document. */
  readonly json: (model: Model) => unknown;
  /** The rows of a table, headings first. */
  readonly table?: (model: Model) => readonly (readonly unknown[])[];
}

/** Rows as CSV (RFC 4180). */
export function toCsv(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(value: unknown): string {
  const text = visible(value === undefined || value === null ? "" : String(value));
  // a spreadsheet would take such a text for a formula
  const plain = typeof value === "string" && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
