import { Fn, Token } from "cdktf";
import type { TerraformPart } from "../../value/value";

/** A value that Terraform knows, as the framework has it. */
export class TerraformValue implements TerraformPart {
  private encoded: string | undefined;

  /** @param terraform a token, of any type, that resolves to a Terraform expression */
  constructor(
    readonly terraform: unknown,
    /** Whether the API accepts only text there, so that a plan can show it as text. */
    readonly isText: boolean,
  ) {}

  /** A token for the JSON text of the value. */
  get json(): string {
    this.encoded ??= Fn.jsonencode(this.terraform);
    return this.encoded;
  }

  /** A token for the value as a plan shows it: text unchanged, anything else as JSON. */
  get text(): string {
    return this.isText ? Token.asString(this.terraform) : this.json;
  }
}

/** A token for the JSON text of a part that Terraform knows: at synth, each is a `TerraformValue`. */
export function jsonExpression(part: TerraformPart): string {
  return (part as TerraformValue).json;
}
