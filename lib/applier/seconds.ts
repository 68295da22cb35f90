/** Milliseconds as messages say them: "0.4 s", "8 s", "1,200 s". */
export function seconds(milliseconds: number): string {
  const maximumFractionDigits = milliseconds < 10_000 ? 1 : 0;
  return `${(milliseconds / 1_000).toLocaleString("en-US", { maximumFractionDigits })} s`;
}
