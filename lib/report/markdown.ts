import { columnsOf } from "../text/columns";
import { visible } from "../text/visible";
import { barRuns, fillOf, padded } from "./bar-text";
import { type Doc, type DocOf, isRow, parted, rawText, type TableRow, usedColumn, type Words } from "./document";
import { icons } from "./icons";
import { fitted, type Piece, SEPARATOR } from "./markdown-fit";
import { code, fenced, foldedMarkdown, insideTag, linkTarget, plain, tableLines, tagged } from "./markdown-text";
import { isolated, oneLine } from "./one-line";
import { diffOf, firstOf, linesText } from "./text-diff";
import { valueText } from "./value-text";

interface MarkdownOptions {
  /** Most characters of the document. */
  readonly limit: number;
}

/** Longest comment that GitHub takes, in characters: what Markdown keeps to when nothing else is said. */
export const LONGEST_COMMENT = 65_536;

/** The least length that leaves room for what is never left out, in characters. */
export const LEAST_LIMIT = 16_384;

/** Most characters of a text in one line. */
const MOST_IN_LINE = 1_000;

/** Most lines of a long text. */
const MOST_LINES = 200;

/** Writes a document as Markdown, for a comment, an issue or a wiki: no longer than it may be. */
export function toMarkdown(doc: readonly Doc[], { limit }: MarkdownOptions): string {
  return `${fitted(piecesOf(doc), limit).join(SEPARATOR)}\n`;
}

/** The parts of a document that may be shortened one by one. With an index, cards stand in its order, without headings. */
function piecesOf(docs: readonly Doc[]): Piece[] {
  const hasIndex = docs.some((doc) => doc.node === "table" && doc.look === "index");
  const pieces = (those: readonly Doc[], level: number): Piece[] =>
    those.flatMap((doc) => (doc.node === "part" ? piecesOfPart(doc, level) : pieceOf(doc)));
  const piecesOfPart = (doc: DocOf<"part">, level: number): Piece[] => {
    if (doc.look === "card" || doc.look === "row") return [cardPiece(doc, hasIndex)];
    if (doc.look === "section") {
      const inner = pieces(doc.body, level + 1);
      const heading = `${"#".repeat(level)} ${inlineMarkdown(doc.title)}`;
      return hasIndex && inner.some(({ line }) => line !== undefined) ? inner : [{ whole: heading }, ...inner];
    }
    return [{ whole: blocksOf([doc], true).join(SEPARATOR), isKept: doc.look === "strip" || doc.isLines === true }];
  };
  return pieces(docs, 4);
}

function pieceOf(doc: Doc): Piece[] {
  if (doc.node === "table" && doc.look === "index") return [{ rows: indexLines(doc) }];
  if (doc.node === "list" && !doc.isInline) return [{ rows: doc.items.map((item) => `- ${inlineMarkdown(item)}`) }];
  const text = blocksOf([doc], true).join(SEPARATOR);
  return text === "" ? [] : [{ whole: text, isKept: doc.node === "head" }];
}

/** @param hasIndex whether it stands in a table above already, so that it needs no line of its own */
function cardPiece(doc: DocOf<"part">, hasIndex: boolean): Piece {
  return {
    whole: cardMarkdown(doc, hasIndex, true),
    bare: cardMarkdown(doc, hasIndex, false),
    line: hasIndex ? "" : titleLine(doc, inTag),
  };
}

function cardMarkdown(doc: DocOf<"part">, isFolded: boolean, isWhole: boolean): string {
  const { body, aside = [], foot = [], meta = [], look } = doc;
  const below = meta.length === 0 ? [] : [meta.map((each) => inlineMarkdown(each)).join(" · ")];
  const inner = [...below, ...blocksOf([...body, ...aside, ...(isWhole ? foot : [])], isWhole)].join(SEPARATOR);
  if (inner === "") return titleLine(doc, inText);
  return isFolded || look === "row"
    ? foldedMarkdown(titleLine(doc, inTag), inner)
    : [titleLine(doc, inText), inner].join(SEPARATOR);
}

