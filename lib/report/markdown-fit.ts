import { code } from "./markdown-text";

/** A part of a document as Markdown. */
export interface Piece {
  /** It, from long to short. */
  readonly forms?: readonly string[];
  /** Of a card, its title, where no index has that. */
  readonly line?: string;
  /** In place of forms: lines, as many of which stand as have room. */
  readonly rows?: readonly string[];
  /** Whether it always stands. */
  readonly isKept?: boolean;
}

/** Stands between blocks. */
export const SEPARATOR = "\n\n";

/** Room for what says that something is left out, and for what a pipeline puts before a comment, in characters. */
const CLOSING_ROOM = 600;

/** How much of the room rows may take, or lines for the cards that follow: the first cards have to have some, too. */
const FOR_LINES = 1 / 2;

/**
 * The pieces in the longest forms that have room: what always stands; cards whole as long as there is room, then without their
 * folds, then a line for each, then their number, and where the page is.
 */
export function fitted(pieces: readonly Piece[], limit: number): string[] {
  let room = limit - CLOSING_ROOM - sizeOf(pieces.flatMap(({ forms = [], isKept }) => (isKept ? forms : [])));
  const forLines = room * FOR_LINES;
  let linesLeft = sizeOf(pieces.flatMap(({ line }) => line ?? []));
  let leftOut = 0;
  const taken = pieces.flatMap(({ forms = [], line, rows, isKept }) => {
    if (isKept) return forms;
    linesLeft -= sizeOf(line === undefined ? [] : [line]);
    const most = room - Math.min(linesLeft, forLines);
    const long = rows === undefined ? forms : [rowsWithin(rows, Math.min(forLines, most))];
    const form = long.find((each) => sizeOf([each]) <= most) ?? (sizeOf([line ?? ""]) <= room ? line : undefined);
    if (form === undefined) {
      leftOut += 1;
      return [];
    }
    room -= sizeOf([form]);
    return [form];
  });
  if (leftOut === 0) return taken;
  const many = leftOut.toLocaleString("en");
  return [...taken, `**${many} left out here for length**: see the page, ${code("--format html")}.`];
}

/** As many lines as have room, and the number of the others. */
function rowsWithin(rows: readonly string[], room: number): string {
  let left = room;
  const end = rows.findIndex(({ length }) => {
    left -= length + 1;
    return left < 0;
  });
  if (end === -1) return rows.join("\n");
  return [...rows.slice(0, end), "", `… and ${(rows.length - end).toLocaleString("en")} more: see the page`].join("\n");
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length + SEPARATOR.length, 0);
}
