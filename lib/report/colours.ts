/** Paints text for a terminal, or leaves it as it is. */
export type Paint = (text: string) => string;

/** How text is told apart on a terminal. */
export type Colours = Readonly<Record<"bold" | "dim" | "red" | "green" | "yellow" | "cyan", Paint>>;
