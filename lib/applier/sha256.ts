import { createHash, createHmac } from "node:crypto";

/** SHA-256 of a text, hexadecimal. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A digest of a text that tells nothing to those who do not have the key, hexadecimal. */
export function keyedDigest(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}
