import { fieldWords, pathWords } from "../../api/field-words";
import type { FieldChange } from "../../plan/differences";
import { shown } from "../../report/value-text";
import { visible } from "../../text/visible";
import { NAMING_KEYS, namesOfElements } from "../../value/pair";
import { isFields, type Value } from "../../value/value";

/** What people call a changed field. */
export function fieldLabel({ path, names }: Pick<FieldChange, "path" | "names">): string {
  return visible(pathWords(path, names));
}

/** The fields of an object in words, but for those by which it is called. */
export function partsText(element: { readonly [key: string]: Value | undefined }, name?: Value): string {
  const isName = (key: string, value: Value | undefined) => value === name && NAMING_KEYS.some((each) => each === key);
  return Object.entries(element)
    .filter(([key, value]) => value !== undefined && !isName(key, value))
    .map(([key, value]) => `${fieldWords(key)} ${shown(value ?? null)}`)
    .join(", ");
}

/** An element of a list in a few words: `orders (type "sum")`. */
export function reviewElementText(element: Value): string {
  const [name] = namesOfElements([element]) ?? [];
  if (!isFields(element) || name === undefined) return shown(element);
  const rest = partsText(element, name);
  return `${visible(String(name))}${rest === "" ? "" : ` (${rest})`}`;
}
