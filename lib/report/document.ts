import type { Icon } from "./signs";

/** How a part is coloured; a reader who sees no colours has its words. `decide` is for what somebody has to decide on. */
export type Tone = "decide" | "good" | "act" | "quiet";

/** A line of words. All texts are raw: only writers escape, and keep what is written from right to left in its place. */
export type Words = string | Mark | readonly Words[];

type Mark =
  /** A value, a path, or what is typed somewhere. */
  | { readonly code: string }
  /** A line to paste: one click selects all of it. */
  | { readonly copy: string }
  /** Stands where there is no value: "none". It never looks like a text of that name. */
  | { readonly nothing: string }
  | { readonly strong: Words }
  | { readonly quiet: Words }
  /** A few words that are seen at once. */
  | { readonly tag: Words; readonly tone?: Tone }
  /** One of several that stand beside each other. */
  | { readonly chip: Words; readonly tone: Tone }
  /** Leads to what has this id, where the medium has links. */
  | { readonly to: string; readonly words: Words }
  /** Where such a link leads, in a row of a table. */
  | { readonly id: string; readonly words: Words }
  /** Leads to a page elsewhere, where the medium has links and this is the address of one. */
  | { readonly href: string | undefined; readonly words: Words }
  /** Each on a line of its own. */
  | { readonly lines: readonly Words[] }
  | { readonly icon: Icon; readonly tone?: Tone }
  /** The colour of a part of a bar. */
  | { readonly swatch: number }
  /** Bars beside words that say the same, where the medium has room for them. */
  | { readonly mini: readonly (readonly BarPart[])[] };

/** The words in a mark, for a medium that does not have it; what is drawn has none. */
export function wordsIn(mark: Mark): Words {
  if ("words" in mark) return mark.words;
  if ("lines" in mark) return parted(mark.lines, ", ");
  if ("code" in mark) return mark.code;
  if ("copy" in mark) return mark.copy;
  if ("nothing" in mark) return mark.nothing;
  if ("strong" in mark) return mark.strong;
  if ("quiet" in mark) return mark.quiet;
  if ("tag" in mark) return mark.tag;
  return "chip" in mark ? mark.chip : "";
}

/** The text of words, without their marks. */
export function rawText(words: Words): string {
  if (typeof words === "string") return words;
  return isRow(words) ? words.map(rawText).join("") : rawText(wordsIn(words));
}

/** What is said, and not how it looks: the one form from which text, Markdown and HTML are written. */
export type Doc =
  /**
   * A titled part:
   *
   * - `head`: the first line of a document, what to do about it, and in `meta` what it rests on.
   * - `section`: a heading, and what stands below it.
   * - `card`: one thing that a reader decides on or learns of. `row`: the same, folded where the medium has that.
   * - `fold`: what is out of sight until a reader asks for it.
   * - `box`: what stands out, in a card, or of all.
   */
  | {
      readonly node: "part";
      readonly look: "head" | "section" | "card" | "row" | "fold" | "box";
      readonly title: Words;
      readonly body: readonly Doc[];
      /** What stands beside the body where there is room, else below it. */
      readonly aside?: readonly Doc[];
      /** What stands below both. */
      readonly foot?: readonly Doc[];
      /** For links to it: a card, or a row. */
      readonly id?: string;
      readonly icon?: Icon;
      readonly tone?: Tone;
      /** What is seen at once beside the title. */
      readonly tags?: readonly Words[];
      /** What stands below the title: what it is, whose, and where. */
      readonly meta?: readonly Words[];
      /** How many things it holds, beside the title. */
      readonly count?: number;
      /** Its lines, which are to be pasted, always stand in Markdown; a terminal has them at their cards. */
      readonly isLines?: true;
    }
  | { readonly node: "words"; readonly words: Words }
  | { readonly node: "list"; readonly items: readonly Words[] }
  | {
      readonly node: "table";
      /**
       * - `grid`: the first cell of a row is its heading. A column in which nothing stands is left out.
       * - `index`: the same for a whole document; a row with one cell is a heading of those that follow. A terminal has none.
       * - `fields`: what changes, or is new: name, before, after; or name and value.
       */
      readonly look: "grid" | "index" | "fields";
      readonly label: string;
      readonly heads: readonly Words[];
      readonly rows: readonly TableRow[];
    }
  /** Names, and what is known of each; in a box, ways to decide, and how. */
  | {
      readonly node: "facts";
      readonly rows: readonly TableRow[];
      /** Whether the last one stands back on a phone, until a reader asks for it. */
      readonly isLastFolded?: boolean;
    }
  /** Shares of a whole, or spans of a scale; words beside it say the same. */
  | {
      readonly node: "bars";
      readonly look?: "layers" | "time";
      /** Of a scale, from 0 to 100. */
      readonly ticks?: readonly { readonly at: number; readonly words: string; readonly isNow?: true }[];
      readonly rows: readonly BarRow[];
    }
  /** The lines of a long text that differ; one side is missing where there was none, or none is left. */
  | {
      readonly node: "diff";
      readonly label: Words;
      readonly before?: string;
      readonly after?: string;
    };

