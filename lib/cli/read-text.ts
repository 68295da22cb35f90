import type { Io } from "./io";

/** The text in bytes, without a byte order mark: UTF-8, or UTF-16 as Windows PowerShell writes it. */
export function decodedText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** All text of an input. */
export async function readAll(input: Io["stdin"]): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of input) pieces.push(Buffer.from(piece as string | Uint8Array));
  return decodedText(Buffer.concat(pieces));
}
