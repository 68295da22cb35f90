import { createColors } from "picocolors";
import {
  type BarPart,
  type Doc,
  type DocOf,
  foldLine,
  isRow,
  parted,
  rawText,
  type TableRow,
  tagsText,
  usedColumns,
  type Words,
} from "./document";
import { fillOf } from "./signs";
import {
  NO_BREAK,
  type Paint,
  padded,
  plainly,
  sizeOf,
  type TerminalOptions,
  TerminalStyle,
  wrappedLines,
} from "./terminal-style";
import { diffOf, firstOf } from "./text-lines";

/** Most lines that a long text takes. */
const MOST_LINES = 60;

/** Where what stands at the right margin ends, at most, in columns. */
const MARGIN = 100;

/** How many signs a bar has where there is room, and at least. */
const BAR_LENGTH = 40;
const LEAST_BAR = 8;

/** Writes a document for a terminal. */
export function toText(doc: readonly Doc[], options: TerminalOptions): string {
  return `${linesOf(doc, options).replace(/^\n+/, "").trimEnd()}\n`;
}

/** A part of a document as lines without colours. */
export function plainLines(doc: Doc, width: number): string {
  return linesOf([doc], { colours: createColors(false), width });
}

function linesOf(doc: readonly Doc[], options: TerminalOptions): string {
  return new TextWriter(options).blocks(doc, 0).join("\n").replaceAll(NO_BREAK, " ");
}

class TextWriter {
  private readonly style: TerminalStyle;

  constructor(private readonly options: TerminalOptions) {
    this.style = new TerminalStyle(options);
  }

  /** The lines of some parts, one below the other: an empty line stands around those that have a title and more. */
  blocks(docs: readonly Doc[], indent: number): string[] {
    const all = docs.map((doc) => ({ doc, lines: this.lines(doc, indent) })).filter(({ lines }) => lines.length > 0);
    return all.flatMap(({ doc, lines }, index) => {
      const next = all[index + 1];
      if (next === undefined) return lines;
      const isApart = [doc, next.doc].some(isTitled) && (lines.length > 1 || next.lines.length > 1);
      return isApart || (doc.node === "part" && doc.look === "head") ? [...lines, ""] : lines;
    });
  }

  private lines(doc: Doc, indent: number): string[] {
    switch (doc.node) {
      case "part":
        return this.part(doc, indent);
      case "words":
        return this.wrapped(doc.words, indent, plainly, indent);
      case "list":
        return doc.items.flatMap((item) => this.wrapped(["- ", item], indent));
      case "table":
        return this.table(usedColumns(doc), indent);
      case "facts":
        return this.columns(doc.rows.flatMap(factLines), indent);
      case "bars":
        return this.bars(doc, indent);
      case "diff":
        return this.diff(doc, indent);
    }
  }

  private part(doc: DocOf<"part">, indent: number): string[] {
    const { look, title, body, aside = [], foot = [], meta = [], tags = [], tone, isLines, count } = doc;
    const { bold, dim } = this.options.colours;
    const titlePaint: Paint = (text) => bold(tone && tone !== "quiet" ? this.style.toned[tone](text) : text);
    const under = (words: Words, paint: Paint) => [
      ...this.wrapped(words, indent, paint),
      ...this.blocks(body, indent + 2),
    ];
    switch (look) {
      case "head":
        return [
          ...this.wrapped(title, indent, titlePaint),
          ...this.blocks(body, indent),
          ...this.wrapped(parted(meta, " · "), indent, dim, indent),
        ];
      case "section":
        // titles of cards stand at the margin, and say what their section would
        return count !== undefined && body.some(isTitled) ? this.blocks(body, indent) : under(title, bold);
      case "fold": {
        if (isLines) return [];
        const line = foldLine(doc);
        if (line !== undefined) return this.wrapped(line, indent, dim);
        return under([title, ":"], dim);
      }
      case "box":
        return under([title, tags.map((tag): Words => [" ", { quiet: ["(", tag, ")"] }])], titlePaint);
      case "card":
      case "row":
        return [
          ...this.cardTitle(doc, indent),
          ...this.wrapped(parted(meta, " · "), indent + 2, dim),
          ...this.blocks([...body, ...aside, ...foot], indent + 2),
        ];
    }
  }

  /** The title, with what is seen at once at the right margin where there is room, else behind it. */
  private cardTitle(doc: DocOf<"part">, indent: number): string[] {
    const { icon, title, tone = "act" } = doc;
    const start: Words = [icon === undefined ? "" : [{ icon, tone }, " "], title];
    const beside = tagsText(doc);
    if (beside === "") return this.wrapped(start, indent);
    const room = Math.min(MARGIN, this.options.width) - indent - sizeOf(this.style.painted([start, beside]));
    return this.wrapped([start, " ".repeat(Math.max(2, room)), { quiet: beside }], indent);
  }

