import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { TERRAFORM_VARIABLE, terraformProgram } from "../../protocol/terraform-program";
import { CommandError } from "../command-errors";
import type { Io } from "../io";
import type { SynthesisedStack } from "../synthesised/stacks";

/**
 * The JSON of a plan file, by Terraform itself.
 *
 * @throws CommandError with what Terraform says
 */
export async function showPlan(file: string, { name, directory }: SynthesisedStack, io: Io): Promise<string> {
  const program = terraformProgram(io.environment);
  const environment = { ...io.environment, CHECKPOINT_DISABLE: "1" };
  const { exitCode, stdout, stderr } = await ran(program, ["show", "-json", "-no-color", file], directory, environment);
  if (exitCode === 0) return stdout;
  const said = `${stderr}\n${stdout}`
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/[│╷╵\s]+/g, " ").trim())
    .filter((paragraph) => paragraph !== "");
  throw new CommandError(
    `${name}: ${program} cannot show the plan ${file}`,
    `run cdktf diff ${name} here, with the same Terraform (${TERRAFORM_VARIABLE} names it), and review again`,
    said.slice(0, 6),
  );
}

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function ran(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  try {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const [[exitCode], stdout, stderr] = await Promise.all([
      once(child, "close") as Promise<[number | null]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { exitCode, stdout, stderr };
  } catch (error) {
    throw new CommandError(
      `cannot run "${program}": ${(error as Error).message}`,
      `put terraform on PATH, or name it by ${TERRAFORM_VARIABLE} (on Windows, an .exe); or give the plan's JSON by --plan`,
    );
  }
}
