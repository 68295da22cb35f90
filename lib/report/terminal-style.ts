import { visibleWithTabs } from "../text/visible";
import { isRow, parted, type Tone, type Words, wordsIn } from "./document";
import { isolated, oneLine } from "./one-line";
import { asciiBarSigns, barSigns, fillOf, icons } from "./signs";
import { type Paint, painted, plainly, type Span } from "./spans";

const colourNames = ["bold", "dim", "red", "green", "yellow", "cyan", "blue", "magenta", "gray"] as const;

/** What paints text on a terminal. */
export type Colours = Readonly<Record<(typeof colourNames)[number], Paint>>;

export const noColours = Object.fromEntries(colourNames.map((name) => [name, plainly])) as Colours;

/** What a terminal has. */
export interface TerminalOptions {
  readonly colours: Colours;
  /** Whether what is drawn is of ASCII signs alone. */
  readonly isAscii?: boolean;
}

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

  spansOf(words: Words): readonly Span[] {
    const { cyan, dim, bold } = this.options.colours;
    if (typeof words === "string") return this.text(words);
    if (isRow(words)) return words.flatMap((each) => this.spansOf(each));
    if ("code" in words) return [{ text: readable(words.code), paint: plainly }];
    if ("copy" in words) return [{ text: readable(words.copy), paint: cyan, isWhole: true }];
    if ("nothing" in words) return this.text(`(${words.nothing})`, dim);
    if ("strong" in words) return painted(this.spansOf(words.strong), bold);
    if ("quiet" in words) return painted(this.spansOf(words.quiet), dim);
    if ("tag" in words) return this.spansOf(["(", words.tag, ")"]);
    if ("lines" in words) return this.spansOf(parted(words.lines, "; "));
    if ("swatch" in words) return this.text(`${fillOf(words.swatch, this.signs)} `, this.shade(words.swatch));
    if (!("icon" in words)) return this.spansOf(wordsIn(words));
    const { icon, tone = "act" } = words;
    return this.text(icons[icon][this.options.isAscii ? "ascii" : "sign"], this.toned[tone]);
  }

  private text(text: string, paint = plainly): readonly Span[] {
    return [{ text: readable(this.options.isAscii ? asciiText(text) : text), paint }];
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