  /** A field that changes, on one line where it has room. */
  private field([label = "", ...sides]: TableRow, heads: readonly Words[], indent: number): string[] {
    const isGone = rawText(heads[1] ?? "") === "before";
    const signs = sides.length > 1 ? ["- ", "+ "] : [isGone ? "- " : ""];
    const line = this.wrapped([sides.length > 1 ? "" : signs, label, ": ", parted(sides, " → ")], indent);
    if (line.length === 1 && sides.every((side) => linesIn(side).length === 1)) return line;
    return [
      ...this.wrapped([label, ":"], indent),
      ...sides.flatMap((side, index) =>
        linesIn(side).flatMap((part) => this.wrapped([signs[index] ?? "", part], indent + 2)),
      ),
    ];
  }

  /** Rows in columns; where they are wider than the terminal, the cells of a row stand below its first. */
  private table({ look, heads, rows }: DocOf<"table">, indent: number): string[] {
    if (look === "index") return [];
    if (look === "fields") return rows.flatMap((row) => this.field(row, heads, indent));
    const lines = this.columns([heads.map((head): Words => ({ quiet: head })), ...rows], indent);
    if (lines.length === rows.length + 1) return lines;
    return rows.flatMap(([first = "", ...rest]) => [
      ...this.wrapped(first, indent),
      ...rest.flatMap((cell, index) =>
        rawText(cell) === "" ? [] : this.wrapped([heads[index + 1] ?? "", ": ", cell], indent + 2),
      ),
    ]);
  }

  private bars({ look, rows }: DocOf<"bars">, indent: number): string[] {
    const widest = (all: readonly Words[]) => Math.max(...all.map((each) => sizeOf(this.style.painted(each))));
    const [width, ends] = [widest(rows.map(({ caption }) => caption)), widest(rows.map(({ end = "" }) => end))];
    const start = width === 0 ? 0 : width + 2;
    const length = Math.min(BAR_LENGTH, Math.max(LEAST_BAR, this.options.width - indent - start - ends - 2));
    return rows.flatMap(({ caption, parts, end = "", below = "" }) => {
      const name = this.style.painted(look === undefined ? { quiet: caption } : caption);
      const line = padded(name, start) + padded(this.drawn(parts, length), length + 2) + this.style.painted(end);
      return [...wrappedLines(line, this.options.width, indent), ...this.wrapped({ quiet: below }, indent + start)];
    });
  }

  /** A bar of so many signs; where nobody knows what it would show, words say why. */
  private drawn(parts: readonly BarPart[], length: number): string {
    const { dim, yellow } = this.options.colours;
    const [only] = parts;
    if (only?.look === "open") return yellow("? ") + this.style.painted(only.label ?? "");
    const whole = parts.reduce((sum, { percent }) => sum + percent, 0);
    let [place, drawn] = [0, 0];
    const drawnParts = parts.map(({ percent, colour = 0, look }) => {
      place += percent;
      // what is there has a sign at least
      const end = Math.max(Math.round((place / Math.max(100, whole)) * length), drawn + Math.sign(percent));
      const count = Math.max(0, Math.min(length, end) - drawn);
      drawn += count;
      const sign = look === "rest" || look === "planned" ? this.style.signs[look] : fillOf(colour, this.style.signs);
      const paint = look === "rest" ? dim : this.style.shade(colour);
      return count === 0 ? "" : paint(sign.repeat(count));
    });
    return drawnParts.join("");
  }

  private diff({ label, before = "", after = "" }: DocOf<"diff">, indent: number): string[] {
    const { green, red, dim } = this.options.colours;
    const paints = { "+": green, "-": red, " ": plainly, "@": dim } as const;
    const lines = firstOf(diffOf(before, after), MOST_LINES);
    return [
      ...this.wrapped([label, ":"], indent),
      ...lines.flatMap(({ sign, text }) => this.wrapped({ code: `${sign} ${text}` }, indent + 2, paints[sign])),
    ];
  }

  /** Rows in columns, of which the last goes on below itself. */
  private columns(rows: readonly TableRow[], indent: number): string[] {
    const cells = rows.map((row) => row.map((cell) => this.style.painted(cell)));
    const widths = (rows[0] ?? []).slice(1).map((_, column) => {
      return 2 + Math.max(...cells.map(({ [column]: cell = "" }) => sizeOf(cell)));
    });
    const inner = widths.reduce((sum, width) => sum + width, indent);
    const lines = cells.map((row) => row.map((cell, column) => padded(cell, widths[column] ?? 0)).join(""));
    return lines.flatMap((line) => wrappedLines(line, this.options.width, indent, inner));
  }

  private wrapped(words: Words, indent: number, paint = plainly, hanging?: number): string[] {
    return wrappedLines(this.style.painted(words, paint), this.options.width, indent, hanging);
  }
}

function isTitled(doc: Doc): boolean {
  return doc.node === "part" && doc.look !== "fold" && doc.look !== "box";
}

/** A row of facts: a terminal has no room for what stands back behind the name. */
function factLines([name = "", value = ""]: TableRow): TableRow[] {
  const short = isRow(name) ? name.filter((part) => typeof part === "string" || !("quiet" in part)) : name;
  return linesIn(value).map((line, index) => [{ quiet: index === 0 ? short : "" }, line]);
}

function linesIn(words: Words): readonly Words[] {
  return typeof words === "object" && "lines" in words ? words.lines : [words];
}