function titleLine({ icon, title, tags = [] }: DocOf<"part">, style: Style): string {
  const beside = tags.map((tag) => inline(tag, style)).filter((tag) => tag !== "");
  const sign = icon === undefined ? "" : `${icons[icon].emoji} `;
  return `${sign}${inline(title, style)}${beside.length === 0 ? "" : ` <sub>${beside.join(", ")}</sub>`}`;
}

/** The lines of an index: of its table, and of each of its rows. */
function indexLines({ heads, rows }: DocOf<"table">): readonly string[] {
  const entries = rows.filter(({ length }) => length > 1);
  return gridLines(heads, entries);
}

function gridLines(heads: readonly Words[], rows: readonly TableRow[], isUsed = usedColumn(rows)): string[] {
  const cells = rows.map((row) => row.filter(isUsed).map((cell) => inlineMarkdown(cell)));
  return tableLines(
    heads.filter(isUsed).map((head) => inlineMarkdown(head)),
    cells,
  );
}

/** @param isWhole with what is folded, and with long texts */
function blocksOf(docs: readonly Doc[], isWhole: boolean): string[] {
  return docs.flatMap((doc) => blockOf(doc, isWhole)).filter((block) => block !== "");
}

function blockOf(doc: Doc, isWhole: boolean): string[] {
  switch (doc.node) {
    case "head": {
      const about = doc.about.map((each) => inlineMarkdown(each)).join(" · ");
      return [
        `### ${icons[doc.icon].emoji} ${inlineMarkdown(doc.words)}`,
        ...(doc.lead ?? []).map((each) => inlineMarkdown(each)),
        about === "" ? "" : `<sub>${about}</sub>`,
      ];
    }
    case "part":
      return partMarkdown(doc, isWhole);
    case "words":
      return [inlineMarkdown(doc.words)];
    case "list": {
      const items = doc.items.map((item) => inlineMarkdown(item));
      return [doc.isInline ? items.join(" · ") : items.map((item) => `- ${item}`).join("\n")];
    }
    case "table":
      return tableMarkdown(doc);
    case "bars":
      return barsMarkdown(doc);
    case "diff":
      return [isWhole ? diffMarkdown(doc) : `${inlineMarkdown(doc.label)}: a long text`];
  }
}

function partMarkdown(doc: DocOf<"part">, isWhole: boolean): string[] {
  const { look, title, body, tags = [], icon } = doc;
  const sign = icon === undefined ? "" : `${icons[icon].emoji} `;
  const inner = blocksOf(body, isWhole);
  if (doc.isLines) {
    const lines = body.flatMap((each) => (each.node === "list" ? each.items.map((item) => rawText(item)) : []));
    return [inlineMarkdown(title), fenced(lines.join("\n"), "")];
  }
  switch (look) {
    case "section":
      return [`#### ${inlineMarkdown(title)}`, ...inner];
    case "strip":
      return [
        [`> ${sign}${inlineMarkdown(title)}`, ...inner.flatMap((block) => ["", ...block.split("\n")])].join("\n> "),
      ];
    case "box":
      return [
        `${sign}**${inlineMarkdown(title)}**${tags.map((tag) => ` (${inlineMarkdown(tag)})`).join("")}`,
        ...inner,
      ];
    case "fold": {
      const [only] = body;
      if (body.length === 1 && only?.node === "list") {
        return isWhole ? [inlineMarkdown([title, ": ", parted(only.items, ", ")])] : [];
      }
      return isWhole ? [foldedMarkdown(inline(title, inTag), inner.join(SEPARATOR))] : [];
    }
    case "card":
    case "row":
      return [cardMarkdown(doc, look === "row", isWhole)];
  }
}

function tableMarkdown({ look, heads, rows }: DocOf<"table">): string[] {
  if (rows.length === 0) return [];
  if (look === "facts" || look === "choices") {
    const items = rows.map(
      ([name = "", ...words]) =>
        `- **${inlineMarkdown(name)}**: ${words.map((each) => inlineMarkdown(each)).join(" ")}`,
    );
    return [items.join("\n")];
  }
  return [gridLines(heads, rows, look === "fields" ? () => true : undefined).join("\n")];
}

