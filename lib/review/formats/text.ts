import type { Colours, Paint } from "../../report/colours";
import { plainly } from "../../report/text";
import { type DiffLine, firstOf } from "../../report/text-diff";
import { visible, visibleWithTabs } from "../../text/visible";
import { inWords } from "../../text/words";
import { isOpen, type Review, type Risk } from "../model";
import { type ChangeView, decisionOf, movesText } from "./change-view";
import { type FieldView, viewsOf } from "./field-view";
import { MOST_MOVES, type ReviewContext, type ReviewView, type StackView, viewOfReview } from "./review-view";
import { callTexts } from "./review-words";

export interface ReviewTextOptions extends ReviewContext {
  readonly colours: Colours;
  /** Longest line, in characters; a word that is longer stays whole. */
  readonly width: number;
}

/** Most lines that a long text takes. */
const REVIEW_MOST_LINES = 60;

/** A review for a terminal. */
export function textOf(review: Review, options: ReviewTextOptions): string {
  return new ReviewText(options).of(viewOfReview(review, options));
}

class ReviewText {
  private readonly colours: Colours;
  private readonly width: number;

  constructor({ colours, width }: ReviewTextOptions) {
    this.colours = colours;
    this.width = width;
  }

  of({ verdict, tone, about, summary, moving, stacks, shared }: ReviewView): string {
    const { bold, dim, red, green } = this.colours;
    const paint = { bad: red, good: green, quiet: (text: string) => text }[tone];
    const lines = [
      ...this.wrapped(verdict, "", (text) => bold(paint(text))),
      ...this.wrapped(about.join(" · "), "", dim),
      ...(moving.length === 0 ? [] : [""]),
      ...moving
        .slice(0, MOST_MOVES)
        .flatMap((view) => [
          ...this.wrapped(movesText(view), "", bold),
          ...view.start.flatMap((each) => this.wrapped(each, "  ", plainly)),
        ]),
      ...(moving.length > MOST_MOVES ? [dim(`… and ${moving.length - MOST_MOVES} more`)] : []),
      "",
      ...stacks.flatMap((stack) => this.stack(stack)),
      ...shared.flatMap((each) => this.wrapped(`note on ${inWords(each.stacks)}: ${each.note}`, "", plainly)),
      ...(shared.length === 0 ? [] : [""]),
      ...(summary === undefined ? [] : this.wrapped(summary, "", bold)),
    ];
    return `${lines.join("\n").trimEnd()}\n`;
  }

  private stack({ name, summary, changes, notes }: StackView): string[] {
    const { bold, dim } = this.colours;
    return [
      `${bold(visible(name))}${summary === undefined ? "" : dim(`: ${summary}`)}`,
      "",
      ...spaced(changes.map((change) => this.change(change))),
      ...notes.flatMap((note) => this.wrapped(`note: ${note}`, "  ", plainly)),
      ...(notes.length === 0 ? [] : [""]),
    ];
  }

  private change({ change, action, tone, meaning, label, name, place, facts }: ChangeView): string[] {
    const { bold, cyan, dim, green, yellow } = this.colours;
    const { calls, risks } = change;
    const paint = { good: green, change: yellow, quiet: dim }[tone];
    const placed = place === undefined ? "" : dim(` (${visible(place)})`);
    const head = `  ${paint(action)} ${label} ${bold(visible(name))}${placed}`;
    return [
      meaning === undefined ? head : `${head}: ${meaning}`,
      ...(facts.length === 0 ? [] : this.wrapped(facts.join(", "), "    ", dim)),
      ...calls.map(callTexts).map(([call, when]) => `    ${cyan(visible(call))}${when}`),
      ...risks.flatMap((risk) => this.risk(risk)),
      ...viewsOf(change).flatMap((view) => this.field(view)),
    ];
  }

  private risk(risk: Risk): string[] {
    const { red, dim } = this.colours;
    return this.wrapped(`! ${risk.name}${decisionOf(risk)}: ${risk.text}`, "    ", isOpen(risk) ? red : dim);
  }

  private field(view: FieldView): string[] {
    const { green, red } = this.colours;
    if (view.form === "lines") return [...this.wrapped(`${view.path}:`, "    ", plainly), ...this.lines(view.lines)];
    const { path, before, after } = view;
    if (before === undefined || after === undefined) {
      const [sign, paint] = before === undefined ? ["+", green] : ["-", red];
      return this.wrapped(`${sign} ${path}: ${after ?? before}`, "    ", paint);
    }
    const line = `    ${path}: ${before} → ${after}`;
    if ([...line].length <= this.width) return [line];
    return [
      ...this.wrapped(`${path}:`, "    ", plainly),
      ...this.wrapped(`- ${before}`, "      ", red),
      ...this.wrapped(`+ ${after}`, "      ", green),
    ];
  }

  private lines(lines: readonly DiffLine[]): string[] {
    const { green, red, dim } = this.colours;
    const paints = { "+": green, "-": red, " ": plainly, "@": dim } as const;
    const shown = firstOf(lines, REVIEW_MOST_LINES).flatMap(({ sign, text }) =>
      this.wrapped(`${sign} ${text}`.trimEnd(), "      ", paints[sign]),
    );
    const left = lines.length - Math.min(lines.length, REVIEW_MOST_LINES);
    return left === 0 ? shown : [...shown, dim(`      … ${left} more lines: see --format json or html`)];
  }

  /** Lines that are no longer than the width, where words can be parted; those after the first stand deeper. */
  private wrapped(text: string, indent: string, paint: Paint): string[] {
    const whole = visibleWithTabs(text);
    if (indent.length + whole.length <= this.width && !whole.includes("::")) return [indent + paint(whole)];
    const lines: string[] = [];
    let line: string | undefined;
    // each word may begin a line
    for (const word of text.split(" ").map(visibleWithTabs)) {
      const longer = line === undefined ? word : `${line} ${word}`;
      const deeper = lines.length === 0 ? "" : "  ";
      if (line?.trim() && indent.length + deeper.length + [...longer].length > this.width) {
        lines.push(indent + deeper + paint(line));
        line = word;
      } else {
        line = longer;
      }
    }
    return [...lines, indent + (lines.length === 0 ? "" : "  ") + paint(line ?? "")];
  }
}

/** Blocks of lines, one below the other: an empty line stands around those that have several. */
function spaced(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    return block.length > 1 || next === undefined || next.length > 1 ? [...block, ""] : block;
  });
}
