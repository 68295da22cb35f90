import { type Doc, isRow, type TableRow, usedColumn, type Words } from "./document";
import { SEPARATOR } from "./markdown-page";
import { code, markdownTable, plain } from "./markdown-text";

export interface MarkdownOptions {
  /** Most characters of the document. */
  readonly limit: number;
}

/** Most characters of a text in one line. */
const MOST_IN_LINE = 1_000;

/** Writes a document as Markdown, for a comment, an issue or a wiki: no longer than it may be. */
export function toMarkdown(doc: readonly Doc[], { limit }: MarkdownOptions): string {
  return `${new MarkdownWriter(limit).document(doc)}\n`;
}

class MarkdownWriter {
  constructor(private room: number) {}

  document(docs: readonly Doc[]): string {
    // what has to stand gets its room before what may
    this.room -= this.least(docs);
    return this.blocks(docs).join(SEPARATOR);
  }

  /** How many characters some parts take at least. */
  private least(docs: readonly Doc[]): number {
    return sizeOfBlocks(new MarkdownWriter(Number.NEGATIVE_INFINITY).blocks(docs));
  }

  private blocks(docs: readonly Doc[]): string[] {
    return docs.flatMap((doc) => this.written(doc)).filter((block) => block !== "");
  }

  private written(doc: Doc): string[] {
    switch (doc.node) {
      case "verdict":
        return [
          `**${inlineMarkdown(doc.words)}**`,
          ...(doc.about.length === 0 ? [] : [doc.about.map(inlineMarkdown).join(" · ")]),
        ];
      case "section": {
        const body = this.blocks(doc.body);
        return [`${"#".repeat(doc.level + 1)} ${inlineMarkdown(doc.title)}`, ...body];
      }
      case "entry": {
        const place = doc.place === undefined ? "" : ` (${code(doc.place)})`;
        const tags = doc.tags.map((tag) => ` · ${inlineMarkdown(tag)}`).join("");
        return [`${inlineMarkdown(doc.title)}${tags}${place}`, ...this.blocks(doc.body)];
      }
      case "table":
        return doc.rows.length === 0 ? [] : [this.table(doc.heads, doc.rows)];
      case "facts":
        return [doc.facts.map(([name, words]) => `- ${plain(name)}: ${inlineMarkdown(words)}`).join("\n")];
      case "items": {
        if (doc.of === "inline") return [doc.items.map(inlineMarkdown).join(" · ")];
        const lines = this.fitting(doc.items.map((item) => `- ${inlineMarkdown(item)}`));
        return [[...lines, ...moreOf(doc.items.length - lines.length, "- ")].join("\n")];
      }
      case "bar":
      case "index":
        return [];
      case "only":
        return doc.media.includes("markdown") ? this.blocks(doc.body) : [];
    }
  }

  /** A table with as many of its rows as have room. */
  private table(heads: readonly string[], rows: readonly TableRow[]): string {
    const isUsed = usedColumn(rows);
    const [head = "", rule = "", ...all] = markdownTable(
      heads.filter(isUsed).map(plain),
      rows.map((row) => row.map(inlineMarkdown).filter(isUsed)),
    ).split("\n");
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

function sizeOfBlocks(blocks: readonly string[]): number {
  return blocks.reduce((sum, block) => sum + block.length + SEPARATOR.length, 0);
}

function inlineMarkdown(words: Words): string {
  if (typeof words === "string") return plain(shortenedWords(words));
  if (isRow(words)) return words.map(inlineMarkdown).join("");
  if ("own" in words) return plain(shortenedWords(words.own));
  if ("code" in words) return code(words.code);
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
