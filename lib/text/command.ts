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

/** What an apply of a stack does beyond what is planned. */
export interface ApplyOptions {
  /** Address of the resource that an apply makes again. */
  readonly replace?: string;
  /** Environment variables that are set for this command only. */
  readonly variables?: Readonly<Record<string, string>>;
}

/**
 * `terraform apply` for a stack, to be pasted into a POSIX shell.
 *
 * @param folder of the synthesised stack; undefined where the command is run in it
 */
export function applyCommand(
  folder: string | undefined,
  { replace, variables = {} }: ApplyOptions = {},
  environment = process.env,
): string {
  return [
    ...Object.entries(variables).map(([name, value]) => `${name}=${shellWord(value)}`),
    shellWord(terraformProgram(environment)),
    ...(folder === undefined ? [] : [`-chdir=${shellWord(folder)}`]),
    "apply",
    ...(replace === undefined ? [] : [`-replace=${shellWord(replace)}`]),
  ].join(" ");
}
