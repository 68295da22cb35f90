import {
  type Doc,
  type DocOf,
  isRow,
  rawText,
  type TableRow,
  type TextChange,
  usedColumn,
  usedSides,
  valueText,
  type Words,
} from "./document";
import { code, fenced, foldedMarkdown, insideTag, plain, tableLines, tagged } from "./markdown-text";
import { diffOf, linesText } from "./text-diff";

interface MarkdownOptions {
  /** Most characters of the document. */
  readonly limit: number;
}

/** Longest comment that GitHub takes, in characters: what Markdown keeps to when nothing else is said. */
export const LONGEST_COMMENT = 65_536;

/** The least length that leaves room for what is never left out, in characters. */
export const LEAST_LIMIT = 16_384;

/** Room for what says that something is left out, and for what a pipeline puts before a comment, in characters. */
const CLOSING_ROOM = 1_500;

/** Less room than this is none, in characters: of thousands of entities, what does not fit is not looked at. */
const LEAST_ROOM = 80;

/** Most characters of a text in one line. */
const MOST_IN_LINE = 1_000;

/** Stands between blocks. */
const SEPARATOR = "\n\n";

/** Writes a document as Markdown, for a comment, an issue or a wiki: no longer than it may be. */
export function toMarkdown(doc: readonly Doc[], { limit }: MarkdownOptions): string {
  // what has to stand gets its room before what may
  const writer = new MarkdownWriter(limit - CLOSING_ROOM - sizeOfBlocks(leastBlocks(doc)), limit);
  return `${[...writer.blocks(doc), ...writer.closing()].join(SEPARATOR)}\n`;
}

/** Some parts, as short as they can be. */
function leastBlocks(docs: readonly Doc[]): string[] {
  return new MarkdownWriter(Number.NEGATIVE_INFINITY).blocks(docs);
}

function sizeOfBlocks(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + block.length + SEPARATOR.length, 0);
}

/** The forms of a choice, from long to short: a shorter one is made only where no longer one has room. */
function* choiceForms({ whole, shorter }: DocOf<"choice">): Iterable<readonly Doc[]> {
  yield whole;
  yield* shorter();
}

class MarkdownWriter {
  private readonly leftOut: string[] = [];

  /**
   * @param room for what may be left out: all of it has room where it is infinite
   * @param limit most characters of the document
   */
  constructor(
    private room: number,
    private readonly limit = room,
  ) {}

  blocks(docs: readonly Doc[]): string[] {
    return docs.flatMap((doc) => this.written(doc)).filter((block) => block !== "");
  }

  /** Names what is left out. */
  closing(): string[] {
    const { length } = this.leftOut;
    if (length === 0) return [];
    const names = this.leftOut.slice(0, MOST_LEFT_OUT).map((name) => plain(name.slice(0, MOST_OF_NAME)));
    const rest = length > names.length ? ", …" : "";
    return [`**${length} left out for length** (${names.join(", ")}${rest}): see ${code("--format html")}.`];
  }

  private written(doc: Doc): string[] {
    switch (doc.node) {
      case "verdict":
        return [
          `**${inlineMarkdown(doc.words)}**`,
          ...(doc.about.length === 0 ? [] : [doc.about.map(inlineMarkdown).join(" · ")]),
        ];
      case "section":
        return [`${"#".repeat(doc.level + 1)} ${inlineMarkdown(doc.title)}`, ...this.within(doc.share, doc.body)];
      case "entry": {
        const place = doc.place === undefined ? "" : ` (${code(doc.place)})`;
        const tags = doc.tags.map((tag) => ` · ${inlineMarkdown(tag)}`).join("");
        return [`${inlineMarkdown(doc.title)}${tags}${place}`, ...this.blocks(doc.body)];
      }
      case "table":
        return doc.rows.length === 0 ? [] : [this.table(doc.heads, doc.rows)];
      case "facts":
        return [doc.facts.map(([name, words]) => `- ${plain(name)}: ${inlineMarkdown(words)}`).join("\n")];
      case "fields":
        return fieldsMarkdown(doc);
      case "words":
        return [inlineMarkdown(doc.words)];
      case "items":
        return [doc.of === "inline" ? this.inlineItems(doc.items) : this.items(doc.items, itemStarts[doc.of])];
      case "fold": {
        const body = this.blocks(doc.body).join(SEPARATOR);
        return body === "" ? [] : [foldedMarkdown(insideTag(rawText(doc.title)), body)];
      }
      case "choice":
        return this.choice(doc);
      case "bar":
      case "index":
        return [];
      case "only":
        return doc.media.includes("markdown") ? this.blocks(doc.body) : [];
    }
  }

