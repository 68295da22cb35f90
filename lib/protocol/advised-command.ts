import { existsSync } from "node:fs";
import nodePath, { type PlatformPath } from "node:path";
import { type ApplyOptions, applyCommand } from "../text/command";
import { parseJson } from "../value/json";
import { isFields } from "../value/value";
import { textOfFile } from "./whole-file";

/**
 * `terraform apply` for a stack as a message gives it: to be pasted into a shell, with the folder where that is done.
 *
 * @param stackFolder folder of the synthesised stack; undefined where Terraform is run elsewhere
 */
export function advisedApply(stackFolder: string | undefined, options: ApplyOptions = {}): string {
  if (stackFolder === undefined) return `\`${applyCommand(undefined, options)}\` (in the directory of the stack)`;
  const { path, isInProject } = placed(stackFolder);
  const notes = [
    ...(isInProject ? [IN_PROJECT] : []),
    ...(hasVariables(stackFolder) ? ["with your -var options"] : []),
  ];
  return `\`${applyCommand(path, options)}\`${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}

/** A file of a stack as a message gives it, beside commands of `advisedApply`. */
export function advisedPath(path: string): string {
  const { path: shown, isInProject } = placed(path);
  return isInProject ? `${shown} (${IN_PROJECT})` : shown;
}

const IN_PROJECT = "in the directory of cdktf.json";

/** A path from the folder of its project; the whole path if it is in none. */
function placed(path: string): { readonly path: string; readonly isInProject: boolean } {
  const whole = nodePath.resolve(path);
  const shown = fromProject(whole, isProject);
  return { path: shown, isInProject: shown !== whole };
}

function isProject(folder: string): boolean {
  return existsSync(nodePath.join(folder, "cdktf.json"));
}

/** Whether a stack declares variables, whose values a deploy may give on its command line. */
function hasVariables(stackFolder: string): boolean {
  const textOf = (name: string) => textOfFile(nodePath.join(stackFolder, name)) ?? "";
  const stack = parseJson(textOf("cdk.tf.json"));
  return (isFields(stack) && isFields(stack.variable)) || /^variable "/m.test(textOf("cdk.tf"));
}

/**
 * A path from the folder of its project, where users run commands; unchanged if it is in none.
 *
 * @param isProject whether a folder is that of a project
 */
export function fromProject(
  path: string,
  isProject: (folder: string) => boolean,
  { dirname, relative }: PlatformPath = nodePath,
): string {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    if (isProject(above)) return relative(above, path);
  }
  return path;
}
