import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { shellWord, terraformProgram } from "../text/shell";
import { parseJson } from "../value/json";
import { isFields } from "../value/value";
import { textOfFile } from "./whole-file";

/** What an apply of a stack does beyond what is planned. */
interface ApplyOptions {
  /** Address of the resource that an apply makes again. */
  readonly replace?: string;
  /** Environment variables that are set for this command only. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * `terraform apply` for a stack as a message gives it: to be pasted into a shell, with the folder where that is done.
 *
 * @param stackFolder folder of the synthesised stack; undefined where Terraform is run elsewhere
 */
export function advisedApply(stackFolder: string | undefined, options: ApplyOptions = {}): string {
  if (stackFolder === undefined) return `\`${applyCommand(options)}\` (in the directory of the stack)`;
  return appliesOf(stackFolder)(options);
}

/** The same of many applies of a stack, whose files are read once, for the first of them. */
export function appliesOf(stackFolder: string): (options: ApplyOptions) => string {
  let place: { readonly path: string; readonly notes: readonly string[] } | undefined;
  return (options) => {
    place ??= placeOfApply(stackFolder);
    const { path, notes } = place;
    return `\`${applyCommand(options, path)}\`${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
  };
}

function placeOfApply(stackFolder: string) {
  const { path, isInProject } = placed(stackFolder);
  const notes = [
    ...(isInProject ? [IN_PROJECT] : []),
    ...(hasVariables(stackFolder) ? ["with your -var options"] : []),
  ];
  return { path, notes };
}

function applyCommand({ replace, variables = {} }: ApplyOptions, folder?: string): string {
  return [
    ...Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)}`),
    shellWord(terraformProgram(process.env)),
    ...(folder === undefined ? [] : [`-chdir=${shellWord(folder)}`]),
    "apply",
    ...(replace === undefined ? [] : [`-replace=${shellWord(replace)}`]),
  ].join(" ");
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
