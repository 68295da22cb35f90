import { type ExecFileException, execFile } from "node:child_process";
import { promisify } from "node:util";
import type { PlanOrigin } from "../plan/plan";
import { shellWord, TERRAFORM_VARIABLE, terraformProgram } from "../text/shell";
import { CommandError, type Io } from "./io";
import type { SynthesisedStack } from "./stacks";

const execute = promisify(execFile);

/** Environment variables with arguments for the user's own calls of Terraform. */
const USERS_ARGUMENTS = ["TF_CLI_ARGS", "TF_CLI_ARGS_show"];

/**
 * The JSON of a plan file, by Terraform itself.
 *
 * @throws CommandError with what Terraform says
 */
export async function showPlan(
  file: string,
  origin: PlanOrigin,
  { name, directory }: SynthesisedStack,
  io: Io,
): Promise<string> {
  const program = terraformProgram(io.environment);
  const kept = Object.entries(io.environment).filter(([variable]) => !USERS_ARGUMENTS.includes(variable));
  const environment = { ...Object.fromEntries(kept), CHECKPOINT_DISABLE: "1" };
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
        [],
        "plan",
      );
    }
    // without the frames that Terraform draws
    const paragraphs = `${stderr}\n\n${stdout}`.split(/\n\s*\n/).map((text) => text.replace(/[│╷╵\s]+/g, " ").trim());
    throw new CommandError(
      `${name}: ${program} cannot show the plan ${file}`,
      nextAfter(`${stderr}${stdout}`, program, directory, origin),
      paragraphs.filter((text) => text !== "").slice(0, 6),
      "plan",
    );
  }
}

/** What helps where Terraform cannot show a plan, by what it says. */
function nextAfter(said: string, program: string, directory: string, { planning }: PlanOrigin): string {
  if (/terraform init|tofu init|plugins are not installed/i.test(said)) {
    return `run \`${shellWord(program)} -chdir=${shellWord(directory)} init\`, and review again`;
  }
  if (/created by (a different version|Terraform|OpenTofu)|different version/i.test(said)) {
    return `name the program that planned by ${TERRAFORM_VARIABLE}, or ${planning()} with this one, and review again`;
  }
  if (/Failed to read the given file|TERRAFORM CRASH/i.test(said)) {
    return `${planning()}, or give a plan file, or what \`terraform show -json PLAN_FILE\` prints of one, by --plan, and review again`;
  }
  return `do what it asks for; or ${planning()} here, with the same Terraform (${TERRAFORM_VARIABLE} names it), and review again`;
}
