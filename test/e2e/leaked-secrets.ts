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

/** Paths of all files of a workspace that hold one of these texts. What a plan has in its archive is in its JSON, too. */
export async function filesWith(workspace: Workspace, texts: readonly string[]): Promise<string[]> {
  const files = [...(await workspace.files())];
  return files.filter(([, content]) => texts.some((text) => content.includes(text))).map(([path]) => path);
}

/** The part of a text in base64 that does not depend on the text around it, by where it begins in a group of three. */
function base64Of(text: string, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).toString("base64");
  return encoded.replace(/=+$/, "").slice(offset === 0 ? 0 : offset + 1, -1);
}
