import { columnsOf, fittingIn } from "../text/columns";
import { visibleWithTabs } from "../text/visible";
import { BAR_LENGTH, barRuns, fillOf, padded } from "./bar-text";
import {
  type BarPart,
  type Doc,
  type DocOf,
  isRow,
  parted,
  rawText,
  type TableRow,
  type Tone,
  usedColumn,
  type Words,
} from "./document";
import { icons } from "./icons";
import { isolated, oneLine } from "./one-line";
import { diffOf, firstOf } from "./text-diff";
import { valueText } from "./value-text";

/** Paints text for a terminal, or leaves it as it is. */
type Paint = (text: string) => string;

/** How text is told apart on a terminal. */
export type Colours = Readonly<
  Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan" | "blue" | "magenta" | "gray", Paint>
>;

interface TextOptions {
  readonly colours: Colours;
  /** Longest line, in columns; a word that is longer stays whole. */
  readonly width: number;
}

/** Most lines that a long text takes. */
const MOST_LINES = 60;

/** Where what stands at the right margin ends, at most, in columns. */
const MARGIN = 100;

/** Writes a document for a terminal. */
export function toText(doc: readonly Doc[], options: TextOptions): string {
  const lines = new TextWriter(options).blocks(doc, 0);
  return `${lines.join("\n").replace(/^\n+/, "").trimEnd()}\n`;
}

class TextWriter {
  private readonly toned: Readonly<Record<Tone, Paint>>;
  private readonly shades: readonly Paint[];

  constructor(private readonly options: TextOptions) {
    const { red, green, dim, cyan, gray, blue, magenta, yellow } = options.colours;
    this.toned = { decide: red, good: green, act: cyan, quiet: dim };
    this.shades = [gray, blue, magenta, green, yellow, cyan];
  }

  /** The lines of some parts, one below the other: an empty line stands around those that have a title and more. */
  blocks(docs: readonly Doc[], indent: number): string[] {
    const written = docs
      .map((doc) => ({ doc, lines: this.lines(doc, indent) }))
      .filter(({ lines }) => lines.length > 0);
    return written.flatMap(({ doc, lines }, index) => {
      const next = written[index + 1];
      if (next === undefined) return lines;
      const isApart = [doc, next.doc].some(isTitled) && (lines.length > 1 || next.lines.length > 1);
      return doc.node === "head" || isApart ? [...lines, ""] : lines;
    });
  }

  private lines(doc: Doc, indent: number): string[] {
    const { bold, dim } = this.options.colours;
    switch (doc.node) {
      case "head":
        return [
          ...this.wrapped(doc.words, indent, (text) => bold(doc.tone === "quiet" ? text : this.toned[doc.tone](text))),
          ...(doc.lead ?? []).flatMap((each) => this.wrapped(each, indent, plainly, indent)),
          ...(doc.about.length === 0 ? [] : this.wrapped(parted(doc.about, " · "), indent, dim, indent)),
        ];
      case "part":
        return this.part(doc, indent);
      case "words":
        return this.wrapped(doc.words, indent, plainly, indent);
      case "list":
        if (doc.isInline) return this.wrapped(parted(doc.items, ", "), indent);
        return doc.items.flatMap((item) => this.wrapped(["- ", item], indent));
      case "table":
        return this.table(doc, indent);
      case "bars":
        return this.bars(doc, indent);
      case "diff":
        return this.diff(doc, indent);
    }
  }

