/** Milliseconds as text for messages: "0.4 s", "8 s", "1,200 s". */
export function seconds(milliseconds: number): string {
  const digits = milliseconds < 10_000 ? 10 : 1;
  const rounded = Math.round((milliseconds / 1_000) * digits) / digits;
  // by hand, because loading Intl takes longer than a call
  return `${String(rounded).replaceAll(/\B(?=(\d{3})+$)/g, ",")} s`;
}
