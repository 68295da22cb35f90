import { Fn, Token } from "cdktf";
import { deferredMark } from "../../protocol/deferred-places";

/** A value that Terraform knows, at plan or only during apply. */
export class TerraformValue {
  private encoded: string | undefined;

  /** @param expression a token, of any type, that resolves to a Terraform expression */
  constructor(
    readonly expression: unknown,
    /** Whether the interface accepts only text there, so that a plan can show it as text. */
    readonly isText: boolean,
  ) {}

  /** A token for the JSON text of the value. */
  get json(): string {
    this.encoded ??= Fn.jsonencode(this.expression);
    return this.encoded;
  }

  /** A token for the value as a plan shows it: text unchanged, anything else as JSON. */
  get text(): string {
    return this.isText ? Token.asString(this.expression) : this.json;
  }
}

/** A secret that the applier takes from its environment. No file ever holds it. */
export class EnvironmentValue {
  constructor(readonly variable: string) {}

  /** The text that replaces the secret in plans and content digests. */
  get label(): string {
    return deferredMark({ environment: this.variable });
  }
}

/** A part of a deferred value; a string is literal text. */
export type Part = string | TerraformValue | EnvironmentValue;

/**
 * A value that is known only at deploy: one Terraform value of any type, or parts that are joined to a string.
 * `resolveProps` makes it of a token, `Provisioning` passes it on, and the applier's `fill` puts the value in its place.
 */
export class DeferredValue {
  constructor(readonly parts: readonly Part[]) {}

  /** Whether a part comes from Terraform, so that the value can change without a synth. */
  get fromTerraform(): boolean {
    return this.parts.some((part) => part instanceof TerraformValue);
  }

  /** Whether the result is text, for any value that Terraform gives. */
  get isText(): boolean {
    const [only] = this.parts;
    return this.parts.length !== 1 || !(only instanceof TerraformValue) || only.isText;
  }

  /** Whether a part is a secret. */
  get fromEnvironment(): boolean {
    return this.parts.some((part) => part instanceof EnvironmentValue);
  }
}

/** Joins pieces of text; the result is plain text when all of them are known at synth. */
export function joined(pieces: readonly (Part | DeferredValue)[]): string | DeferredValue {
  const merged = withTextsMerged(pieces.flatMap((piece) => (piece instanceof DeferredValue ? piece.parts : [piece])));
  const [only = ""] = merged;
  return merged.length <= 1 && typeof only === "string" ? only : new DeferredValue(merged);
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

/** JSON whose leaves may be deferred values. */
export type DeferredJson =
  | null
  | boolean
  | number
  | string
  | DeferredValue
  | readonly DeferredJson[]
  | { readonly [key: string]: DeferredJson };

/** The fields of a construct, some of which may be deferred. */
export type DeferredFields = Readonly<Record<string, DeferredJson>>;

/** Finds every deferred value in JSON, with its path. */
export function deferredValuesOf(
  json: DeferredJson,
  path: readonly PropertyKey[] = [],
): { path: readonly PropertyKey[]; deferredValue: DeferredValue }[] {
  if (json instanceof DeferredValue) return [{ path, deferredValue: json }];
  if (typeof json !== "object" || json === null) return [];
  if (Array.isArray(json))
    return json.flatMap((element: DeferredJson, index) => deferredValuesOf(element, [...path, index]));
  return Object.entries(json).flatMap(([key, inner]) => deferredValuesOf(inner as DeferredJson, [...path, key]));
}
