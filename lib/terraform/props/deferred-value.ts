import { Fn, Token } from "cdktf";

/** A value that Terraform knows: at plan, or only during apply. */
export class TerraformValue {
  private encoded: string | undefined;

  /** @param expression a token, of any type, that resolves to a Terraform expression */
  constructor(
    readonly expression: unknown,
    /** Whether the interface takes only text there, so that Terraform can show it as text. */
    readonly isText: boolean,
  ) {}

  /** A token for the JSON text of the value. */
  get json(): string {
    this.encoded ??= Fn.jsonencode(this.expression);
    return this.encoded;
  }

  /** A token for the value as a plan shows it: text as it is, anything else as JSON. */
  get text(): string {
    return this.isText ? Token.asString(this.expression) : this.json;
  }
}

/** A value that the applier takes from its environment and that no file ever holds. */
export class EnvironmentValue {
  constructor(readonly variable: string) {}

  /** How the plan and the content digest name the value: by its variable. */
  get label(): string {
    return `(environment variable ${this.variable})`;
  }
}

export type Part = string | TerraformValue | EnvironmentValue;

/** A place in a value that is filled at deploy: one Terraform value of any type, or parts that are joined to a string. */
export class DeferredValue {
  constructor(readonly parts: readonly Part[]) {}

  /** Whether Terraform has a part in it, so that its text can change without a synth. */
  get fromTerraform(): boolean {
    return this.parts.some((part) => part instanceof TerraformValue);
  }

  /** Whether text comes of it, whatever Terraform fills in. */
  get isText(): boolean {
    const [only] = this.parts;
    return this.parts.length !== 1 || !(only instanceof TerraformValue) || only.isText;
  }

  /** Whether it holds a secret. */
  get fromEnvironment(): boolean {
    return this.parts.some((part) => part instanceof EnvironmentValue);
  }
}

/** JSON with deferred: what a construct's props come down to. */
export type DeferredJson =
  | null
  | boolean
  | number
  | string
  | DeferredValue
  | readonly DeferredJson[]
  | { readonly [key: string]: DeferredJson };

/** The fields of a construct, settled. */
export type DeferredFields = Readonly<Record<string, DeferredJson>>;

/** Every deferredValue of a tree with the path to it. */
export function deferredValuesOf(
  tree: DeferredJson,
  path: readonly PropertyKey[] = [],
): { path: readonly PropertyKey[]; deferredValue: DeferredValue }[] {
  if (tree instanceof DeferredValue) return [{ path, deferredValue: tree }];
  if (typeof tree !== "object" || tree === null) return [];
  if (Array.isArray(tree))
    return tree.flatMap((element: DeferredJson, index) => deferredValuesOf(element, [...path, index]));
  return Object.entries(tree).flatMap(([key, inner]) => deferredValuesOf(inner as DeferredJson, [...path, key]));
}
