import type { createColors } from "picocolors";
import { charactersOf, columnsOf } from "../text/columns";
import { visibleWithTabs } from "../text/visible";
import { isRow, parted, type Tone, type Words, wordsIn } from "./document";
import { asciiBarSigns, barSigns, fillOf, icons } from "./signs";
import { isolated, oneLine } from "./text-lines";

/** What paints text on a terminal. */
export type Colours = ReturnType<typeof createColors>;

/** Paints text for a terminal, or leaves it as it is. */
export type Paint = (text: string) => string;

export const plainly: Paint = (text) => text;

/** What a terminal has. */
export interface TerminalOptions {
  readonly colours: Colours;
  /** Longest line, in columns; a word that is longer stays whole. */
  readonly width: number;
  /** Whether what is drawn is of ASCII signs alone. */
  readonly isAscii?: boolean;
}

/** Stands for a blank at which no line breaks; nothing else of a text is one, once it is readable. */
export const NO_BREAK = "\u00a0";

/** What tones, bars and words look like on a terminal. */
export class TerminalStyle {
  readonly toned: Readonly<Record<Tone, Paint>>;
  readonly signs: typeof barSigns;

  constructor(private readonly options: TerminalOptions) {
    const { red, green, cyan, dim } = options.colours;
    this.toned = { decide: red, good: green, act: cyan, quiet: dim };
    this.signs = options.isAscii ? asciiBarSigns : barSigns;
  }

  /** What paints a part of a bar. */
  shade(colour: number): Paint {
    const { gray, blue, magenta, green, yellow, cyan } = this.options.colours;
    const shades = [gray, blue, magenta, green, yellow, cyan];
    return shades[colour % shades.length] ?? plainly;
  }

  /** Words on one line. */
  painted(words: Words, paint = plainly): string {
    const text = this.textOf(words);
    return text === "" ? "" : paint(text);
  }

  private textOf(words: Words): string {
    const { cyan, dim, bold } = this.options.colours;
    if (typeof words === "string") return readable(this.options.isAscii ? asciiText(words) : words);
    if (isRow(words)) return words.map((each) => this.textOf(each)).join("");
    if ("code" in words) return readable(words.code);
    if ("copy" in words) return cyan(readable(words.copy).replaceAll(" ", NO_BREAK));
    if ("nothing" in words) return dim(`(${readable(words.nothing)})`);
    if ("strong" in words) return this.painted(words.strong, bold);
    if ("quiet" in words) return this.painted(words.quiet, dim);
    if ("tag" in words) return `(${this.textOf(words.tag)})`;
    if ("lines" in words) return this.textOf(parted(words.lines, "; "));
    if ("swatch" in words) return this.shade(words.swatch)(`${fillOf(words.swatch, this.signs)} `);
    if (!("icon" in words)) return this.textOf(wordsIn(words));
    const { icon, tone = "act" } = words;
    return this.toned[tone](icons[icon][this.options.isAscii ? "ascii" : "sign"]);
  }
}

/** A text on one line, with what nobody sees spelled out, and in its own direction. */
function readable(text: string): string {
  return isolated(visibleWithTabs(oneLine(text)), plainly);
}

/** A text whose signs of punctuation are of ASCII. */
function asciiText(text: string): string {
  return text.replace(/[→·…−]/g, (sign) => ({ "→": "->", "·": "-", "…": "..." })[sign] ?? "-");
}

/** What begins and ends a colour; a readable text has no such sign. */
const ESCAPE = "\u001b";
const COLOUR = `${ESCAPE}\\[\\d+m`;
const COLOURS = new RegExp(`(${COLOUR})`, "g");

/** The beginning of a line that is a command to GitHub Actions. */
const COMMAND = new RegExp(`^(?:\\s|${COLOUR})*::(?=[a-z])`, "i");

/** The columns that a painted text takes on one line. */
export function sizeOf(text: string): number {
  return columnsOf(text.includes(ESCAPE) ? text.replace(COLOURS, "") : text);
}

/** A painted text with blanks behind it, so that what follows stands below its like. */
export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - sizeOf(text)));
}

/**
 * Lines that are no longer than the width, where a painted text can be parted; none where nothing stands.
 *
 * @param first how deep the first line stands
 * @param hanging how deep those after it stand
 */
export function wrappedLines(text: string, width: number, first: number, hanging = first + 2): string[] {
  const size = sizeOf(text);
  if (size === 0) return [];
  if (first + size <= width) return [(" ".repeat(first) + text).trimEnd()];
  const lines: string[] = [];
  let [line, length, isBegun] = [" ".repeat(first), first, false];
  for (const { part, gap } of partsOf(text, width - hanging)) {
    const columns = sizeOf(part);
    if (isBegun && columns > 0 && length + gap + columns > width) {
      lines.push(line.trimEnd());
      // what no line may break has more room further left
      const depth = hanging + columns > width ? first + 2 : hanging;
      [line, length] = [" ".repeat(depth) + part, depth + columns];
    } else {
      line += " ".repeat(gap) + part;
      length += gap + columns;
    }
    isBegun ||= columns > 0;
  }
  return [...lines, line.trimEnd()].map(withoutCommand);
}

/** What may begin a line, with the blanks before it: what stands between blanks, and of a script without blanks, each character. */
function partsOf(text: string, room: number): { part: string; gap: number }[] {
  return text.split(" ").flatMap((word, index) => {
    const plain = word.replace(COLOURS, "");
    const isParted = sizeOf(plain) > room && sizeOf(plain) !== plain.length;
    // of what is split by colours, every second part is one
    const parts = isParted
      ? word.split(COLOURS).flatMap((each, at) => (at % 2 === 1 ? each : charactersOf(each)))
      : [word];
    return parts.map((part, at) => ({ part, gap: at === 0 && index > 0 ? 1 : 0 }));
  });
}

/** A line whose beginning, which was none before, is no command. */
function withoutCommand(line: string): string {
  return line.replace(COMMAND, (start) => start.replace("::", "\\u003a\\u003a"));
}
