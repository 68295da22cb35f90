import { visible } from "../text/visible";
import type { BarPart } from "./document";
import { oneLine } from "./one-line";

/** What bars are drawn of: a sign for each colour, one for what is not there yet, and one where nothing is. */
export interface BarSigns {
  readonly fills: string;
  readonly planned: string;
  readonly rest: string;
}

export const barSigns: BarSigns = { fills: "█▓▒░▚▞", planned: "▱", rest: "·" };

/** For terminals that have no other signs. */
export const asciiBarSigns: BarSigns = { fills: "#=-+*%", planned: "_", rest: "." };

/** What stands for a colour where there may be none. */
export function fillOf(colour: number, { fills } = barSigns): string {
  return fills.charAt(colour % fills.length);
}

/** A run of equal signs. */
interface BarRun {
  readonly text: string;
  /** Missing where nothing is. */
  readonly colour?: number;
}

/** A bar as so many signs; where nobody knows what it would show, words say why. */
export function barRuns(parts: readonly BarPart[], length: number, signs: BarSigns): BarRun[] {
  const [only] = parts;
  if (only?.look === "open") return [{ text: `? ${visible(oneLine(only.label ?? ""))}` }];
  const sum = parts.reduce((total, { percent }) => total + percent, 0);
  let [place, drawn] = [0, 0];
  return parts.map(({ percent, colour = 0, look }): BarRun => {
    place += percent;
    // what is there has a sign at least
    const end = Math.max(
      Math.round((place / Math.max(100, sum)) * length),
      Math.min(length, drawn + Math.sign(percent)),
    );
    const count = Math.max(0, end - drawn);
    drawn = Math.max(drawn, end);
    if (look === "rest") return { text: signs.rest.repeat(count) };
    return { text: (look === "planned" ? signs.planned : fillOf(colour, signs)).repeat(count), colour };
  });
}
