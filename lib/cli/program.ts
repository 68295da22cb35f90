import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { errorLines } from "../text/errors";
import { ownCommand } from "../text/shell";
import { visibleLines } from "../text/visible";
import { exitCodeAfter, exitCodes, type Io } from "./io";

const COMMAND_NAME = "cdktf-experimentation";

/** Adds a command to those of a program. */
type AddCommand = (program: Command, io: Io) => void;

/** The commands in the order of the help, with an example of each; what a command needs is loaded when it is run. */
const commands: Readonly<Record<string, { readonly example: string; readonly load: () => AddCommand }>> = {
  init: {
    example: "init checkout --ci github",
    load: () => (require("./init-command") as typeof import("./init-command")).addInit,
  },
  check: {
    example: "check experiments --strict",
    load: () => (require("./check-command") as typeof import("./check-command")).addCheck,
  },
  emulator: {
    example: "emulator --store emulator.json",
    load: () => (require("./emulator-command") as typeof import("./emulator-command")).addEmulator,
  },
  preflight: {
    example: "preflight 'checkout-*'",
    load: () => (require("./preflight-command") as typeof import("./preflight-command")).addPreflight,
  },
  review: {
    example: "review checkout --out review.html --out review.md",
    load: () => (require("./review-command") as typeof import("./review-command")).addReview,
  },
  list: {
    example: "list --overdue",
    load: () => (require("./list-command") as typeof import("./list-command")).addList,
  },
  drift: {
    example: "drift exports checkout",
    load: () => (require("./drift-command") as typeof import("./drift-command")).addDrift,
  },
  adopt: {
    example: "adopt exports --format yaml --out experiments/adopted.yaml",
    load: () => (require("./adopt-command") as typeof import("./adopt-command")).addAdopt,
  },
  types: {
    example: "types --out src/experiments.ts",
    load: () => (require("./types-command") as typeof import("./types-command")).addTypes,
  },
  requests: {
    example: "requests checkout",
    load: () => (require("./requests-command") as typeof import("./requests-command")).addRequests,
  },
  explain: {
    example: "explain exists",
    load: () => (require("./explain-command") as typeof import("./explain-command")).addExplain,
  },
};

/**
 * Runs the command line.
 *
 * @param argv the arguments, without node and script
 * @returns the exit code. Never throws.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    await programFor(io, argv[0]).parseAsync([...argv], { from: "user" });
    return exitCodes.nothingFound;
  } catch (error) {
    // commander has said already what is wrong, or has shown the help that was asked for
    if (!(error instanceof CommanderError)) io.stderr.write(`${errorLines(error).join("\n")}\n`);
    return exitCodeAfter(error);
  }
}

/** @param named the first argument, which may be a command: no other is loaded then */
function programFor(io: Io, named = ""): Command {
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
  const names = Object.keys(commands);
  for (const name of names.includes(named) ? [named] : names) commands[name]?.load()(program, io);
  for (const command of [program, ...program.commands]) {
    const { example } = commands[command.name()] ?? {};
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
