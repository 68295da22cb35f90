import { Token } from "cdktf";
import type { Problem } from "../../api/problems";
import { Opaque } from "../../value/value";

/** The problem of props that are not an object: without the compiler, anything may be given. */
export const notProps: Problem = { path: [], allowed: "an object" };

/** Props with each token replaced by its value, where that is known. */
export function withKnown(given: unknown, resolved: unknown): unknown {
  if (resolved === undefined || resolved instanceof Opaque) return given;
  if (typeof given !== "object" || given === null || Token.isUnresolved(given)) return resolved;
  if (Array.isArray(given)) return given.map((element, index) => withKnown(element, (resolved as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(given).map(([key, inner]) => [key, withKnown(inner, (resolved as Record<string, unknown>)[key])]),
  );
}

/** Tells whether the value at a path, or one that contains it, is a token. */
export function tokensIn(value: unknown): (path: readonly PropertyKey[]) => boolean {
  // a list that contains many problems is searched once
  const judged = new Map<unknown, boolean>();
  const isToken = (at: unknown) => {
    const found = judged.get(at) ?? (at instanceof Opaque || Token.isUnresolved(at));
    judged.set(at, found);
    return found;
  };
  return (path) => {
    let at = value;
    for (const step of path) {
      if (isToken(at)) return true;
      if (typeof at !== "object" || at === null) return false;
      at = (at as Record<PropertyKey, unknown>)[step];
    }
    return isToken(at);
  };
}
