import { createHash } from "node:crypto";
import { isTerraform, type Part, replaceOpaque, type TerraformPart, type Value } from "../value/value";

/** What stands in a state for a value that is too long for it. */
export const DIGEST_TEXT = /^sha256 [0-9a-f]{64} of [\d,]+ characters$/;

/** The SHA-256 of a text, hexadecimal. By it, the applier recognises the request file that was planned. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * The SHA-256 of everything in a value but the values that only the deploy knows.
 *
 * @param numberOf what stands for one of Terraform's
 */
export function contentDigest(value: Value, numberOf: (part: TerraformPart) => number = () => 0): string {
  const shapeOf = (part: Part): unknown => {
    if (typeof part === "string") return part;
    // another name would make other digests, and with them other versions of prompts that are deployed
    return isTerraform(part) ? numberOf(part) : { variable: part.environment };
  };
  const shape = JSON.stringify(replaceOpaque(value, ({ parts }) => ({ "\0": parts.map(shapeOf) })));
  return sha256(shape.normalize("NFC"));
}
