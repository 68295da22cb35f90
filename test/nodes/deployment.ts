import { relative } from "node:path";
import type { Emulator } from "../../lib/emulator";
import type { Project } from "../package/project";
import type { CommandLine } from "../support/command-line";
import { accessTo } from "../support/deployment";
import type { Ended } from "../support/process";

/** A stack in a folder of a project, deployed to a service by a command line tool. */
export class Deployment {
  constructor(
    private readonly project: Project,
    private readonly directory: string,
    readonly emulator: Emulator,
    private readonly tool: CommandLine,
    private readonly variables: Readonly<Record<string, string>>,
  ) {}

  /** Method, path and status of each call that has arrived, sorted: some are made at the same time. */
  get calls(): readonly string[] {
    return this.emulator.calls.map(({ method, path, status }) => `${method} ${path} ${status}`).sort();
  }

  /** Deploys by the command line tool, and throws with all that was said unless it ends as expected. */
  async deploy(expected: "success" | "failure"): Promise<Ended> {
    // locking would ask the provider registry
    const args = [this.tool.script, "deploy", "checkout", "--auto-approve", "--skip-provider-lock"];
    const result = await this.run("node", args);
    if ((result.exitCode === 0) !== (expected === "success")) {
      throw new Error(`expected ${expected} of ${this.tool.name} deploy, got ${result.exitCode}:\n${result.output}`);
    }
    return result;
  }

  /** Synthesises without the tool, and applies that; throws with all that was said unless it succeeds. */
  async apply(variables: Readonly<Record<string, string>> = {}): Promise<void> {
    const inStack = "-chdir=cdktf.out/stacks/checkout";
    for (const [command, ...args] of [
      ["node", "main.mjs"],
      ["terraform", inStack, "init"],
      ["terraform", inStack, "apply", "-auto-approve"],
    ] as const) {
      const { exitCode, output } = await this.run(command, args, variables);
      if (exitCode !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${exitCode}:\n${output}`);
    }
  }

  private run(
    command: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const folder = relative(this.project.directory, this.directory);
    return this.project.run(command, args, { ...accessTo(this.emulator), ...this.variables, ...variables }, folder);
  }
}
