import { createHash } from "node:crypto";

/** The SHA-256 of a text, hexadecimal. By it, the applier recognises the request file that was planned. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
