/** A value that Terraform knows, while planning or only during the apply. */
export interface TerraformPart {
  /** At synth an expression of the framework; in a request file an index into the values that Terraform passes on. */
  readonly terraform: unknown;
  /** Whether the API accepts only text there. */
  readonly isText?: boolean;
}

/** A secret that the applier takes from its environment. No file ever holds it. */
export interface EnvironmentPart {
  readonly environment: string;
}

/** A part of a deferred value; a string is literal text. */
export type Part = string | TerraformPart | EnvironmentPart;

/** A value that is known only at deploy: one value of Terraform's, of any type, or parts that are joined to a text. */
export class Deferred {
  constructor(readonly parts: readonly Part[]) {}

  /** Whether a part comes from Terraform, so that the value can change without a synth. */
  get fromTerraform(): boolean {
    return this.parts.some(isTerraform);
  }

  /** Whether a part is a secret. */
  get fromEnvironment(): boolean {
    return this.parts.some(isEnvironment);
  }

  /** Whether the result is text, for any value that Terraform gives. */
  get isText(): boolean {
    const [only] = this.parts;
    return this.parts.length !== 1 || only === undefined || !isTerraform(only) || only.isText === true;
  }
}

/** JSON whose leaves may be deferred. */
export type Json = null | boolean | number | string | Deferred | readonly Json[] | { readonly [key: string]: Json };

/** The fields of an entity, in the spelling of the API's table. */
export type Fields = Readonly<Record<string, Json>>;

/** Whether a part is a value of Terraform's. */
export function isTerraform(part: Part): part is TerraformPart {
  return typeof part !== "string" && "terraform" in part;
}

/** Whether a part is a secret from the environment. */
export function isEnvironment(part: Part): part is EnvironmentPart {
  return typeof part !== "string" && "environment" in part;
}

/** Joins pieces of text; the result is plain text when all of them are known. */
export function joined(pieces: readonly (Part | Deferred)[]): string | Deferred {
  const merged = withTextsMerged(pieces.flatMap((piece) => (piece instanceof Deferred ? piece.parts : [piece])));
  const [only = ""] = merged;
  return merged.length <= 1 && typeof only === "string" ? only : new Deferred(merged);
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

/** Whether a value is or contains a deferred one. */
export function holdsDeferred(json: Json): boolean {
  if (json instanceof Deferred) return true;
  return typeof json === "object" && json !== null && Object.values(json).some(holdsDeferred);
}

/** Finds every deferred value in JSON, with its path. */
export function deferredIn(
  json: Json,
  path: readonly PropertyKey[] = [],
): { readonly path: readonly PropertyKey[]; readonly deferred: Deferred }[] {
  if (json instanceof Deferred) return [{ path, deferred: json }];
  if (typeof json !== "object" || json === null) return [];
  if (Array.isArray(json)) return json.flatMap((element: Json, index) => deferredIn(element, [...path, index]));
  return Object.entries(json).flatMap(([key, inner]) => deferredIn(inner as Json, [...path, key]));
}

/**
 * JSON with something in place of each deferred value.
 *
 * @param replace makes it, from the deferred value and its path
 */
export function withDeferred(
  json: Json,
  replace: (deferred: Deferred, path: readonly PropertyKey[]) => unknown,
  path: readonly PropertyKey[] = [],
): unknown {
  if (json instanceof Deferred) return replace(json, path);
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map((element: Json, index) => withDeferred(element, replace, [...path, index]));
  // fromEntries defines own properties, so that a key "__proto__" stays a key
  return Object.fromEntries(
    Object.entries(json).map(([key, inner]) => [key, withDeferred(inner as Json, replace, [...path, key])]),
  );
}

/** A deferred value as text, with a mark for each part that only the deploy knows. */
export function markedText({ parts }: Deferred): string {
  return parts.map((part) => (typeof part === "string" ? part : deferredMark(part))).join("");
}

/** What stands for a part that only the deploy knows. */
export function deferredMark(part: TerraformPart | EnvironmentPart): string {
  return isTerraform(part) ? "(known to Terraform)" : `(environment variable ${part.environment})`;
}

/** Whether a text has the mark of a secret from the environment. */
export function hasSecretMark(text: string): boolean {
  return /\(environment variable \w+\)/.test(text);
}
