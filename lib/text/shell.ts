import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJson } from "../value/json";

/** A text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w.:/@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Environment variable that names another program than `terraform`, as for cdktf. */
export const TERRAFORM_VARIABLE = "TERRAFORM_BINARY_NAME";

/** The program that is Terraform here: a name on PATH, or a path. */
export function terraformProgram(environment: NodeJS.ProcessEnv): string {
  return environment[TERRAFORM_VARIABLE] || "terraform";
}

/**
 * A command of this package, as it is printed. Where the package is not installed, npx would otherwise offer to load a name
 * that anybody may claim.
 */
export function ownCommand(words: string): string {
  return `npx --no-install cdktf-experimentation ${words}`;
}

/** The command lines of CDK for Terraform and of CDK Terrain, which their packages have the names of. */
const cdkTools = ["cdktf", "cdktn"] as const;

/**
 * A command of the tool that a project is deployed with, to be pasted: `npx cdktn diff checkout`, or without npx where the
 * project does not have the tool itself. The project is that of the nearest directory, upwards, which depends on one of the
 * two, or has it installed; where none says, it is cdktf.
 *
 * @param words the command and its arguments
 * @param directory where it is to be run, or below
 */
export function cdkCommand(words: string, directory = process.cwd()): string {
  const above = [directory, ...foldersAbove(directory)];
  const tool =
    above
      .map((at) => onlyOne(dependenciesOf(at)) ?? onlyOne((name) => isInstalled(name, at)))
      .find((each) => each !== undefined) ?? "cdktf";
  const isLocal = above.some((at) => isInstalled(tool, at) || dependenciesOf(at)(`${tool}-cli`));
  return `${isLocal ? "npx " : ""}${tool} ${words}`;
}

function foldersAbove(directory: string): string[] {
  const above = dirname(directory);
  return above === directory ? [] : [above, ...foldersAbove(above)];
}

function isInstalled(command: string, directory: string): boolean {
  return existsSync(join(directory, "node_modules", ".bin", command));
}

function onlyOne(has: (name: string) => boolean): (typeof cdkTools)[number] | undefined {
  const [only, ...others] = cdkTools.filter((name) => has(name) || has(`${name}-cli`));
  return others.length === 0 ? only : undefined;
}

/** Whether a directory's package depends on another, in whichever way. */
function dependenciesOf(directory: string): (name: string) => boolean {
  const file = join(directory, "package.json");
  const project = (existsSync(file) ? parseJson(readFileSync(file, "utf8")) : undefined) as
    | Readonly<Record<string, object | undefined>>
    | null
    | undefined;
  const groups = [project?.dependencies, project?.devDependencies];
  return (name) => groups.some((group) => group !== undefined && Object.hasOwn(group, name));
}
