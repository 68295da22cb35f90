import { visibleWithTabs } from "../text/visible";
import { asciiBarSigns, barSigns, fillOf } from "./bar-signs";
import { asItIs, type Tone, type WordStyle } from "./document";
import { icons } from "./icons";
import { isolated, oneLine } from "./one-line";
import { type Paint, painted, plainly, type Span } from "./spans";

const colourNames = ["bold", "dim", "red", "green", "yellow", "cyan", "blue", "magenta", "gray"] as const;

/** What paints text on a terminal. */
export type Colours = Readonly<Record<(typeof colourNames)[number], Paint>>;

export const noColours = Object.fromEntries(colourNames.map((name) => [name, plainly])) as Colours;

/** What tones, bars and words look like on a terminal. */
export interface TerminalStyle {
  readonly toned: Readonly<Record<Tone, Paint>>;
  /** For each colour of a bar. */
  readonly shade: (colour: number) => Paint;
  readonly signs: typeof barSigns;
  readonly words: WordStyle<readonly Span[]>;
}

/** What a terminal has. */
export interface TerminalOptions {
  readonly colours: Colours;
  /** Whether what is drawn is of ASCII signs alone. */
  readonly isAscii?: boolean;
}

export function terminalStyle({ colours, isAscii = false }: TerminalOptions): TerminalStyle {
  const { bold, red, green, dim, cyan, gray, blue, magenta, yellow } = colours;
  const toned = { decide: red, good: green, act: cyan, quiet: dim };
  const shades = [gray, blue, magenta, green, yellow, cyan];
  const shade = (colour: number) => shades[colour % shades.length] ?? plainly;
  const signs = isAscii ? asciiBarSigns : barSigns;
  const text = (words: string, paint = plainly) => [{ text: readable(isAscii ? asciiText(words) : words), paint }];
  const words: WordStyle<readonly Span[]> = {
    ...{ text, chip: asItIs, to: asItIs, id: asItIs, href: asItIs, mini: () => [] },
    row: (parts) => parts.flat(),
    code: (value) => [{ text: readable(value), paint: plainly }],
    copy: (line) => [{ text: readable(line), paint: cyan, isWhole: true }],
    nothing: (none) => text(`(${none})`, dim),
    strong: (inner) => painted(inner, bold),
    quiet: (inner) => painted(inner, dim),
    tag: (inner) => [...text("("), ...inner, ...text(")")],
    lines: (lines) => lines.flatMap((line, index) => (index === 0 ? line : [...text("; "), ...line])),
    icon: (icon, tone = "act") => text(icons[icon][isAscii ? "ascii" : "sign"], toned[tone]),
    swatch: (colour) => text(`${fillOf(colour, signs)} `, shade(colour)),
  };
  return { toned, shade, signs, words };
}

/** A text on one line, with what nobody sees spelled out, and in its own direction. */
function readable(text: string): string {
  return isolated(visibleWithTabs(oneLine(text)), asItIs);
}

/** A text whose signs of punctuation are of ASCII. */
function asciiText(text: string): string {
  return text.replace(/[→·…−]/g, (sign) => ({ "→": "->", "·": "-", "…": "..." })[sign] ?? "-");
}
