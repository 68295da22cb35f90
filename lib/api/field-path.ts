/** A name, or an index in a list. */
export type PathStep = string | number;

/** A path as a user writes it: `groups[0].size`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      const name = String(step);
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `[${JSON.stringify(name)}]`;
      return index === 0 ? name : `.${name}`;
    })
    .join("");
}

/** The steps of such a path. */
export function pathSteps(path: string): PathStep[] {
  return [...path.matchAll(STEP)].map(([, name, index, key]) =>
    index === undefined ? (name ?? (JSON.parse(key ?? '""') as string)) : Number(index),
  );
}

/** A name, an index, or a name that has to be quoted. */
const STEP = /\.?([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gy;

/** Whether a path is another, or leads to a place inside of it. */
export function isAtOrIn(path: string, outer: string): boolean {
  return path.startsWith(outer) && /^([.[]|$)/.test(path.slice(outer.length));
}

/** The field that a path begins with. */
export function topField(path: string): string {
  return String(pathSteps(path)[0]);
}
