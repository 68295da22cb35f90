import { spawn } from "node:child_process";
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

function ran(program: string, args: readonly string[], directory: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: directory, env, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", ({ message }) =>
      reject(
        new CommandError(
          `cannot run ${JSON.stringify(program)}: ${message}`,
          `put terraform on PATH, or name it by ${TERRAFORM_VARIABLE}; or give the plan's JSON by --plan`,
        ),
      ),
    );
    child.on("close", (exitCode) => resolve({ exitCode, stdout: text(stdout), stderr: text(stderr) }));
  });
}

function text(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
