import { visible } from "../../api/escape-invisible";
import { labelOf } from "../../api/resource";
import { nameText } from "../../entity/title";
import type { Change, Review, Risk, StackReview } from "../model";
import { type FieldView, viewOf } from "./field-view";
import { actionText, callsText, meaningOf, summaryOf } from "./review-words";
import type { DiffLine } from "./text-diff";

type Paint = (text: string) => string;

/** How text is told apart on a terminal. */
type Colours = Readonly<Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", Paint>>;

export interface TextOptions {
  readonly colours: Colours;
  /** Longest line, in characters; a word that is longer stays whole. */
  readonly width: number;
}

/** Most lines that a long text takes. */
const MOST_LINES = 60;

/** A review for a terminal. */
export function textOf(review: Review, options: TextOptions): string {
  return new ReviewText(options).of(review);
}

class ReviewText {
  private readonly colours: Colours;
  private readonly width: number;

  constructor({ colours, width }: TextOptions) {
    this.colours = colours;
    this.width = width;
  }

  of(review: Review): string {
    const { bold } = this.colours;
    const lines = [
      ...review.stacks.flatMap((stack) => this.stack(stack)),
      ...this.wrapped(summaryOf(review), "", bold),
    ];
    return `${lines.join("\n")}\n`;
  }

  private stack(stack: StackReview): string[] {
    const { bold, dim } = this.colours;
    const { name, changes, remarks } = stack;
    return [
      `${bold(visible(name))}${dim(changes.length === 0 ? ": no change" : `: ${callsText([stack])}`)}`,
      "",
      ...spaced(changes.map((change) => this.change(change))),
      ...remarks.flatMap((remark) => this.wrapped(`note: ${visible(remark)}`, "  ", (text) => text)),
      ...(remarks.length === 0 ? [] : [""]),
    ];
  }

  private change(change: Change): string[] {
    const { bold, cyan, dim } = this.colours;
    const { action, kind, name, construct, calls, fields, risks } = change;
    const meaning = meaningOf(change);
    const place = construct === undefined ? "" : dim(` (${visible(construct)})`);
    const head = `  ${this.action(action)} ${labelOf(kind)} ${bold(visible(nameText(name)))}${place}`;
    return [
      meaning === undefined ? head : `${head}: ${meaning}`,
      ...calls.map(({ method, path }) => `    ${cyan(visible(`${method} ${path}`))}`),
      ...risks.flatMap((risk) => this.risk(risk)),
      ...fields.map((field) => viewOf(field)).flatMap((view) => this.field(view)),
    ];
  }

  private action(action: Change["action"]): string {
    const { green, yellow, dim } = this.colours;
    const text = actionText(action);
    if (action === "create" || action === "version" || action === "adopt") return green(text);
    return action === "dry-run" || action === "release" ? dim(text) : yellow(text);
  }

  private risk({ name, text, acknowledged }: Risk): string[] {
    const { red, dim } = this.colours;
    const known = acknowledged ? " (acknowledged)" : "";
    return this.wrapped(`! ${name}${known}: ${visible(text)}`, "    ", acknowledged ? dim : red);
  }

  private field(view: FieldView): string[] {
    const { green, red } = this.colours;
    if (view.form === "lines") return [`    ${view.path}:`, ...this.lines(view.lines)];
    const { path, before, after } = view;
    if (before === undefined || after === undefined) {
      const [sign, paint] = before === undefined ? ["+", green] : ["-", red];
      return this.wrapped(`${sign} ${path}: ${after ?? before}`, "    ", paint);
    }
    const line = `    ${path}: ${before} → ${after}`;
    if ([...line].length <= this.width) return [line];
    return [
      `    ${path}:`,
      ...this.wrapped(`- ${before}`, "      ", red),
      ...this.wrapped(`+ ${after}`, "      ", green),
    ];
  }

  private lines(lines: readonly DiffLine[]): string[] {
    const { green, red, dim } = this.colours;
    const paints = { "+": green, "-": red, " ": (text: string) => text, "@": dim } as const;
    const shown = lines
      .slice(0, MOST_LINES)
      .map(({ sign, text }) => `      ${paints[sign](`${sign} ${text}`.trimEnd())}`);
    const left = lines.length - shown.length;
    return left === 0 ? shown : [...shown, dim(`      … ${left} more lines: see --format json or html`)];
  }

  /** Lines that are no longer than the width, where words can be parted; those after the first stand deeper. */
  private wrapped(text: string, indent: string, paint: Paint): string[] {
    const lines: string[] = [];
    let line = "";
    // each word may begin a line
    for (const word of text.split(" ").map(visible)) {
      const longer = line === "" ? word : `${line} ${word}`;
      const deeper = lines.length === 0 ? "" : "  ";
      if (line !== "" && indent.length + deeper.length + [...longer].length > this.width) {
        lines.push(indent + deeper + paint(line));
        line = word;
      } else {
        line = longer;
      }
    }
    return [...lines, indent + (lines.length === 0 ? "" : "  ") + paint(line)];
  }
}

/** Blocks of lines, one below the other: an empty line stands around those that have several. */
function spaced(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    return block.length > 1 || next === undefined || next.length > 1 ? [...block, ""] : block;
  });
}
