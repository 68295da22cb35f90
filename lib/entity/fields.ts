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
