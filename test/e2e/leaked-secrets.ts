import { inflateRawSync } from "node:zlib";
import type { Workspace } from "../support/workspace";

/** How secrets may look where they have leaked: as they are, as JSON of either tool, percent-encoded or in base64. */
export function spellingsOf(secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) => {
    const json = JSON.stringify(secret).slice(1, -1);
    const terraformJson = json.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
    const base64 = [0, 1, 2].map((offset) => base64Of(secret, offset));
    return [secret, json, terraformJson, encodeURIComponent(secret), ...base64];
  });
}

/** Paths of all files of a workspace that hold one of these texts, also where they are zipped, as a plan is. */
export async function filesWith(workspace: Workspace, texts: readonly string[]): Promise<string[]> {
  const files = [...(await workspace.files())];
  return files.filter(([, file]) => contentsOf(file).some((content) => isIn(content, texts))).map(([path]) => path);
}

function isIn(content: Buffer, texts: readonly string[]): boolean {
  return texts.some((text) => content.includes(text));
}

/** The part of a text in base64 that does not depend on the text around it, by where it begins in a group of three. */
function base64Of(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString("base64");
  return encoded.replace(/=+$/, "").slice(offset === 0 ? 0 : offset + 1, -1);
}

/** A file's content, and for a zip archive that of the files in it. */
function contentsOf(file: Buffer): Buffer[] {
  const end = file.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (!file.subarray(0, 2).equals(Buffer.from("PK")) || end < 0) return [file];
  const contents = [file];
  let entry = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    contents.push(entryContent(file, entry));
    entry += 46 + file.readUInt16LE(entry + 28) + file.readUInt16LE(entry + 30) + file.readUInt16LE(entry + 32);
  }
  return contents;
}

/** The content of a file in a zip archive, found by its entry in the archive's directory. */
function entryContent(archive: Buffer, entry: number): Buffer {
  const header = archive.readUInt32LE(entry + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const content = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  return archive.readUInt16LE(entry + 10) === 8 ? inflateRawSync(content) : content;
}
