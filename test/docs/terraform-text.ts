export function linesOf(text: string, pattern: RegExp): string {
  return text
    .split("\n")
    .filter((line) => pattern.test(line))
    .join("\n");
}

/** The resources of a plan, and what it comes to. */
export function planOf(output: string): string {
  const [, plan = ""] = /^( {2}# [\s\S]*?^Plan: .*)$/m.exec(output) ?? [];
  return plan;
}

/** The applier's error, as it wrote it: Terraform breaks its lines and puts them into a frame. */
export function errorOf(output: string): string {
  const [, error = ""] = /Output:\s(error:\s[\s\S]*?\n {2}next: [\s\S]*?)\n(?:\n|╵)/.exec(unframed(output)) ?? [];
  if (error === "") throw new Error(`no error in:\n${output}`);
  return error.replaceAll(/\n(?! )/g, " ");
}

/** What Terraform said, without the frame around its errors. */
export function unframed(output: string): string {
  return output.replaceAll(/^│ ?/gm, "");
}
