import { code } from "./markdown-text";

/** A part of a document as Markdown, from long to short. */
export interface Piece {
  readonly whole?: string;
  /** Without what is folded in it. */
  readonly bare?: string;
  /** Its title, where nothing else has that; every card has this or an empty one. */
  readonly line?: string;
  /** Lines, as many of which stand as have room: of an index, head and rule of a table, then a line for each card. */
  readonly rows?: readonly string[];
  /** Whether it always stands. */
  readonly isKept?: boolean;
}

/** Stands between blocks. */
export const SEPARATOR = "\n\n";

/** Room for what says that something is left out, and for what a pipeline puts before a comment, in characters. */
const CLOSING_ROOM = 600;

/** How much of the room an index may take, or lines for the cards that follow: the first cards have to have some, too. */
const FOR_LINES = 1 / 2;

/**
 * The pieces in the longest forms that have room: what always stands; cards whole as long as there is room, then without their
 * folds, then a line for each, then their number, and where the page is.
 */
export function fitted(pieces: readonly Piece[], limit: number): string[] {
  const kept = pieces.filter(({ isKept }) => isKept);
  let room = limit - CLOSING_ROOM - kept.reduce((sum, { whole = "" }) => sum + sizeOf(whole), 0);
  const forLines = room * FOR_LINES;
  let linesLeft = pieces.reduce((sum, piece) => sum + lineSize(piece), 0);
  let leftOut = 0;
  const taken = pieces.flatMap((piece): string[] => {
    const { whole, bare, line, rows, isKept } = piece;
    if (isKept) return [whole ?? ""];
    linesLeft -= lineSize(piece);
    const most = room - Math.min(linesLeft, forLines);
    const long = rows === undefined ? [whole, bare] : [indexWithin(rows, Math.min(forLines, most))];
    const form =
      long.find((each) => each !== undefined && sizeOf(each) <= most) ??
      (line !== undefined && sizeOf(line) <= room ? line : undefined);
    if (form === undefined || form === "") {
      leftOut += 1;
      return [];
    }
    room -= sizeOf(form);
    return [form];
  });
  if (leftOut === 0) return taken;
  const many = leftOut.toLocaleString("en");
  return [...taken, `**${many} left out here for length**: see the page, ${code("--format html")}.`];
}

/** What the title of a card takes that stands nowhere else. */
function lineSize({ line = "" }: Piece): number {
  return line === "" ? 0 : sizeOf(line);
}

/** As many lines as have room, and the number of the others. */
function indexWithin(lines: readonly string[], room: number): string {
  let left = room;
  const end = lines.findIndex(({ length }) => {
    left -= length + 1;
    return left < 0;
  });
  if (end === -1) return lines.join("\n");
  const count = lines.length - end;
  return [...lines.slice(0, end), "", `… and ${count.toLocaleString("en")} more: see the page`].join("\n");
}

function sizeOf(text: string): number {
  return text.length + SEPARATOR.length;
}
