/** A part of a page as text for a terminal: without the signs of Markdown, wrapped at a width. */
export function plainText(lines: readonly string[], width: number): string[] {
  const text = blocksOf(lines).flatMap((block) => textOfBlock(block, width));
  return text.filter((line, index) => line !== "" || (text[index - 1] ?? "") !== "");
}

/** Lines that are one: a paragraph or an item, a table, a block of code, or one line of another sort. */
interface Block {
  readonly sort: "text" | "table" | "code" | "heading" | "space";
  readonly lines: string[];
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let isCode = false;
  for (const line of lines) {
    const last = blocks.at(-1);
    if (/^\s*```/.test(line)) {
      isCode = !isCode;
      if (isCode) blocks.push({ sort: "code", lines: [] });
      continue;
    }
    const sort = isCode ? "code" : sortOf(line);
    const isNext = last?.sort === sort && sort !== "heading" && !ITEM.test(line);
    // what Markdown does not show: anchors, pictures and comments
    if (sort === undefined) continue;
    if (isNext) last?.lines.push(line);
    else blocks.push({ sort, lines: [line] });
  }
  return blocks;
}

const ITEM = /^\s*(?:[-*]|\d+\.) /;

function sortOf(line: string): Block["sort"] | undefined {
  if (line.trim() === "") return "space";
  if (line.startsWith("|")) return "table";
  if (line.startsWith("#")) return "heading";
  return /^\s*<.*>$|^<!--/.test(line) ? undefined : "text";
}

function textOfBlock({ sort, lines }: Block, width: number): string[] {
  const [first = "", ...others] = lines;
  switch (sort) {
    case "space":
      return [""];
    case "code":
      return lines.map((line) => `    ${line}`);
    case "heading":
      return [inline(first.replace(/^#+ /, ""))];
    case "table":
      return others.slice(1).flatMap((line) => row(cellsOf(first), cellsOf(line), width));
    default: {
      const indent = /^\s*(?:[-*>]|\d+\.) /.exec(first)?.[0].length ?? 0;
      return wrapped(inline(lines.map((line) => line.trim()).join(" ")), width, indent);
    }
  }
}

/** The cells of a row; a `\|` is none of its borders. */
function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** A row of a table: its first cell, and each other one below it with its head. */
function row(heads: readonly string[], [first = "", ...others]: readonly string[], width: number): string[] {
  const named = others.map((cell, index) => {
    const head = heads[index + 1] ?? "";
    return head === "" ? cell : `${head}: ${cell}`;
  });
  return [...wrapped(inline(first), width, 0), ...named.flatMap((cell) => wrapped(`  ${inline(cell)}`, width, 2))];
}

/** Text without the signs of emphasis and links. Code keeps its backticks: they say where it ends. */
function inline(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/(^|[\s(])\*([^*\s][^*]*)\*/g, "$1$2");
}

/** @param indent of every line but the first */
function wrapped(text: string, width: number, indent: number): string[] {
  const margin = " ".repeat(indent);
  const lines = [/^\s*/.exec(text)?.[0] ?? ""];
  for (const word of text.trim().split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.trim() === "") lines[lines.length - 1] = line + word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(margin + word);
  }
  return lines;
}
