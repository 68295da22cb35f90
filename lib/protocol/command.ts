import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Action } from "../entity/steps";
import { type ApplyOptions, applyCommand } from "../text/shell";
import { parseJson } from "../value/json";
import { isFields } from "../value/value";
import { textOfFile } from "./whole-file";

/** Folder of the applier as the build leaves it, which a stack takes whole. */
export function applierBundle(): string {
  return join(__dirname, "..", "..", "dist", "applier", "bundle");
}

/** Environment variable in which Terraform passes on values: a JSON array, or its length in bytes where that is too long. */
export const VALUES_VARIABLE = "EXPERIMENTATION_VALUES";

/** Longest array that is passed on, in bytes. On Windows a variable holds at most 32,767 characters. */
export const LONGEST_VALUES = 30_000;

/** Environment variable that makes the creates of a deploy adopt what exists, as `adopt: true` would, when "true". */
export const ADOPT_VARIABLE = "SERVICE_ADOPT_EXISTING";

/** Folder of the request files, in the folder of the synthesised stack. */
export const REQUESTS_FOLDER = "requests";

/** The only argument of the applier: action, digest of the request file, and its path, which may contain spaces. */
export function commandText(action: Action, digest: string, file: string): string {
  return `${action} ${digest} ${file}`;
}

/** The request that a command names, or an expression with a command in it: its digest, and the name of its file. */
export function requestNamedIn(command: string): { readonly digest: string; readonly file: string } | undefined {
  // here, and not above: every call loads this file, and only a review needs the pattern
  const named = new RegExp(`\\b([0-9a-f]{64}) ${REQUESTS_FOLDER}/([^"/]+\\.json)`);
  const [, digest, file] = named.exec(command) ?? [];
  return digest === undefined || file === undefined ? undefined : { digest, file };
}

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

/** A path from the folder of its project, where users run commands; the whole path if it is in none. */
function placed(path: string): { readonly path: string; readonly isInProject: boolean } {
  const whole = resolve(path);
  for (let above = dirname(whole); above !== dirname(above); above = dirname(above)) {
    if (existsSync(join(above, "cdktf.json"))) return { path: relative(above, whole), isInProject: true };
  }
  return { path: whole, isInProject: false };
}

/** Whether a stack declares variables, whose values a deploy may give on its command line. */
function hasVariables(stackFolder: string): boolean {
  const textOf = (name: string) => textOfFile(join(stackFolder, name)) ?? "";
  const stack = parseJson(textOf("cdk.tf.json"));
  return (isFields(stack) && isFields(stack.variable)) || /^variable "/m.test(textOf("cdk.tf"));
}