/** One node of a document. */
export type DocOf<Node extends Doc["node"]> = Extract<Doc, { readonly node: Node }>;

export type TableRow = readonly Words[];

export interface BarRow {
  readonly caption: Words;
  readonly parts: readonly BarPart[];
  /** Beside the bar, and below it. */
  readonly end?: Words;
  readonly below?: Words;
}

export interface BarPart {
  readonly percent: number;
  /** Stands in the part where there is room for it. */
  readonly label?: string;
  /** One of a row of colours. */
  readonly colour?: number;
  /**
   * - `rest`: nothing.
   * - `open`: nobody knows, and words say why.
   * - `planned`: it is not there yet.
   * - `late`: it should be over.
   */
  readonly look?: "rest" | "open" | "planned" | "late";
}

/** A percentage without what reckoning with fractions leaves. */
export function roundedPercent(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** The heads and rows of a table, without columns in which nothing stands. */
export function usedColumns(table: DocOf<"table">): DocOf<"table"> {
  const { heads, rows } = table;
  const used = heads.map((_, column) => rows.some(({ [column]: cell = "" }) => rawText(cell) !== ""));
  if (!used.includes(false)) return table;
  const isUsed = (_: unknown, column: number) => used[column];
  return { ...table, heads: heads.filter(isUsed), rows: rows.map((row) => row.filter(isUsed)) };
}

/** A fold as a line, where all that it holds is a list. */
export function foldLine({ title, body: [only, ...others] }: DocOf<"part">): Words | undefined {
  const isList = only?.node === "list" && others.length === 0;
  return isList ? [title, ": ", parted(only.items, ", ")] : undefined;
}

/** What is seen at once beside a title, but for what is drawn. */
export function tagsText({ tags = [] }: DocOf<"part">): string {
  const texts = tags.map(rawText);
  return texts.filter((text) => text !== "").join(", ");
}

export function isRow(words: Words): words is readonly Words[] {
  return Array.isArray(words);
}

/** Parts with something between each two. */
export function parted(parts: readonly Words[], between: string): Words {
  return parts.map((part, index) => (index === 0 ? part : [between, part]));
}

/** A paragraph. */
export function said(words: Words): Doc {
  return { node: "words", words };
}

/** Facts of which there is something to say. */
export function factsDoc(all: Readonly<Record<string, Words | undefined>>): Doc[] {
  const rows = Object.entries(all).flatMap(([name, words]) =>
    words === undefined || words === "" ? [] : [[name, words] as const],
  );
  return rows.length === 0 ? [] : [{ node: "facts", rows }];
}

/** Some documents under a title, or nothing without any. */
export function sectionOf(title: Words, body: readonly Doc[], more: { count?: number } = {}): Doc[] {
  return body.length === 0 ? [] : [{ node: "part", look: "section", title, body, ...more }];
}

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
