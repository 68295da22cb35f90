import {
  type Doc,
  type DocOf,
  foldLine,
  isRow,
  parted,
  rawText,
  tagsText,
  usedColumns,
  type Words,
  wordsIn,
} from "./document";
import { webAddress } from "./links";
import { fitted, type Piece, SEPARATOR } from "./markdown-fit";
import { code, fenced, foldedMarkdown, insideTag, plain, tagged } from "./markdown-text";
import { fillOf, icons } from "./signs";
import { plainLines } from "./text";
import { diffOf, firstOf, isolated, linesText, oneLine } from "./text-lines";

/** Longest comment that GitHub takes, in characters: what Markdown keeps to when nothing else is said. */
export const LONGEST_COMMENT = 65_536;

/** The least length that leaves room for what is never left out, in characters. */
export const LEAST_LIMIT = 16_384;

/** Most characters of a text in one line. */
const MOST_IN_LINE = 1_000;

/** Most lines of a long text. */
const MOST_LINES = 200;

/** Most columns of a line of a picture. */
const PICTURE_WIDTH = 100;

/**
 * Writes a document as Markdown, for a comment, an issue or a wiki.
 *
 * @param options.limit most characters
 */
export function toMarkdown(doc: readonly Doc[], { limit }: { readonly limit: number }): string {
  const hasIndex = doc.some((each) => each.node === "table" && each.look === "index");
  return `${fitted(piecesOf(doc, hasIndex), limit).join(SEPARATOR)}\n`;
}

/**
 * The parts of a document that may be shortened one by one.
 *
 * @param hasIndex whether all cards stand in a table: they need no headings then, and no lines of their own
 */
function piecesOf(docs: readonly Doc[], hasIndex: boolean): Piece[] {
  return docs.flatMap((doc): Piece[] => {
    if (doc.node !== "part" || doc.look !== "section") return pieceOf(doc, hasIndex);
    const inner = piecesOf(doc.body, hasIndex);
    return hasIndex && doc.body.some(isCard) ? inner : [{ forms: [`#### ${inline(doc.title)}`] }, ...inner];
  });
}

function pieceOf(doc: Doc, hasIndex: boolean): Piece[] {
  if (doc.node === "part" && isCard(doc)) {
    const forms = [true, false].map((isWhole) => cardMarkdown(doc, hasIndex, isWhole));
    return [hasIndex ? { forms } : { forms, line: titleLine(doc, inTag) }];
  }
  if (doc.node === "table" && doc.look === "index") return [{ rows: gridLines(doc) }];
  if (doc.node === "list") return [{ rows: doc.items.map((item) => `- ${inline(item)}`) }];
  const text = blockMarkdown(doc, true);
  const isKept = doc.node === "part" && (doc.look !== "fold" || doc.isLines === true);
  return text === "" ? [] : [{ forms: [text], isKept }];
}

function isCard(doc: Doc): boolean {
  return doc.node === "part" && (doc.look === "card" || doc.look === "row");
}

function cardMarkdown(doc: DocOf<"part">, isFolded: boolean, isWhole: boolean): string {
  const { body, aside = [], foot = [], meta = [], look } = doc;
  const blocks = blocksMarkdown([...body, ...aside, ...(isWhole ? foot : [])], isWhole);
  const inner = together(inline(parted(meta, " · ")), blocks);
  const isOpen = inner === "" || (!isFolded && look !== "row");
  return isOpen ? together(titleLine(doc, inText), inner) : foldedMarkdown(titleLine(doc, inTag), inner);
}

function titleLine(doc: DocOf<"part">, syntax: Syntax): string {
  const beside = written(tagsText(doc), syntax);
  return written([signOf(doc.icon), doc.title], syntax) + (beside === "" ? "" : ` <sub>${beside}</sub>`);
}

function signOf(icon: DocOf<"part">["icon"]): Words {
  return icon === undefined ? "" : [{ icon }, " "];
}

/** The lines of a table. A row with one cell is a heading, for which Markdown has nothing. */
function gridLines(table: DocOf<"table">): string[] {
  const { heads, rows } = usedColumns(table);
  const line = (cells: readonly Words[]) => `| ${cells.map(inline).join(" | ")} |`;
  return [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.filter(({ length }) => length > 1).map(line)];
}

/** @param isWhole with what is folded, and with long texts */
function blocksMarkdown(docs: readonly Doc[], isWhole: boolean): string {
  return together(...docs.map((doc) => blockMarkdown(doc, isWhole)));
}

