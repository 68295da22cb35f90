/** A part of a page as text for a terminal: without the signs of Markdown, wrapped at a width. */
export function plainText(lines: readonly string[], width: number): string[] {
  const text: string[] = [];
  let paragraph: string[] = [];
  let heads: readonly string[] | undefined;
  let isCode = false;
  const flush = () => {
    const [first = ""] = paragraph;
    const indent = /^\s*(?:[-*>]|\d+\.) /.exec(first)?.[0].length ?? 0;
    text.push(...wrapped(inline(paragraph.map((line) => line.trim()).join(" ")), width, indent));
    paragraph = [];
  };
  for (const line of [...lines, ""]) {
    const isFence = /^\s*```/.test(line);
    const isTable = !isCode && line.startsWith("|");
    if (paragraph.length > 0 && (isFence || isTable || /^\s*$|^\s*(?:[-*]|\d+\.) |^#|^</.test(line))) flush();
    if (!isTable) heads = undefined;
    if (isFence) isCode = !isCode;
    else if (isCode) text.push(`    ${line}`);
    else if (isTable) {
      const cells = cellsOf(line);
      if (heads === undefined) heads = cells;
      else if (!/^[-:]+$/.test(cells[0] ?? "")) text.push(...row(heads, cells, width));
    } else if (line.startsWith("#")) text.push(inline(line.replace(/^#+ /, "")));
    else if (line.trim() === "") text.push("");
    else if (!/^\s*<.*>$|^<!--/.test(line)) paragraph.push(line);
  }
  return text.filter((line, index) => line !== "" || text[index - 1] !== "").slice(0, -1);
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
