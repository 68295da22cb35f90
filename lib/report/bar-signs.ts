/** What bars are drawn of: a sign for each colour, one for what is not there yet, and one where nothing is. */
export const barSigns = { fills: "█▓▒░▚▞", planned: "▱", rest: "·" };

/** For terminals that have no other signs. */
export const asciiBarSigns: typeof barSigns = { fills: "#=-+*%", planned: "_", rest: "." };

/** What stands for a colour where there may be none. */
export function fillOf(colour: number, { fills } = barSigns): string {
  return fills.charAt(colour % fills.length);
}