/** Blocks one below the other. */
function together(...blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join(SEPARATOR);
}

function blockMarkdown(doc: Doc, isWhole: boolean): string {
  switch (doc.node) {
    case "part":
      return partMarkdown(doc, isWhole);
    case "words":
      return inline(doc.words);
    case "list":
      return doc.items.map((item) => `- ${inline(item)}`).join("\n");
    case "table":
      return gridLines(doc).join("\n");
    case "facts":
      return doc.rows.map(([name = "", value = ""]) => `- ${inline([{ strong: name }, ": ", value])}`).join("\n");
    case "bars":
      return fenced(plainLines(doc, PICTURE_WIDTH), "");
    case "diff":
      return isWhole ? diffMarkdown(doc) : `${inline(doc.label)}: a long text`;
  }
}

function partMarkdown(doc: DocOf<"part">, isWhole: boolean): string {
  const { look, title, body, tags = [], meta = [], icon, isLines } = doc;
  const inner = blocksMarkdown(body, isWhole);
  if (look === "head") {
    const below = inline(parted(meta, " · "));
    return together(`### ${inline([signOf(icon), title])}`, inner, below && `<sub>${below}</sub>`);
  }
  if (look === "box")
    return together(inline([signOf(icon), { strong: title }, tags.map((tag): Words => [" (", tag, ")"])]), inner);
  if (look !== "fold") return cardMarkdown(doc, look === "row", isWhole);
  if (isLines) {
    const lines = body.flatMap((each) => (each.node === "list" ? each.items.map(rawText) : []));
    return together(inline(title), fenced(lines.join("\n"), ""));
  }
  if (!isWhole) return "";
  const line = foldLine(doc);
  return line === undefined ? foldedMarkdown(written(title, inTag), inner) : inline(line);
}

function diffMarkdown({ label, before = "", after = "" }: DocOf<"diff">): string {
  const lines = diffOf(before, after);
  const shown = firstOf(lines, MOST_LINES).map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : sign + text));
  return foldedMarkdown(`${written(label, inTag)} ${linesText(lines)}`, fenced(shown.join("\n"), "diff"));
}

function inline(words: Words): string {
  return written(words, inText);
}

/** How Markdown writes a text, and what a mark makes of one. */
interface Syntax {
  readonly text: (text: string) => string;
  readonly code: (text: string) => string;
  readonly strong: (inner: string) => string;
  readonly slanted: (inner: string) => string;
  readonly link: (inner: string, address: string) => string;
}

const inText: Syntax = {
  ...{ text: plain, code },
  strong: (inner) => `**${inner}**`,
  slanted: (inner) => `_${inner}_`,
  link: (inner, address) => `[${inner}](${address})`,
};

/** The same where HTML stands, in which Markdown's signs mean nothing. */
const inTag: Syntax = {
  ...{ text: insideTag, code: tagged },
  strong: (inner) => `<b>${inner}</b>`,
  slanted: (inner) => `<i>${inner}</i>`,
  link: (inner, address) => `<a href="${address}">${inner}</a>`,
};

function written(words: Words, syntax: Syntax): string {
  const inner = (each: Words) => written(each, syntax);
  if (typeof words === "string") return lineOf(words, syntax.text);
  if (isRow(words)) return words.map(inner).join("");
  if ("code" in words) return lineOf(words.code, syntax.code);
  if ("copy" in words) return syntax.code(words.copy);
  if ("nothing" in words) return syntax.slanted(words.nothing);
  if ("strong" in words) return syntax.strong(inner(words.strong));
  if ("tag" in words) return syntax.slanted(inner(words.tag));
  if ("lines" in words) return words.lines.map(inner).join("<br>");
  if ("icon" in words) return icons[words.icon].emoji;
  if ("swatch" in words) return `${fillOf(words.swatch)} `;
  const address = "href" in words ? webAddress(words.href) : undefined;
  return address === undefined ? inner(wordsIn(words)) : syntax.link(inner(wordsIn(words)), address);
}

/** A text on one line, cut where it is longer than a reader needs; each part in its own direction. */
function lineOf(text: string, write: (text: string) => string): string {
  const line = oneLine(text);
  return isolated(line.length > MOST_IN_LINE ? `${line.slice(0, MOST_IN_LINE)}…` : line, write);
}
