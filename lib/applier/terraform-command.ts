import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { shellQuoted, terraformWord } from "../protocol/terraform-program";

/**
 * A Terraform command for the stack, to be pasted into a shell in the folder of the project.
 *
 * @param folder of the synthesised stack; undefined where the command is run in it
 * @param variables environment variables that are set for this command only
 */
export function terraformCommand(
  folder: string | undefined,
  args: string,
  variables: Readonly<Record<string, string>> = {},
): string {
  const change = folder === undefined ? "" : `-chdir=${shellQuoted(fromProject(folder))} `;
  const settings = Object.entries(variables).map(([name, value]) =>
    process.platform === "win32" ? `$env:${name}="${value}"; ` : `${name}=${value} `,
  );
  return `\`${settings.join("")}${terraformWord(process.env)} ${change}${args}\``;
}

/** The path of a folder from that of `cdktf.json`, where users run commands; unchanged if there is no such file above. */
function fromProject(folder: string): string {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, "cdktf.json"))) return relative(above, folder);
  }
  return folder;
}
