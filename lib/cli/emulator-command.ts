import { once } from "node:events";
import type { Command } from "commander";
import { keyHeader, serviceDefaults } from "../api/service-settings";
import { type Emulator, type EmulatorOptions, type RateLimit, type ReceivedCall, startEmulator } from "../emulator";
import { shellWord } from "../text/command";
import { quoted, visible } from "../text/visible";
import { CommandError, coloursFor, type Io } from "./io";

/** How often the emulator is looked at for new calls, in milliseconds. */
const INTERVAL = 50;

/** How long a call waits for its answer before it is shown without one, in milliseconds. */
const PATIENCE = 2_000;

/** `emulator`: the service's API on this machine, for as long as the command runs. */
export function addEmulator(program: Command, io: Io): void {
  program
    .command("emulator")
    .summary("run an emulator of the service on this machine")
    .description("run an emulator of the service on a loopback port until Ctrl-C; it keeps everything in memory")
    .option("--port <port>", "port on 127.0.0.1; 0 takes a free one", portNumber, 8787)
    .option("--key <key>", 'API key that callers have to send (default: "emulator-key")')
    .option("--vendor <vendor>", 'brand in the header of the API key and in serviceUnitID (default: "service")')
    .option(
      "--rate-limit <calls/seconds>",
      "return 429 for more calls than that, such as 100/10 (default: no limit)",
      rateLimit,
    )
    .action(async (options: EmulatorOptions) => {
      const emulator = await start(options);
      const stop = io.stopSignal();
      io.stdout.write(greeting(emulator, options));
      const log = new CallLog(emulator, io);
      const timer = setInterval(() => log.show(), INTERVAL);
      if (!stop.aborted) await once(stop, "abort");
      clearInterval(timer);
      log.show(true);
      await emulator.close();
      io.stdout.write(`\nstopped; what it kept is gone\n`);
    });
}

async function start(options: EmulatorOptions): Promise<Emulator> {
  try {
    return await startEmulator(options);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof TypeError) throw new CommandError("invalid emulator options", NEXT, flagged(message));
    throw new CommandError(
      message.replace(/; give another port.*$/, ""),
      "name another port by --port, or 0 for a free one",
      [],
      "out",
    );
  }
}

const NEXT = "see cdktf-experimentation emulator --help";

/** The emulator's problems, with its options named as flags. */
function flagged(problems: string): string[] {
  const flagOf = (option: string) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return problems
    .split("\n")
    .map((line) => line.replace(/^options\.(\w+)[\w.]*/, (_, option: string) => flagOf(option)));
}

function greeting({ address, key }: Emulator, { vendor = serviceDefaults.vendor }: EmulatorOptions): string {
  const { apiKeyVariable, baseUrlVariable } = serviceDefaults;
  return [
    `the emulator listens on ${address}, with the API key ${key}`,
    ...(vendor === serviceDefaults.vendor
      ? []
      : [`its vendor is ${vendor}: give the same to the ExperimentationService`]),
    "",
    `export ${baseUrlVariable}=${shellWord(address)}`,
    `export ${apiKeyVariable}=${shellWord(key)}`,
    "",
    "what it keeps and the calls it got, where these two are set:",
    `curl --header "${keyHeader(vendor)}: $${apiKeyVariable}" $${baseUrlVariable}/`,
    "",
    "Ctrl-C stops it",
    "",
    "",
  ].join("\n");
}

/** One line for each call. */
class CallLog {
  private readonly written = new WeakSet<ReceivedCall>();
  private readonly colours;

  constructor(
    private readonly emulator: Emulator,
    private readonly io: Io,
  ) {
    this.colours = coloursFor(io);
  }

  /** Shows what has come since; each call when it has been answered, so that its status is known. */
  show(isEnd = false): void {
    const { calls } = this.emulator;
    // the list may have lost some since, or all
    const next = calls.findLastIndex((call) => this.written.has(call)) + 1;
    for (const call of calls.slice(next)) {
      const isDue = call.status !== undefined || isEnd || Date.now() - call.time > PATIENCE;
      if (!isDue) return;
      this.written.add(call);
      this.io.stdout.write(`${this.line(call)}\n`);
    }
  }

  private line({ method, path, status }: ReceivedCall): string {
    const { green, red, yellow } = this.colours;
    const result = status === undefined ? yellow("---") : (status < 400 ? green : red)(`${status}`);
    return `${result} ${visible(`${method} ${path}`)}`;
  }
}

function portNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new CommandError(`--port: given ${quoted(text)}; allowed: a whole number, such as 8787`, NEXT);
}

function rateLimit(text: string): RateLimit {
  const [, changes, seconds] = /^(\d{1,9})\/(\d{1,9}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (changes !== undefined) return { changes: Number(changes), seconds: Number(seconds) };
  throw new CommandError(`--rate-limit: given ${quoted(text)}; allowed: calls/seconds, such as 100/10`, NEXT);
}
