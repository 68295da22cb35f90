import type { PathStep } from "../value/value";

/** A path as users write it: `groups[0].size`. It is for readers, and never read back. */
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

/** The steps of a path as `pathText` writes it. */
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
