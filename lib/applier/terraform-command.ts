import { existsSync } from "node:fs";
import nodePath, { type PlatformPath } from "node:path";
import { applyCommand } from "../protocol/terraform-program";
import type { Session } from "./session";

/** `terraform apply` for the stack of a session, to be pasted into a shell in the folder of the project. */
export function terraformApply(
  { stackFolder }: Session,
  options: { readonly replace?: string; readonly variables?: Readonly<Record<string, string>> },
): string {
  const folder = stackFolder === undefined ? undefined : fromProject(stackFolder, isProject);
  return `\`${applyCommand({ environment: process.env, folder, ...options })}\``;
}

function isProject(folder: string): boolean {
  return existsSync(nodePath.join(folder, "cdktf.json"));
}

/**
 * The path of a folder from that of its project, where users run commands; unchanged if it is in none.
 *
 * @param isProject whether a folder is that of a project
 */
export function fromProject(
  folder: string,
  isProject: (folder: string) => boolean,
  { dirname, relative }: PlatformPath = nodePath,
): string {
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (isProject(above)) return relative(above, folder);
  }
  return folder;
}
