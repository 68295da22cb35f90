/** Elements that belong together: at least one. */
export type Group<Element> = readonly [first: Element, ...others: Element[]];

/** Elements by what they have in common: keys in the order in which they come first, and elements in theirs. */
export function groupedBy<Key, Element>(
  elements: Iterable<Element>,
  keyOf: (element: Element) => Key,
): Map<Key, Group<Element>> {
  const groups = new Map<Key, [Element, ...Element[]]>();
  for (const element of elements) {
    const key = keyOf(element);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [element]);
    else group.push(element);
  }
  return groups;
}

/**
 * Elements in groups of what is alike, in the order of the first ones.
 *
 * @param outlineOf a text that those that are alike have in common: no others are compared
 */
export function groupedAlike<Element>(
  elements: Iterable<Element>,
  outlineOf: (element: Element) => string,
  areAlike: (element: Element, other: Element) => boolean,
): Group<Element>[] {
  const groups: [Element, ...Element[]][] = [];
  const byOutline = new Map<string, [Element, ...Element[]][]>();
  for (const element of elements) {
    const outline = outlineOf(element);
    const candidates = byOutline.get(outline) ?? [];
    byOutline.set(outline, candidates);
    const alike = candidates.find(([first]) => areAlike(first, element));
    if (alike !== undefined) {
      alike.push(element);
      continue;
    }
    const group: [Element, ...Element[]] = [element];
    groups.push(group);
    candidates.push(group);
  }
  return groups;
}
