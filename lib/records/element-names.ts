import { isObject } from "../api/describe";

/** What tells the elements of a list from each other, the first that all of them have. */
export const NAMING_KEYS = ["id", "name", "key"] as const;

type ElementName = string | number;

/**
 * What names the elements of each of these lists; undefined unless one key gives every element a name of its own.
 *
 * @param compared what of a name counts
 */
export function elementNames(
  lists: readonly (readonly unknown[])[],
  compared = (name: ElementName): ElementName => name,
): (readonly ElementName[])[] | undefined {
  for (const key of NAMING_KEYS) {
    const named = lists.flatMap((list) => namesUnder(key, list, compared) ?? []);
    if (named.length === lists.length) return named;
  }
  return undefined;
}

function namesUnder(key: string, list: readonly unknown[], compared: (name: ElementName) => ElementName) {
  const names = list.flatMap((element) => {
    const name = isObject(element) && Object.hasOwn(element, key) ? element[key] : undefined;
    return typeof name === "string" || typeof name === "number" ? [compared(name)] : [];
  });
  return names.length === list.length && new Set(names).size === list.length ? [names] : undefined;
}
