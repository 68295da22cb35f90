import { visibleWithTabs } from "../text/visible";
import {
  type Doc,
  type DocOf,
  type FieldRow,
  isRow,
  parted,
  rawText,
  type TableRow,
  type TextChange,
  type Tone,
  usedColumn,
  type Words,
} from "./document";
import { diffOf, firstOf } from "./text-diff";

/** Paints text for a terminal, or leaves it as it is. */
type Paint = (text: string) => string;

/** How text is told apart on a terminal. */
export type Colours = Readonly<Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", Paint>>;

interface TextOptions {
  readonly colours: Colours;
  /** Longest line, in characters; a word that is longer stays whole. */
  readonly width: number;
}

/** Most lines that a long text takes. */
const MOST_LINES = 60;

/** Writes a document for a terminal. */
export function toText(doc: readonly Doc[], options: TextOptions): string {
  const lines = new TextWriter(options).blocks(doc, 0);
  return `${lines.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

class TextWriter {
  private readonly toned: Readonly<Record<Tone, Paint>>;

  constructor(private readonly options: TextOptions) {
    const { red, green, yellow, dim, cyan } = options.colours;
    this.toned = { bad: red, good: green, warn: yellow, change: cyan, quiet: dim };
  }

  /** The lines of some parts, one below the other: an empty line stands around entries that have several. */
  blocks(docs: readonly Doc[], indent: number): string[] {
    const written = docs
      .map((doc) => ({ doc, lines: this.lines(doc, indent) }))
      .filter(({ lines }) => lines.length > 0);
    return written.flatMap(({ doc, lines }, index) => {
      const next = written[index + 1];
      if (next === undefined || next.lines[0] === "") return lines;
      const isEntry = doc.node === "entry" || doc.node === "choice";
      const isAbove = doc.node === "table" && next.doc.node === "entry";
      const isLoose = isAbove || (isEntry && (lines.length > 1 || next.lines.length > 1));
      return isLoose ? [...lines, ""] : lines;
    });
  }

  private lines(doc: Doc, indent: number): string[] {
    const { bold, dim } = this.options.colours;
    switch (doc.node) {
      case "verdict":
        return [
          ...this.wrapped(doc.words, indent, (text) => bold(doc.tone === "quiet" ? text : this.toned[doc.tone](text))),
          ...doc.about.flatMap((about) => this.wrapped(about, indent, dim)),
        ];
      case "section": {
        const paint = doc.tone === undefined ? bold : (text: string) => bold(this.toned[doc.tone ?? "quiet"](text));
        return ["", ...this.wrapped(doc.title, indent, paint), ...this.blocks(doc.body, indent + 2)];
      }
      case "entry": {
        const place = doc.place === undefined ? [] : [{ quiet: ` (${doc.place})` }];
        const tags = doc.tags.map((tag) => [" [", tag, "]"]);
        return [...this.wrapped([doc.title, tags, place], indent), ...this.blocks(doc.body, indent + 2)];
      }
      case "table":
        return this.table(doc.heads, doc.rows, indent);
      case "facts":
        return doc.facts.flatMap(([name, words]) => this.wrapped([`${name}: `, words], indent));
      case "items":
        if (doc.of === "inline") return this.wrapped(parted(doc.items, ", "), indent);
        return doc.items.flatMap((item) => this.wrapped([textStarts[doc.of], item], indent));
      case "fields":
        return this.fields(doc, indent);
      case "words":
        return this.wrapped(doc.words, indent);
      case "fold":
        return this.blocks(doc.body, indent);
      case "choice":
        return this.blocks(doc.whole, indent);
      case "bar":
      case "index":
        return [];
      case "only":
        return doc.media.includes("text") ? this.blocks(doc.body, indent) : [];
    }
  }

  private fields({ heads, rows }: DocOf<"fields">, indent: number): string[] {
    const [before, after] = heads;
    // what stands left and right of an arrow needs no word where it was before, and is after
    const isUsual = before === "" || before === "before" || rows.length === 0;
    return [
      ...(isUsual ? [] : this.wrapped(`${before} → ${after}:`, indent, this.options.colours.dim)),
      ...rows.flatMap((row) => this.field(row, before === "", indent)),
    ];
  }

  /** @param isNew whether all of it is, so that no sign has to say so */
  private field(row: FieldRow, isNew: boolean, indent: number): string[] {
    if ("text" in row) {
      const unsent = row.text.isUnsent ? " (no longer sent)" : "";
      return [...this.wrapped([row.label, `${unsent}:`], indent), ...this.longText(row.text, indent + 2)];
    }
    const { label, before, after } = row;
    if (before === undefined || after === undefined) {
      const sign = isNew ? "" : before === undefined ? "+ " : "- ";
      return this.wrapped([sign, label, ": ", before ?? after ?? ""], indent);
    }
    const line = this.wrapped([label, ": ", before, " → ", after], indent);
    if (line.length === 1) return line;
    return [
      ...this.wrapped([label, ":"], indent),
      ...this.wrapped(["- ", before], indent + 2),
      ...this.wrapped(["+ ", after], indent + 2),
    ];
  }

  private longText({ before = "", after = "" }: TextChange, indent: number): string[] {
    const { green, red, dim } = this.options.colours;
    const paints = { "+": green, "-": red, " ": plainly, "@": dim } as const;
    const lines = diffOf(before, after);
    const shown = firstOf(lines, MOST_LINES);
    const left = lines.length - shown.length;
    return [
      ...shown.flatMap(({ sign, text }) => this.wrapped(`${sign} ${text}`, indent, paints[sign])),
      ...(left === 0 ? [] : [" ".repeat(indent) + dim(`… ${left} more lines: see --format json or html`)]),
    ];
  }

  /** Rows in columns; where they are wider than the terminal, the cells of a row stand below its first. */
  private table(heads: readonly string[], rows: readonly TableRow[], indent: number): string[] {
    const isUsed = usedColumn(rows);
    const lines = [heads.map((head) => ({ quiet: head })), ...rows].map((row) => row.filter(isUsed));
    const sizeOf = (cell: Words = "") => [...visibleWithTabs(rawText(cell))].length;
    const widths = heads.filter(isUsed).map((_, column) => Math.max(...lines.map((row) => sizeOf(row[column]))));
    if (widths.reduce((sum, each) => sum + each + 2, indent - 2) > this.options.width) {
      return rows.flatMap(([first = "", ...rest]) => [
        ...this.wrapped(first, indent),
        ...rest.flatMap((cell, index) =>
          rawText(cell) === "" ? [] : this.wrapped([`${heads[index + 1]}: `, cell], indent + 2),
        ),
      ]);
    }
    return lines.map((row) => {
      const cells = row.map((cell, column) => this.line(cell) + " ".repeat((widths[column] ?? 0) - sizeOf(cell)));
      return " ".repeat(indent) + cells.join("  ").trimEnd();
    });
  }

  /** Words on one line. */
  private line(words: Words): string {
    return this.spans(words)
      .map(([text, own]) => (text === "" ? "" : own(visibleWithTabs(text))))
      .join("");
  }

  /** Lines that are no longer than the width, where words can be parted; those after the first stand deeper. */
  private wrapped(words: Words, indent: number, paint: Paint = plainly): string[] {
    const spans = this.spans(words).map(([text, own, isWhole]): Span => [visibleWithTabs(text), own, isWhole]);
    if (spans.reduce((sum, [text]) => sum + text.length, indent) <= this.options.width) {
      const line = spans.map(([text, own]) => (text === "" ? "" : paint(own(text)))).join("");
      return [(" ".repeat(indent) + line).trimEnd()];
    }
    const lines: string[] = [];
    let [line, length] = [" ".repeat(indent), indent];
    let isBegun = false;
    for (const [index, { text, size }] of separateWords(spans, paint).entries()) {
      const gap = index === 0 ? 0 : 1;
      if (isBegun && size > 0 && length + gap + size > this.options.width) {
        lines.push(line.trimEnd());
        [line, length] = [" ".repeat(indent + 2) + text, indent + 2 + size];
      } else {
        line += " ".repeat(gap) + text;
        length += gap + size;
      }
      isBegun ||= size > 0;
    }
    return [...lines, line.trimEnd()];
  }

  /** Words as texts, each with what paints it. */
  private spans(words: Words): Span[] {
    const { bold, dim, cyan } = this.options.colours;
    const painted = (inner: Words, paint: Paint) =>
      this.spans(inner).map(([text, own, isWhole]): Span => [text, (each) => paint(own(each)), isWhole]);
    if (typeof words === "string") return [[words, plainly]];
    if (isRow(words)) return words.flatMap((each) => this.spans(each));
    if ("own" in words) return [[words.own, plainly]];
    if ("code" in words) return [[words.code, cyan, true]];
    if ("value" in words) return [[rawText(words), plainly]];
    if ("pill" in words) return [[words.pill, this.toned[words.tone]]];
    if ("strong" in words) return painted(words.strong, bold);
    return "quiet" in words ? painted(words.quiet, dim) : this.spans(words.words);
  }
}

/** What stands between blanks, each of which may begin a line: several spans may make one. */
function separateWords(spans: readonly Span[], paint: Paint): { text: string; size: number }[] {
  const found = [{ text: "", size: 0 }];
  for (const [text, own, isWhole] of spans) {
    for (const [index, word] of (isWhole ? [text] : text.split(" ")).entries()) {
      // what has become the beginning of a line may mean something there
      const seen = visibleWithTabs(word);
      if (index > 0) found.push({ text: "", size: 0 });
      const last = found.at(-1);
      if (last === undefined || seen === "") continue;
      last.text += paint(own(seen));
      last.size += [...seen].length;
    }
  }
  return found;
}

/** A text, what paints it, and whether no line breaks in it. */
type Span = readonly [text: string, paint: Paint, isWhole?: boolean | undefined];

/** What an item begins with. */
const textStarts = {
  plain: "- ",
  risk: [{ pill: "!", tone: "bad" }, " "],
  note: "note: ",
  call: "",
  inline: "",
} as const satisfies Readonly<Record<string, Words>>;

/** Paints nothing. */
function plainly(text: string): string {
  return text;
}
