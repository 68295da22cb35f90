/** A value of a field: JSON, in which Terraform may withhold some. */
export type Value =
  | null
  | boolean
  | number
  | string
  | Withheld
  | readonly Value[]
  | { readonly [key: string]: Value | undefined };

/** The fields of an entity, by name. */
export type Values = Readonly<Record<string, Value | undefined>>;

/** A value that is not shown: sensitive, or not known before the deploy. */
export class Withheld {
  /** A sensitive value, only to tell it from another. */
  readonly #value: Value | undefined;

  constructor(
    readonly why: "sensitive" | "unknown",
    value?: Value,
  ) {
    this.#value = value;
  }

  /** Whether two are known to be the same. */
  isSame(other: Value | undefined): boolean {
    if (this.why === "unknown" || this.#value === undefined) return false;
    return same(this.#value, other instanceof Withheld ? other.#value : other);
  }

  /** What stands in its place. */
  toJSON(): { readonly sensitive: true } | { readonly unknown: true } {
    return this.why === "sensitive" ? { sensitive: true } : { unknown: true };
  }
}

/** Whether two values are the same: the order of keys does not count, and what is unknown is the same as nothing. */
export function same(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Withheld) return a.isSame(b);
  if (b instanceof Withheld) return b.isSame(a);
  if (a === b) return true;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((element, index) => same(element, b[index]));
  if (!isObjectValue(a) || !isObjectValue(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(get(a, key), get(b, key)))
  );
}

/** Whether a value is a list. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value is an object that shows its fields. */
export function isObjectValue(value: Value | undefined): value is { readonly [key: string]: Value | undefined } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Withheld);
}

/** A field of an object, of which anything else has none; never what every object inherits. */
export function get(value: Value | undefined, key: string): Value | undefined {
  return isObjectValue(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The elements of a list, of which anything else has none. */
export function listAt(value: Value | undefined): readonly Value[] {
  return isList(value) ? value : [];
}

/**
 * Whether a value, or one inside it, is withheld.
 *
 * @param isMeant which withheld values count; all when left out
 */
export function hasWithheld(value: Value | undefined, isMeant = (_: Withheld): boolean => true): boolean {
  if (value instanceof Withheld) return isMeant(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => hasWithheld(inner, isMeant));
}

/** Whether a value, or one inside it, is not known before the deploy. */
export function isUnknown(value: Value | undefined): boolean {
  return hasWithheld(value, ({ why }) => why === "unknown");
}