  private part(doc: DocOf<"part">, indent: number): string[] {
    const { look, title, body, aside = [], foot = [], meta = [], tags = [], tone, isLines, count } = doc;
    const { bold, dim } = this.options.colours;
    switch (look) {
      case "section":
        // titles of cards stand at the margin, and say what their section would
        if (count !== undefined && body.some(isTitled)) return this.blocks(body, indent);
        return [...this.wrapped(title, indent, bold), ...this.blocks(body, indent + 2)];
      case "strip":
        return [
          ...this.wrapped(title, indent, tone === "decide" ? this.toned.decide : dim, indent),
          ...this.blocks(body, indent),
        ];
      case "fold":
        if (isLines) return [];
        if (body.length === 1 && body[0]?.node === "list") {
          return this.wrapped([title, ": ", parted(body[0].items, ", ")], indent, dim);
        }
        return [...this.wrapped([title, ":"], indent, dim), ...this.blocks(body, indent + 2)];
      case "box": {
        const beside = tags.map((tag): Words => [" ", { quiet: ["(", tag, ")"] }]);
        const paint: Paint = tone === "decide" ? (text) => bold(this.toned.decide(text)) : bold;
        return [...this.wrapped([{ strong: title }, beside], indent, paint), ...this.blocks(body, indent + 2)];
      }
      case "card":
      case "row": {
        const below = meta.length === 0 ? [] : this.wrapped(parted(meta, " · "), indent + 2, dim);
        return [...this.cardTitle(doc, indent), ...below, ...this.blocks([...body, ...aside, ...foot], indent + 2)];
      }
    }
  }

  /** The title, with what is seen at once at the right margin where there is room, else behind it. */
  private cardTitle({ icon, title, tags = [], tone = "act" }: DocOf<"part">, indent: number): string[] {
    const { dim } = this.options.colours;
    const sign: Words = icon === undefined ? "" : [{ icon, tone }, " "];
    const beside = parted(
      tags.filter((tag) => rawText(tag) !== ""),
      ", ",
    );
    const lines = this.wrapped([sign, title], indent);
    const [last = "", size] = [lines.at(-1), columnsOf(this.plainLine(beside))];
    if (size === 0) return lines;
    const taken = lines.length === 1 ? indent + columnsOf(this.plainLine([sign, title])) : Number.POSITIVE_INFINITY;
    const gap = Math.min(MARGIN, this.options.width) - taken - size;
    if (gap >= 2) return [...lines.slice(0, -1), last + " ".repeat(gap) + dim(this.line(beside))];
    return this.wrapped([sign, title, "  ", { quiet: beside }], indent);
  }

  private table({ look, heads, rows }: DocOf<"table">, indent: number): string[] {
    if (look === "index" || rows.length === 0) return [];
    if (look === "fields") return rows.flatMap((row) => this.field(row, heads, indent));
    if (look === "grid") return this.grid(heads, rows, indent);
    const width = Math.max(...rows.map(([name = ""]) => columnsOf(this.plainLine(shortName(name)))));
    return rows.flatMap(([whole = "", ...words]) => {
      const name = shortName(whole);
      const label = this.options.colours.dim(padded(this.plainLine(name), width));
      const [first = "", ...rest] = words.flatMap((each) => this.linesOf(each, indent + width + 2));
      const isFitting = words.every((each) => this.longestWord(each) <= this.options.width - indent - width - 2);
      if (isFitting) return [`${" ".repeat(indent)}${label}  ${first.trimStart()}`.trimEnd(), ...rest];
      return [" ".repeat(indent) + label.trimEnd(), ...words.flatMap((each) => this.linesOf(each, indent + 2))];
    });
  }

  /** Words with their lines, if they have several. */
  private linesOf(words: Words, indent: number): string[] {
    const parts = typeof words === "object" && "lines" in words ? words.lines : [words];
    return parts.flatMap((part) => this.wrapped(part, indent, plainly, indent));
  }

  /** The columns of the longest text that no line breaks. */
  private longestWord(words: Words): number {
    return Math.max(0, ...this.spans(words).map(([text, , isWhole]) => (isWhole ? columnsOf(text) : 0)));
  }

