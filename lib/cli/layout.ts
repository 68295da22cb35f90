/** Text that can be laid out on one line or on several. A string that has several lines keeps them. */
export type Layout = string | Group;

/** Items between brackets: on one line where they fit, else each on its own. */
export interface Group {
  readonly open: string;
  readonly items: readonly Item[];
  readonly close: string;
  /** What stands inside the brackets on one line: "" or a space. */
  readonly pad: string;
  /** Whether each item has to be on a line of its own. */
  readonly isTall?: boolean;
}

export interface Item {
  /** What stands before it, such as `"name": `. */
  readonly label: string;
  readonly value: Layout;
}

/** What is the same for a whole text. */
export interface LayoutOptions {
  /** Longest line, in UTF-16 units. A string that is longer stays whole. */
  readonly width: number;
  /** Whether the last item on a line of its own has a comma too. */
  readonly trailingComma: boolean;
}

/**
 * Lays out.
 *
 * @param indent what every line but the first begins with
 * @param used how much of the first line is taken, and how much has to follow on the last
 */
export function layOut(layout: Layout, options: LayoutOptions, indent = "", used = indent.length): string {
  if (typeof layout === "string") return layout;
  const flat = flatten(layout, options.width - used);
  if (flat !== undefined) return flat;
  const inner = `${indent}  `;
  const lines = layout.items.map(({ label, value }, index) => {
    const comma = index < layout.items.length - 1 || options.trailingComma ? "," : "";
    const text = layOut(value, options, inner, inner.length + label.length + comma.length);
    return `\n${inner}${label}${text}${comma}`;
  });
  return `${layout.open}${lines.join("")}\n${indent}${layout.close}`;
}

/** The text on one line, or undefined when it is longer than `room`. */
function flatten(layout: Layout, room: number): string | undefined {
  if (typeof layout === "string") return layout.length <= room && !layout.includes("\n") ? layout : undefined;
  const { open, items, close, pad, isTall } = layout;
  if (items.length === 0) return open + close;
  if (isTall) return undefined;
  let text = open + pad;
  for (const [index, { label, value }] of items.entries()) {
    const start = `${index === 0 ? "" : ", "}${label}`;
    const flat = flatten(value, room - text.length - start.length - pad.length - close.length);
    if (flat === undefined) return undefined;
    text += start + flat;
  }
  text += pad + close;
  return text.length <= room ? text : undefined;
}
