import { createHmac } from "node:crypto";

/** A digest of a text that tells nothing to those who do not have the key, hexadecimal. */
export function keyedDigest(text: string, key: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}