function barsMarkdown({ look, words, rows }: DocOf<"bars">): string[] {
  const caption = words === undefined ? [] : [inlineMarkdown(words)];
  if (look !== undefined) {
    const items = rows.map(({ caption: name, end = "", below = "" }) => {
      const under = inlineMarkdown(below);
      return `- **${inlineMarkdown(name)}**: ${inlineMarkdown(end)}${under === "" ? "" : ` (${under})`}`;
    });
    return [...caption, items.join("\n")];
  }
  const width = Math.max(...rows.map((row) => columnsOf(rawText(row.caption))));
  const lines = rows.map(({ caption: name, parts }) => {
    const bar = barRuns(parts)
      .map(({ text }) => text)
      .join("");
    return `${padded(visible(rawText(name)), width)} ${bar}`.trimStart();
  });
  return [...caption, fenced(lines.join("\n"), "")];
}

function diffMarkdown({ label, before = "", after = "" }: DocOf<"diff">): string {
  const lines = diffOf(before, after);
  const first = firstOf(lines, MOST_LINES);
  const shown = first.map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : sign + text));
  const left = lines.length - first.length;
  const block = fenced([...shown, ...(left > 0 ? [`@@ ${left} more lines @@`] : [])].join("\n"), "diff");
  return foldedMarkdown(`${inline(label, inTag)} ${linesText(lines)}`, block);
}

/** How words are marked in Markdown, and where HTML stands, in which its signs mean nothing. */
interface Style {
  readonly plain: (text: string) => string;
  readonly code: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly quiet: (text: string) => string;
  readonly link: (text: string, target: string) => string;
}

const inText: Style = {
  plain,
  code,
  strong: (text) => `**${text}**`,
  quiet: (text) => `_${text}_`,
  link: (text, target) => `[${text}](${target})`,
};

const inTag: Style = {
  plain: insideTag,
  code: tagged,
  strong: (text) => `<b>${text}</b>`,
  quiet: (text) => `<i>${text}</i>`,
  link: (text) => text,
};

function inlineMarkdown(words: Words): string {
  return inline(words, inText);
}

function inline(words: Words, style: Style): string {
  const inner = (each: Words) => inline(each, style);
  const ownText = (text: string, write: (text: string) => string) => isolatedBy(write, shortened(oneLine(text)));
  if (typeof words === "string") return ownText(words, style.plain);
  if (isRow(words)) return words.map(inner).join("");
  if ("own" in words) return ownText(words.own, style.plain);
  if ("code" in words) return style.code(words.code);
  if ("copy" in words) return style.code(words.copy);
  if ("value" in words) return ownText(valueText(words.value), style.code);
  if ("nothing" in words) return style.quiet(words.nothing);
  if ("tag" in words) return style.quiet(inner(words.tag));
  if ("strong" in words) return style.strong(inner(words.strong));
  if ("quiet" in words) return inner(words.quiet);
  if ("lines" in words) return words.lines.map(inner).join("<br>");
  if ("icon" in words) return icons[words.icon].emoji;
  if ("swatch" in words) return `${fillOf(words.swatch)} `;
  if ("mini" in words) return "";
  const target = "href" in words ? linkTarget(words.href) : undefined;
  return target === undefined ? inner(words.words) : style.link(inner(words.words), target);
}

/** What is written from right to left keeps what stands around it in its place; a command would not take the signs for that. */
function isolatedBy(write: (text: string) => string, text: string): string {
  const marked = isolated(text);
  if (marked === text) return write(text);
  return marked
    .split(/([\u2068\u2069])/)
    .map((part) => (/^[\u2068\u2069]$/.test(part) || part === "" ? part : write(part)))
    .join("");
}

/** A text, cut where it is longer than a reader needs. */
function shortened(text: string): string {
  return text.length > MOST_IN_LINE ? `${text.slice(0, MOST_IN_LINE)}…` : text;
}