  /** A field that changes, on one line where it has room. */
  private field([label = "", ...sides]: TableRow, heads: readonly Words[], indent: number): string[] {
    const hasLines = sides.some((side) => typeof side === "object" && "lines" in side && side.lines.length > 1);
    const only = sides.length === 1 && rawText(heads[1] ?? "") === "before" ? "- " : "";
    const line = this.wrapped([only, label, ": ", parted(sides, " → ")], indent);
    if (line.length === 1 && !hasLines) return line;
    const signs = sides.length === 1 ? [only] : ["- ", "+ "];
    return [
      ...this.wrapped([label, ":"], indent),
      ...sides.flatMap((side, index) => {
        const parts = typeof side === "object" && "lines" in side ? side.lines : [side];
        return parts.flatMap((part) => this.wrapped([signs[index] ?? "", part], indent + 2));
      }),
    ];
  }

  private bars({ look, words, rows }: DocOf<"bars">, indent: number): string[] {
    const caption = words === undefined ? [] : this.wrapped(words, indent);
    const { dim } = this.options.colours;
    const width = Math.max(...rows.map((row) => columnsOf(this.plainLine(row.caption))));
    const lines = rows.flatMap(({ caption: name, parts, end = "", below = "" }) => {
      const under = rawText(below) === "" ? [] : this.wrapped({ quiet: below }, indent + width + 2);
      const bar =
        look === "time"
          ? ""
          : `${this.drawn(parts, Math.min(BAR_LENGTH, Math.max(8, this.options.width - indent - width - 2)))}  `;
      const start = `${" ".repeat(indent)}${this.line(name)}${" ".repeat(width - columnsOf(this.plainLine(name)))}  `;
      return [`${look === undefined ? dim(start) : start}${bar}${this.line(end)}`.trimEnd(), ...under];
    });
    return [...caption, ...lines];
  }

  private drawn(parts: readonly BarPart[], length: number): string {
    const { dim, yellow } = this.options.colours;
    return barRuns(parts, length)
      .map(({ text, colour }) => {
        if (colour !== undefined) return this.shade(colour)(text);
        return text.startsWith("?") ? yellow("?") + text.slice(1) : dim(text);
      })
      .join("");
  }

  private shade(colour: number): Paint {
    return this.shades[colour % this.shades.length] ?? plainly;
  }

  private diff({ label, before = "", after = "" }: DocOf<"diff">, indent: number): string[] {
    const { green, red, dim } = this.options.colours;
    const paints = { "+": green, "-": red, " ": plainly, "@": dim } as const;
    const lines = diffOf(before, after);
    const shown = firstOf(lines, MOST_LINES);
    const left = lines.length - shown.length;
    return [
      ...this.wrapped([label, ":"], indent),
      ...shown.flatMap(({ sign, text }) => this.wrapped(`${sign} ${text}`, indent + 2, paints[sign])),
      ...(left === 0 ? [] : [" ".repeat(indent + 2) + dim(`… ${left} more lines: see --format json or html`)]),
    ];
  }

