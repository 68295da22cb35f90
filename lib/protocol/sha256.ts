import { createHash } from "node:crypto";

/** SHA-256 of a text, hexadecimal: by it, the applier tells a request file from another than the one that was planned. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
