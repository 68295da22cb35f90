import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { errorLines } from "../text/errors";
import { ownCommand } from "../text/shell";
import { visibleLines } from "../text/visible";
import { addAdopt } from "./adopt-command";
import { addCheck } from "./check-command";
import { addDrift } from "./drift-command";
import { addEmulator } from "./emulator-command";
import { addExplain } from "./explain-command";
import { addInit } from "./init-command";
import { exitCodeAfter, exitCodes, type Io } from "./io";
import { addList } from "./list-command";
import { addPreflight } from "./preflight-command";
import { addRequests } from "./requests-command";
import { addReview } from "./review-command";
import { addTypes } from "./types-command";

const COMMAND_NAME = "cdktf-experimentation";

/** What help shows of each command. */
const examples = new Map([
  ["init", "init checkout --ci github"],
  ["check", "check experiments --strict"],
  ["emulator", "emulator --store emulator.json"],
  ["preflight", "preflight 'checkout-*'"],
  ["review", "review checkout --out review.html --out review.md"],
  ["list", "list --overdue"],
  ["drift", "drift exports checkout"],
  ["adopt", "adopt exports --format yaml --out experiments/adopted.yaml"],
  ["types", "types --out src/experiments.ts"],
  ["requests", "requests checkout"],
  ["explain", "explain exists"],
]);

/**
 * Runs the command line.
 *
 * @param argv the arguments, without node and script
 * @returns the exit code. Never throws.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    await programFor(io).parseAsync([...argv], { from: "user" });
    return exitCodes.nothingFound;
  } catch (error) {
    // commander has said already what is wrong, or has shown the help that was asked for
    if (!(error instanceof CommanderError)) io.stderr.write(`${errorLines(error).join("\n")}\n`);
    return exitCodeAfter(error);
  }
}

function programFor(io: Io): Command {
  const program = new Command(COMMAND_NAME)
    .description("experiments as code: tools beside cdktf synth and cdktf deploy")
    .version(packageVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print this help, or that of a command")
    .configureHelp({ styleTitle: (title) => title.toLowerCase() })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // it shows what was given
      writeErr: (text) => void io.stderr.write(visibleLines(text)),
    })
    .exitOverride();
  addInit(program, io);
  addCheck(program, io);
  addEmulator(program, io);
  addPreflight(program, io);
  addReview(program, io);
  addList(program, io);
  addDrift(program, io);
  addAdopt(program, io);
  addTypes(program, io);
  addRequests(program, io);
  addExplain(program, io);
  for (const command of [program, ...program.commands]) {
    const example = examples.get(command.name());
    if (example !== undefined) command.addHelpText("after", `\nexample:\n  ${ownCommand(example)}`);
    command.showHelpAfterError(
      `  next: see ${ownCommand(command === program ? "--help" : `${command.name()} --help`)}`,
    );
  }
  return program;
}

function packageVersion(): string {
  // from lib/cli and dist/cli alike
  const text = readFileSync(join(__dirname, "..", "..", "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