  /** Rows in columns; where they are wider than the terminal, the cells of a row stand below its first. */
  private grid(heads: readonly Words[], rows: readonly TableRow[], indent: number): string[] {
    const isUsed = usedColumn(rows);
    const lines = [heads.map((head) => ({ quiet: head })), ...rows].map((row) => row.filter(isUsed));
    const sizeOf = (cell: Words = "") => columnsOf(this.plainLine(cell));
    const widths = heads.filter(isUsed).map((_, column) => Math.max(...lines.map((row) => sizeOf(row[column]))));
    if (widths.reduce((sum, each) => sum + each + 2, indent - 2) > this.options.width) {
      return rows.flatMap(([first = "", ...rest]) => [
        ...this.wrapped(first, indent),
        ...rest.flatMap((cell, index) =>
          rawText(cell) === "" ? [] : this.wrapped([heads[index + 1] ?? "", ": ", cell], indent + 2),
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
      .map(([text, own]) => (text === "" ? "" : own(readable(text))))
      .join("");
  }

  /** The same without colours. */
  private plainLine(words: Words): string {
    return this.spans(words)
      .map(([text]) => readable(text))
      .join("");
  }

  /**
   * Lines that are no longer than the width, where words can be parted.
   *
   * @param hanging how deep those after the first stand
   */
  private wrapped(words: Words, indent: number, paint: Paint = plainly, hanging = indent + 2): string[] {
    const spans = this.spans(words).map(([text, own, isWhole]): Span => [readable(text), own, isWhole]);
    if (spans.reduce((sum, [text]) => sum + columnsOf(text), indent) <= this.options.width) {
      const line = spans.map(([text, own]) => (text === "" ? "" : paint(own(text)))).join("");
      return [(" ".repeat(indent) + line).trimEnd()];
    }
    const lines: string[] = [];
    let [line, length] = [" ".repeat(indent), indent];
    let isBegun = false;
    for (const [index, { text, size }] of separateWords(spans, paint, this.options.width - hanging).entries()) {
      const gap = index === 0 ? 0 : 1;
      if (isBegun && size > 0 && length + gap + size > this.options.width) {
        lines.push(line.trimEnd());
        [line, length] = [" ".repeat(hanging) + text, hanging + size];
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
    if ("copy" in words) return [[words.copy, cyan, true]];
    if ("value" in words) return [[valueText(words.value), plainly]];
    if ("nothing" in words) return [[`(${words.nothing})`, dim]];
    if ("tag" in words) return [["(", plainly], ...this.spans(words.tag), [")", plainly]];
    if ("strong" in words) return painted(words.strong, bold);
    if ("quiet" in words) return painted(words.quiet, dim);
    if ("lines" in words) return this.spans(parted(words.lines, "; "));
    if ("icon" in words) return [[icons[words.icon].sign, this.toned[words.tone ?? "act"]]];
    if ("swatch" in words) return [[`${fillOf(words.swatch)} `, this.shade(words.swatch)]];
    return "mini" in words ? [] : this.spans(words.words);
  }
}

function isTitled(doc: Doc): boolean {
  return doc.node === "part" && doc.look !== "fold" && doc.look !== "box";
}

/** A text on one line, with what nobody sees spelled out, and in its own direction. */
function readable(text: string): string {
  return isolated(visibleWithTabs(oneLine(text)));
}

/** A name without what stands back behind it: a terminal has no room for that. */
function shortName(name: Words): Words {
  return isRow(name) ? name.filter((part) => typeof part === "string" || !("quiet" in part)) : name;
}

/** The same of a part of it, which may mean something by itself. */
function withIsolates(text: string): string {
  return text
    .split(/([\u2068\u2069])/)
    .map((part) => (/^[\u2068\u2069]$/.test(part) ? part : visibleWithTabs(part)))
    .join("");
}

/** What stands between blanks, each of which may begin a line: several spans may make one. Wide characters need no blank. */
function separateWords(spans: readonly Span[], paint: Paint, width: number): { text: string; size: number }[] {
  const found = [{ text: "", size: 0 }];
  for (const [text, own, isWhole] of spans) {
    for (const [index, word] of (isWhole
      ? [text]
      : text.split(" ").flatMap((each) => wideParts(each, width))
    ).entries()) {
      // what has become the beginning of a line may mean something there
      const seen = withIsolates(word);
      if (index > 0) found.push({ text: "", size: 0 });
      const last = found.at(-1);
      if (last === undefined || seen === "") continue;
      last.text += paint(own(seen));
      last.size += columnsOf(seen);
    }
  }
  return found;
}

/** A text without blanks in parts that fit, where its script has none between words. */
function wideParts(text: string, width: number): string[] {
  const columns = columnsOf(text);
  if (columns <= width || columns === text.length || width < 2) return [text];
  const { text: first } = fittingIn(text, width);
  return first === "" ? [text] : [first, ...wideParts(text.slice(first.length), width)];
}

/** A text, what paints it, and whether no line breaks in it. */
type Span = readonly [text: string, paint: Paint, isWhole?: boolean | undefined];

/** Paints nothing. */
function plainly(text: string): string {
  return text;
}
