/** Signs that stand before titles: drawn on pages, an emoji in Markdown, one character in a terminal, which may have ASCII alone. Words beside them say the same. */
export const icons = {
  decide: {
    path: '<path d="M8 1.8 14.6 13.4H1.4Z"/><path d="M8 6v3.4M8 11.4v.2"/>',
    emoji: "⚠️",
    sign: "!",
    ascii: "!",
  },
  good: { path: '<circle cx="8" cy="8" r="6.3"/><path d="m5.2 8.2 2 2 3.8-4.2"/>', emoji: "✅", sign: "✓", ascii: "*" },
  info: { path: '<circle cx="8" cy="8" r="6.3"/><path d="M8 7.2v4M8 4.8v.2"/>', emoji: "ℹ️", sign: "i", ascii: "i" },
  start: { path: '<path d="M4.5 2.8v10.4L13 8Z" fill="currentColor"/>', emoji: "▶️", sign: "▶", ascii: ">" },
  stop: {
    path: '<rect x="3.5" y="3.5" width="9" height="9" rx="1" fill="currentColor"/>',
    emoji: "⏹️",
    sign: "■",
    ascii: "#",
  },
  decided: { path: '<path d="M3.5 14V2.5M3.5 3h8.8l-2 2.8 2 2.8H3.5"/>', emoji: "🏁", sign: "⚑", ascii: "=" },
  edit: { path: '<path d="m10.8 2.6 2.6 2.6-7.8 7.8-3.3.7.7-3.3Z"/>', emoji: "✏️", sign: "~", ascii: "~" },
  add: { path: '<path d="M8 3v10M3 8h10"/>', emoji: "➕", sign: "+", ascii: "+" },
  leave: { path: '<path d="M9 2.5H3v11h6M6.5 8H14M11.5 5.5 14 8l-2.5 2.5"/>', emoji: "📤", sign: "-", ascii: "-" },
  again: { path: '<path d="M13 8a5 5 0 1 1-1.6-3.7M13 2.5v2.8h-2.8"/>', emoji: "🔁", sign: "~", ascii: "~" },
  clock: { path: '<circle cx="8" cy="8" r="6.3"/><path d="M8 4.5V8l2.4 1.6"/>', emoji: "🕒", sign: "·", ascii: "." },
  list: { path: '<path d="M6 4h8M6 8h8M6 12h8M2.4 4h.2M2.4 8h.2M2.4 12h.2"/>', emoji: "📋", sign: "·", ascii: "." },
} as const;

export type Icon = keyof typeof icons;

/** What bars are drawn of: a sign for each colour, one for what is not there yet, and one where nothing is. */
export const barSigns = { fills: "█▓▒░▚▞", planned: "▱", rest: "·" };

/** For terminals that have no other signs. */
export const asciiBarSigns: typeof barSigns = { fills: "#=-+*%", planned: "_", rest: "." };

/** What stands for a colour where there may be none. */
export function fillOf(colour: number, { fills } = barSigns): string {
  return fills.charAt(colour % fills.length);
}
