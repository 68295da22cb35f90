/** A key of an object, or an index of a list. */
export type PathStep = string | number;

/** Where a value stands inside another: `["groups", 0, "size"]`. */
export type Path = readonly PathStep[];

/** JSON, some places of which cannot be read. */
export type Value = null | boolean | number | string | Opaque | readonly Value[] | Fields;

/** An object of JSON, such as the fields of an entity. */
export type Fields = { readonly [key: string]: Value | undefined };

/** A value that Terraform knows, while it plans or only during the apply. */
export interface TerraformPart {
  /** At synth an expression of the framework; in a request file an index into the values that Terraform passes on. */
  readonly terraform: unknown;
  /** Whether the API accepts only text there. */
  readonly isText?: boolean;
}

/** A secret that the applier takes from its environment. No file ever holds it. */
interface EnvironmentPart {
  readonly environment: string;
}

/** A piece of what stands at an opaque place; a string is literal text. */
export type Part = string | TerraformPart | EnvironmentPart;

/** Why a value cannot be read, and what is known of it. */
type Unread =
  /** The code declares what the applier joins: with Terraform's values, secrets of the environment, or both. A plan does not know it yet: no parts. */
  | { readonly deferred: readonly Part[] }
  /** A plan marks it as sensitive. Its content serves comparing alone: a function, so that no JSON and no log has it. */
  | { readonly hidden: () => Value | undefined }
  /** It is too long for a state, which has its digest. */
  | { readonly digest: string };

const BRAND = Symbol.for("cdktf-experimentation.opaque");

/**
 * A place without a readable value. Whether two of them are the same:
 *
 * | | readable | digest, or parts without Terraform's | hidden, with content | all others |
 * |---|---|---|---|---|
 * | digest, or parts without Terraform's | no | by digest or parts | by the content | nobody knows |
 * | hidden, with content | by the content | by the content | by both contents | nobody knows |
 * | all others: parts of Terraform's, not known yet, hidden without content | nobody knows | nobody knows | nobody knows | nobody knows |
 *
 * So a secret of one variable is the same as itself, whatever the variable holds: nothing is sent when that changes. `isSame`
 * takes for different what nobody knows, and `isHidden` says where that may be so.
 */
export class Opaque {
  /** Any copy of this package tells an opaque place by its brand, so that two installed copies understand each other. */
  static [Symbol.hasInstance](value: unknown): value is Opaque {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  readonly [BRAND] = true;

  private constructor(private readonly unread: Unread) {}

  static deferred(parts: readonly Part[]): Opaque {
    return new Opaque({ deferred: parts });
  }

  /** What a plan does not know yet. */
  static unknown(): Opaque {
    return Opaque.deferred([]);
  }

  static hidden(content?: Value): Opaque {
    return new Opaque({ hidden: () => content });
  }

  static digest(digest: string): Opaque {
    return new Opaque({ digest });
  }

  get why(): "deploy" | "secret" | "long" {
    if (this.digest !== undefined) return "long";
    return "hidden" in this.unread || this.fromEnvironment ? "secret" : "deploy";
  }

  /** What the applier joins; none of what only a plan or a state tells. */
  get parts(): readonly Part[] {
    return "deferred" in this.unread ? this.unread.deferred : [];
  }

  /** Whether a part comes from Terraform, so that the value can change without a synth. */
  get fromTerraform(): boolean {
    return this.parts.some(isTerraform);
  }

  /** Whether a part is a secret from the environment. */
  get fromEnvironment(): boolean {
    return this.parts.some(isEnvironment);
  }

  /** Whether the result is text, for any value that Terraform gives. */
  get isText(): boolean {
    const [only] = this.parts;
    return this.parts.length !== 1 || only === undefined || !isTerraform(only) || only.isText === true;
  }

  /** Stands for a text that is too long for a state. */
  get digest(): string | undefined {
    return "digest" in this.unread ? this.unread.digest : undefined;
  }

  /** Whether its digest or its parts tell it from any other. */
  get isDefinite(): boolean {
    return this.digest !== undefined || (this.parts.length > 0 && !this.fromTerraform);
  }

  /** The table above, where at least one of two values is such a place. */
  static isSame(a: Value | undefined, b: Value | undefined): boolean {
    const [one, other] = [Opaque.#comparedBy(a), Opaque.#comparedBy(b)];
    if (one === undefined || other === undefined) return false;
    if (one !== a || other !== b) return isSame(one, other);
    return one instanceof Opaque && other instanceof Opaque && isSame(one.unread as Value, other.unread as Value);
  }

  /** What a value is compared by: its content, itself where it can be read or is definite, or nothing. */
  static #comparedBy(value: Value | undefined): Value | undefined {
    if (!(value instanceof Opaque) || value.isDefinite) return value;
    return "hidden" in value.unread ? value.unread.hidden() : undefined;
  }

  toJSON(): { readonly sensitive: true } | { readonly unknown: true } {
    return this.why === "secret" ? { sensitive: true } : { unknown: true };
  }
}

export function isTerraform(part: Part): part is TerraformPart {
  return typeof part !== "string" && "terraform" in part;
}

export function isEnvironment(part: Part): part is EnvironmentPart {
  return typeof part !== "string" && "environment" in part;
}

export function isList(value: unknown): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value is an object that shows its fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Opaque);
}

