import { type ExecFileException, execFile } from "node:child_process";
import { promisify } from "node:util";
import { TERRAFORM_VARIABLE, terraformProgram } from "../../protocol/terraform-program";
import { CommandError } from "../command-errors";
import type { Io } from "../io";
import type { SynthesisedStack } from "../stacks";

const execute = promisify(execFile);

/**
 * The JSON of a plan file, by Terraform itself.
 *
 * @throws CommandError with what Terraform says
 */
export async function showPlan(file: string, { name, directory }: SynthesisedStack, io: Io): Promise<string> {
  const program = terraformProgram(io.environment);
  const environment = { ...io.environment, CHECKPOINT_DISABLE: "1" };
  try {
    const options = { cwd: directory, env: environment, maxBuffer: Number.POSITIVE_INFINITY };
    const running = execute(program, ["show", "-json", "-no-color", file], options);
    // a wrapper that asks a question would wait for ever
    running.child.stdin?.end();
    return (await running).stdout;
  } catch (error) {
    const { code, message, stdout, stderr } = error as ExecFileException;
    if (typeof code === "string") {
      throw new CommandError(
        `cannot run "${program}": ${message}`,
        `put terraform on PATH, or name it by ${TERRAFORM_VARIABLE} (on Windows, an .exe); or give the plan's JSON by --plan`,
      );
    }
    throw new CommandError(
      `${name}: ${program} cannot show the plan ${file}`,
      `run cdktf diff ${name} here, with the same Terraform (${TERRAFORM_VARIABLE} names it), and review again`,
      paragraphsOf(`${stderr}\n\n${stdout}`).slice(0, 6),
    );
  }
}

/** What Terraform prints, without the frames that it draws. */
function paragraphsOf(text: string): string[] {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/[│╷╵\s]+/g, " ").trim());
  return paragraphs.filter((paragraph) => paragraph !== "");
}
