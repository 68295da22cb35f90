/** Environment variable that names another program than `terraform`, as for cdktf. */
export const TERRAFORM_VARIABLE = "TERRAFORM_BINARY_NAME";

/** The program that is Terraform here: a name on PATH, or a path. */
export function terraformProgram(environment: NodeJS.ProcessEnv): string {
  return environment[TERRAFORM_VARIABLE] || "terraform";
}

/** That program as the first word of a command to paste. */
export function terraformWord(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string {
  const program = terraformProgram(environment);
  const word = shellQuoted(program, platform);
  // PowerShell takes a quoted first word for a text
  return platform === "win32" && word !== program ? `& ${word}` : word;
}

/** A text as one word of a command to paste: for PowerShell on Windows, for a POSIX shell elsewhere. */
export function shellQuoted(text: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === "win32") return /^[\w./\\:-]+$/.test(text) ? text : `"${text}"`;
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
