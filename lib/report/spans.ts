import { charactersOf, columnsOf } from "../text/columns";
import { visible } from "../text/visible";

/** Paints text for a terminal, or leaves it as it is. */
export type Paint = (text: string) => string;

/** A text on one line, what paints it, and whether no line breaks in it. */
export interface Span {
  readonly text: string;
  readonly paint: Paint;
  readonly isWhole?: true;
}

export function plainly(text: string): string {
  return text;
}

export function painted(spans: readonly Span[], paint: Paint): readonly Span[] {
  return paint === plainly ? spans : spans.map((span) => ({ ...span, paint: (text) => paint(span.paint(text)) }));
}

/** The columns that spans take on one line. */
export function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { text }) => sum + columnsOf(text), 0);
}

/** Spans with blanks behind them, so that what follows stands below its like. */
export function padded(spans: readonly Span[], columns: number): readonly Span[] {
  return [...spans, { text: " ".repeat(Math.max(0, columns - sizeOf(spans))), paint: plainly }];
}

/**
 * Lines that are no longer than the width, where spans can be parted; none where nothing stands.
 *
 * @param indent how deep the first line stands, and those after it
 */
export function wrappedLines(
  spans: readonly Span[],
  [first, hanging]: readonly [number, number],
  width: number,
): string[] {
  const size = sizeOf(spans);
  if (size === 0) return [];
  if (first + size <= width) {
    const line = spans.map(({ text, paint }) => (text === "" ? "" : paint(text))).join("");
    return [(" ".repeat(first) + line).trimEnd()];
  }
  const lines: string[] = [];
  let [line, length, isBegun] = [" ".repeat(first), first, false];
  for (const { text, columns, gap } of piecesOf(spans, width - hanging)) {
    if (isBegun && columns > 0 && length + gap + columns > width) {
      lines.push(line.trimEnd());
      [line, length] = [" ".repeat(hanging) + text, hanging + columns];
    } else {
      line += " ".repeat(gap) + text;
      length += gap + columns;
    }
    isBegun ||= columns > 0;
  }
  return [...lines, line.trimEnd()];
}

/** What may begin a line: of several spans, where no blank parts them. */
interface Piece {
  readonly text: string;
  readonly columns: number;
  /** The blanks before it. */
  readonly gap: number;
}

/** Spans in pieces: what stands between blanks, and of a script without blanks, each character. */
function piecesOf(spans: readonly Span[], room: number): Piece[] {
  const pieces: Piece[] = [];
  for (const { text, paint, isWhole } of spans) {
    for (const [index, { part, gap }] of (isWhole ? [{ part: text, gap: 0 }] : partsOf(text, room)).entries()) {
      const last = index === 0 ? pieces.pop() : undefined;
      // what has become the beginning of a line may be a command there
      const shown = part === "" ? "" : paint(part.startsWith("::") ? visible(part) : part);
      pieces.push({
        text: `${last?.text ?? ""}${shown}`,
        columns: (last?.columns ?? 0) + columnsOf(part),
        gap: last?.gap ?? gap,
      });
    }
  }
  return pieces;
}

function partsOf(text: string, room: number): { part: string; gap: number }[] {
  return text.split(" ").flatMap((word, index) => {
    const columns = columnsOf(word);
    const parts = columns > room && columns !== word.length ? charactersOf(word) : [word];
    return parts.map((part, at) => ({ part, gap: at === 0 && index > 0 ? 1 : 0 }));
  });
}
