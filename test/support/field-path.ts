import type { PathStep } from "../../lib/value/value";

/** The steps of a path as JSON has it: `groups[0].size`. */
export function pathSteps(path: string): PathStep[] {
  return [...path.matchAll(STEP)].map(([, name, index, key]) =>
    index === undefined ? (name ?? (JSON.parse(key ?? '""') as string)) : Number(index),
  );
}

/** A name, an index, or a name that has to be quoted. */
const STEP = /\.?([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gy;
