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
