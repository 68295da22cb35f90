import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Emulator } from "../../lib/emulator";
import { accessTo, type Deployment, type DeploymentOptions, deployment, unwrapped } from "../support/deployment";
import { type Ended, run } from "../support/process";
import { terraformEnvironment } from "../support/terraform";

/** A deployment in a project, as cdktf makes one: the commands in messages are for its folder. */
export function project(test: (service: Deployment) => Promise<void>, options?: DeploymentOptions): Promise<void> {
  return deployment((service) => {
    writeFileSync(join(service.workspace.directory, "cdktf.json"), "{}");
    return test(service);
  }, options);
}

/** What the only error in an output, or the one about a construct, says to do next. */
export function nextOf(output: string, construct = ""): string {
  // before the first error stands what was said while calls were made
  const errors = output.split("Error: local-exec").slice(1);
  const error = errors.find((each) => each.includes(`(${construct}`)) ?? "";
  const [, next] = / next: (.*?) *(?:more: npx|╵|╷|$)/.exec(error) ?? [];
  if (next === undefined) throw new Error(`no next step for ${construct} in: ${output}`);
  return next;
}

/** What stands in backquotes in a text, the first of which is a command. */
function commandIn(text: string): string {
  const [, command = ""] = /`([^`]+)`/.exec(text) ?? [];
  if (command === "") throw new Error(`no command in: ${text}`);
  return command;
}

/** Runs the command that a text gives, by a shell, as it stands there, in the folder that it names; answers "yes". */
export function paste({ workspace, emulator }: Deployment, text: string, options = ""): Promise<Ended> {
  const isForProject = text.includes("(in the directory of cdktf.json");
  const directory = isForProject ? workspace.directory : tmpdir();
  return shell(`${commandIn(text)} ${options}`, directory, workspace.directory, emulator);
}

/**
 * Runs the commands that stand on lines of their own in what a plan says, one after the other, by a shell, as they stand
 * there; answers "yes".
 */
export async function pasteEach({ workspace, emulator }: Deployment, output: string): Promise<readonly string[]> {
  const said: string[] = [];
  for (const [, line = ""] of output.matchAll(/^[│ ]* {2}(terraform .*)$/gm)) {
    const { output } = await shell(line, tmpdir(), workspace.directory, emulator);
    said.push(unwrapped(output));
  }
  return said;
}

async function shell(command: string, directory: string, home: string, emulator: Emulator): Promise<Ended> {
  return run("sh", ["-c", command], {
    directory,
    environment: {
      ...(await terraformEnvironment(home)),
      ...accessTo(emulator),
      TF_CLI_ARGS_apply: "-auto-approve -no-color",
    },
  });
}
