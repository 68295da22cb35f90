import { quoted, visible } from "../../api/escape-invisible";
import { pathSteps } from "../../api/field-path";
import type { FieldChange } from "../../plan/differences";
import { shown } from "../../report/value-text";
import { NAMING_KEYS, namesOfElements } from "../../value/pair";
import { at, type Fields, isFields, listAt, type Value } from "../../value/value";

/** A name of the API as words: "targeting gate ID". */
export function fieldWords(name: string): string {
  return visible(name)
    .replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3 $2")
    .replaceAll("_", " ")
    .replace(/\b[A-Z](?=[a-z]|\b)/g, (letter) => letter.toLowerCase());
}

const PARAMETERS = "parameterValues";

/** What stands below is called as its owner calls it. */
const OWN: readonly (string | number)[] = [PARAMETERS, "returnValue"];

/**
 * What people call a changed field: `group "green" › colour`. Elements of lists are called by their names.
 *
 * @param after what is declared: there the steps lead to it, but for an element that is gone, which its list no longer has
 */
export function fieldLabel({ path, before: former, after: present }: FieldChange, after: Fields): string {
  const steps = pathSteps(path);
  const parts: string[] = [];
  let value: Value | undefined = after;
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1;
    const isOwn = steps.slice(0, index).some((each) => OWN.includes(each));
    if (typeof step === "number") {
      const isGone = isLast && former !== undefined && present === undefined;
      const name = isGone ? namesOfElements([former])?.[0] : namesOfElements(listAt(value))?.[step];
      const list = parts.pop() ?? "";
      const one = isOwn ? list : list.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
      parts.push(`${one} ${name === undefined ? step + 1 : quoted(String(name))}`);
      value = listAt(value)[step];
    } else {
      if (isOwn || isLast || step !== PARAMETERS) parts.push(isOwn ? visible(step) : fieldWords(step));
      value = at(value, step);
    }
  }
  return parts.join(" › ");
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
export function elementText(element: Value): string {
  const [name] = namesOfElements([element]) ?? [];
  if (!isFields(element) || name === undefined) return shown(element);
  const rest = partsText(element, name);
  return `${visible(String(name))}${rest === "" ? "" : ` (${rest})`}`;
}
