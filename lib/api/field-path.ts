import type { PathStep } from "../value/value";

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
