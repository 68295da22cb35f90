import { columnsOf } from "../text/columns";
import { visible } from "../text/visible";
import type { BarPart } from "./document";
import { oneLine } from "./one-line";

/** How many signs a bar has where there is room. */
export const BAR_LENGTH = 40;

const FILLS = ["█", "▓", "▒", "░", "▚", "▞"] as const;

/** What stands for a colour where there may be none. */
export function fillOf(colour: number): string {
  return FILLS[colour % FILLS.length] ?? "█";
}

/** A run of equal signs. */
interface BarRun {
  readonly text: string;
  /** Missing where nothing is. */
  readonly colour?: number;
}

/** A bar as signs; where nobody knows what it would show, words say why. */
export function barRuns(parts: readonly BarPart[], most = BAR_LENGTH): BarRun[] {
  const [only] = parts;
  if (only?.look === "open") return [{ text: `? ${visible(oneLine(only.label ?? ""))}` }];
  if (parts.every(({ look }) => look === "rest")) return [{ text: "·".repeat(most) }];
  const whole = Math.max(
    100,
    parts.reduce((sum, { percent }) => sum + percent, 0),
  );
  let [place, drawn] = [0, 0];
  return parts.map(({ percent, colour = 0, look }): BarRun => {
    place += percent;
    const end = Math.max(Math.round((place / whole) * most), Math.min(most, drawn + (percent > 0 ? 1 : 0)));
    const length = Math.max(0, end - drawn);
    drawn = Math.max(drawn, end);
    if (look === "rest" || look === "gap") return { text: "·".repeat(length) };
    return { text: (look === "planned" || look === "open" ? "▱" : fillOf(colour)).repeat(length), colour };
  });
}

/** A text with blanks behind it, so that what follows stands below its like. */
export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}