  /** Parts that leave the rest of the room to what follows. */
  private within(share = 1, docs: readonly Doc[]): string[] {
    const kept = Number.isFinite(this.room) ? Math.max(0, this.room - share * this.limit) : 0;
    this.room -= kept;
    const blocks = this.blocks(docs);
    this.room += kept;
    return blocks;
  }

  /** The first form that has room; what must stand has had the room of its last form reserved. */
  private choice(doc: DocOf<"choice">): string[] {
    const least = doc.must ? leastBlocks(doc.shorter().at(-1) ?? doc.whole) : [];
    this.room += sizeOfBlocks(least);
    const most = Math.min(this.room, (doc.share ?? 1) * this.limit);
    for (const form of this.room < LEAST_ROOM ? [] : choiceForms(doc)) {
      const blocks = new MarkdownWriter(Number.POSITIVE_INFINITY).blocks(form);
      if (sizeOfBlocks(blocks) > most) continue;
      this.room -= sizeOfBlocks(blocks);
      return blocks;
    }
    this.room -= sizeOfBlocks(least);
    if (!doc.must) this.leftOut.push(doc.name);
    return least;
  }

  private items(items: readonly Words[], start: string): string {
    const lines = this.fitting(items.map((item) => start + inlineMarkdown(item)));
    return [...lines, ...moreOf(items.length - lines.length, "- ")].join("\n");
  }

  private inlineItems(items: readonly Words[]): string {
    const shown = this.fitting(items.map((item) => ` · ${inlineMarkdown(item)}`));
    return [shown.join("").slice(3), ...moreOf(items.length - shown.length, "")].join(" ").trim();
  }

  /** A table with as many of its rows as have room. */
  private table(heads: readonly string[], rows: readonly TableRow[]): string {
    const isUsed = usedColumn(rows);
    const cells = rows.map((row) => row.map(inlineMarkdown).filter(isUsed));
    const [head = "", rule = "", ...all] = tableLines(heads.filter(isUsed).map(plain), cells);
    const lines = this.fitting(all);
    return [head, rule, ...lines, ...moreOf(all.length - lines.length, "\n")].join("\n");
  }

  /** The first lines, as many as have room. */
  private fitting(lines: readonly string[]): readonly string[] {
    const end = lines.findIndex(({ length }) => {
      if (length + 1 > this.room) return true;
      this.room -= length + 1;
      return false;
    });
    return end === -1 ? lines : lines.slice(0, end);
  }
}

/** What changes: a table of the values, then each long text, which is folded where it is not alone. */
function fieldsMarkdown({ heads, rows }: DocOf<"fields">): string[] {
  const texts = rows.flatMap((row) =>
    "text" in row ? [longTextMarkdown(row.label, row.text, rows.length === 1)] : [],
  );
  const values = rows.flatMap((row) => ("text" in row ? [] : [row]));
  if (values.length === 0) return texts;
  const sides = usedSides(values);
  const cells = values.map((row) => [plain(row.label), ...sides.map((side) => inlineMarkdown(row[side] ?? ""))]);
  const lines = tableLines(["field", ...sides.map((side) => heads[side === "before" ? 0 : 1])], cells);
  return [lines.join("\n"), ...texts];
}

function longTextMarkdown(label: string, { before = "", after = "", isUnsent }: TextChange, isAlone: boolean): string {
  const lines = diffOf(before, after);
  const shown = lines.map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : sign + text)).join("\n");
  const block = fenced(shown, "diff");
  const title = `${tagged(label)}${isUnsent ? " (no longer sent)" : ""}`;
  return isAlone ? `${title}\n\n${block}` : foldedMarkdown(`${title} ${linesText(lines)}`, block);
}

/** What an item begins with. */
const itemStarts = { plain: "- ", risk: "- ⚠️ ", note: "- ", call: "- " } as const;

/** How many names of what is left out are said, and how long each may be: a sign that Markdown reads takes five. */
const MOST_LEFT_OUT = 5;
const MOST_OF_NAME = 30;

function inlineMarkdown(words: Words): string {
  if (typeof words === "string") return plain(shortenedWords(words));
  if (isRow(words)) return words.map(inlineMarkdown).join("");
  if ("own" in words) return plain(shortenedWords(words.own));
  if ("code" in words) return code(words.code);
  if ("value" in words) return code(valueText(words.value));
  if ("pill" in words) return plain(words.pill);
  if ("strong" in words) return `**${inlineMarkdown(words.strong)}**`;
  return inlineMarkdown("quiet" in words ? words.quiet : words.words);
}

/** The line that counts what has no room. */
function moreOf(count: number, start: string): string[] {
  return count === 0 ? [] : [`${start}… and ${count} more: see ${code("--format html")}`];
}

/** A text, cut where it is longer than a reader needs. */
function shortenedWords(text: string): string {
  return text.length > MOST_IN_LINE ? `${text.slice(0, MOST_IN_LINE)}…` : text;
}