/** The texts in a JSON value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isFields(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** What stands at a path; undefined where nothing does. Never what every object inherits. */
export function at(value: Value | undefined, ...path: Path): Value | undefined {
  return path.reduce<Value | undefined>((inner, step) => {
    const holder = isList(inner) || isFields(inner) ? (inner as { readonly [key: PathStep]: Value | undefined }) : {};
    return Object.hasOwn(holder, step) ? holder[step] : undefined;
  }, value);
}

/** The elements of a list, of which anything else has none. */
export function listAt(value: Value | undefined, ...path: Path): readonly Value[] {
  const list = at(value, ...path);
  return isList(list) ? list : [];
}

/**
 * A value with something in place of each leaf and each opaque place: the one way through JSON.
 *
 * @param leaf makes it; undefined takes a key out of an object, and leaves null in a list, whose places stay
 */
export function mapped(value: Value, leaf: (leaf: Leaf, path: Path) => unknown, path: Path = []): unknown {
  if (isList(value)) return value.map((inner, index) => mapped(inner, leaf, [...path, index]) ?? null);
  if (!isFields(value)) return leaf(value, path);
  // fromEntries defines own properties, so that a key "__proto__" stays a key
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const result = inner === undefined ? undefined : mapped(inner, leaf, [...path, key]);
      return result === undefined ? [] : [[key, result]];
    }),
  );
}

/** A value with something in place of each opaque one. */
export function replaceOpaque(
  value: Value,
  replace: (opaque: Opaque, path: Path) => unknown,
  path: Path = [],
): unknown {
  return mapped(value, (leaf, at) => (leaf instanceof Opaque ? replace(leaf, at) : leaf), path);
}

/** A value that has none inside. */
type Leaf = Exclude<Value, Fields | readonly Value[]>;

/** The opaque places in a value. */
export function opaqueIn(value: Value | undefined, at: Path = []): { readonly path: Path; readonly opaque: Opaque }[] {
  const found: { readonly path: Path; readonly opaque: Opaque }[] = [];
  mapped(
    value ?? null,
    (opaque, path) => {
      if (opaque instanceof Opaque) found.push({ path, opaque });
    },
    at,
  );
  return found;
}

/** Whether a value is opaque, or has an opaque place inside; with `isSuch`, one of which that is true. */
export function holdsOpaque(value: Value | undefined, isSuch: (opaque: Opaque) => boolean = () => true): boolean {
  if (value instanceof Opaque) return isSuch(value);
  return (
    typeof value === "object" && value !== null && Object.values(value).some((inner) => holdsOpaque(inner, isSuch))
  );
}

/** Whether a value is known at deploy time only: a secret, or a text with one, is not. */
export function isUnknown(value: Value | undefined): value is Opaque {
  return value instanceof Opaque && value.why === "deploy";
}

/** Whether nobody can say of a value whether it is the same as another: a plan hides it, or Terraform has a part in it. */
export function isHidden(value: Value | undefined): value is Opaque {
  return value instanceof Opaque && !value.isDefinite;
}

/** Whether a state keeps only a digest of a value, since it was too long for it: it can be compared, and not be read. */
export function isTooLong(value: Value | undefined): value is Opaque {
  return value instanceof Opaque && value.digest !== undefined;
}

/** Whether two values are known to be the same; the order of keys does not count. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (a instanceof Opaque || b instanceof Opaque) return Opaque.isSame(a, b);
  if (isList(a) && isList(b)) return a.length === b.length && a.every((element, index) => isSame(element, b[index]));
  if (!isFields(a) || !isFields(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** Joins pieces of text; the result is plain text when all of them are known. */
export function joined(pieces: readonly (Part | Opaque)[]): string | Opaque {
  const merged = withTextsMerged(pieces.flatMap((piece) => (piece instanceof Opaque ? piece.parts : [piece])));
  const [only = ""] = merged;
  return merged.length <= 1 && typeof only === "string" ? only : Opaque.deferred(merged);
}

/** Pieces with each run of texts made one, and none that is empty. */
export function withTextsMerged<Other extends object>(pieces: readonly (string | Other)[]): (string | Other)[] {
  const merged: (string | Other)[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (typeof piece === "string" && typeof last === "string") merged[merged.length - 1] = last + piece;
    else if (piece !== "") merged.push(piece);
  }
  return merged;
}

/** An opaque value as text, with a mark for each part that only the deploy knows; of a digest, itself. */
export function markedText({ parts, digest }: Opaque): string {
  return digest ?? parts.map((part) => (typeof part === "string" ? part : partMark(part))).join("");
}

/** What stands for a part that only the deploy knows. */
export function partMark(part: TerraformPart | EnvironmentPart): string {
  return isTerraform(part) ? "(known to Terraform)" : `(environment variable ${part.environment})`;
}

/** A text of a state or a plan, in which a mark stands for each secret of the environment, with its parts again. */
export function readMarks(text: string): string | Opaque {
  if (!text.includes("(environment variable ")) return text;
  const pieces = text.split(/\(environment variable (\w+)\)/);
  return joined(pieces.map((piece, index) => (index % 2 === 0 ? piece : { environment: piece })));
}

/** A value with text in place of what is definite. */
export function worded(value: Value): Value {
  return replaceOpaque(value, (opaque) => (opaque.isDefinite ? markedText(opaque) : opaque)) as Value;
}
