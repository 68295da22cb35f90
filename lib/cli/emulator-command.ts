import { once } from "node:events";
import { type Command, InvalidArgumentError } from "commander";
import { serviceDefaults } from "../api/service-settings";
import { keyHeader } from "../api/vendor-names";
import { type Emulator, type EmulatorOptions, type RateLimit, type ReceivedCall, startEmulator } from "../emulator";
import type { Colours } from "../report/terminal-style";
import { errorLines } from "../text/errors";
import { ownCommand, shellWord } from "../text/shell";
import { visible } from "../text/visible";
import { isSeenByGit, openStore, type StoreFile } from "./emulator-store";
import { CommandError, coloursFor, type Io } from "./io";

/** How often the emulator is looked at for new calls, in milliseconds. */
const INTERVAL = 50;

/** `emulator`: the service's API on this machine, for as long as the command runs. */
export function addEmulator(program: Command, io: Io): void {
  program
    .command("emulator")
    .summary("run an emulator of the service on this machine")
    .description("run an emulator of the service on a loopback port until Ctrl-C, or until what started it ends")
    .option("--port <port>", "port on 127.0.0.1; 0 takes a free one", portNumber, 8787)
    .option("--key <key>", 'API key that callers have to send (default: "emulator-key")')
    .option("--vendor <vendor>", 'brand in the header of the API key and in serviceUnitID (default: "service")')
    .option(
      "--rate-limit <calls/seconds>",
      "return 429 for more calls than that, such as 100/10 (default: no limit)",
      rateLimit,
    )
    .option("--store <file>", "file that keeps the records over restarts (default: they are gone with the emulator)")
    .action(async ({ store: file, ...options }: Omit<EmulatorOptions, "store"> & { readonly store?: string }) => {
      const store = file === undefined ? undefined : storeIn(file, options.vendor ?? serviceDefaults.vendor, io);
      const emulator = await started({ ...options, store }).catch((error: unknown) => {
        store?.release();
        throw error;
      });
      const stop = io.stopSignal();
      io.stdout.write(greeting(emulator, options));
      const shown = new WeakSet<ReceivedCall>();
      // each call once it has its response; in the end, also those without one
      const show = (isEnd = false) => {
        for (const call of emulator.calls) {
          if (shown.has(call) || (call.status === undefined && !isEnd)) continue;
          shown.add(call);
          io.stdout.write(`${callLine(call, coloursFor(io))}\n`);
        }
      };
      const timer = setInterval(show, INTERVAL);
      if (!stop.aborted) await once(stop, "abort");
      clearInterval(timer);
      show(true);
      await emulator.close();
      store?.release();
      io.stdout.write(`\nstopped; ${file === undefined ? "what it kept is gone" : `${file} keeps its records`}\n`);
    });
}

/** A store that says why it cannot save: callers get a 500 then, and nothing takes effect. */
function storeIn(file: string, vendor: string, { stderr, directory }: Io): StoreFile {
  const store = openStore(file, vendor, directory);
  if (isSeenByGit(file, directory)) {
    stderr.write(`warning: git does not ignore ${file}, which holds the secrets of prompts; add it to .gitignore\n`);
  }
  return {
    ...store,
    save: (records) => {
      try {
        store.save(records);
      } catch (error) {
        stderr.write(`${errorLines(error).join("\n")}\n`);
        throw error;
      }
    },
  };
}

async function started(options: EmulatorOptions): Promise<Emulator> {
  try {
    return await startEmulator(options);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof TypeError) {
      const next = `see ${ownCommand("emulator --help")}`;
      throw new CommandError("invalid emulator options", next, withFlags(message).split("\n"));
    }
    const [what = message] = message.split("; give another port");
    throw new CommandError(what, "name another port by --port, or 0 for a free one", [], "out");
  }
}

/** The emulator's problems, with its options named as flags: `--rate-limit` for `options.rateLimit.seconds`. */
function withFlags(problems: string): string {
  return problems.replace(
    /^options\.(\w+)[\w.]*/gm,
    (_, option: string) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
  );
}

function greeting({ baseUrl, key }: Emulator, { vendor = serviceDefaults.vendor }: EmulatorOptions): string {
  const { apiKeyVariable, baseUrlVariable } = serviceDefaults;
  return [
    `the emulator listens on ${baseUrl}, with the API key ${key}`,
    ...(vendor === serviceDefaults.vendor
      ? []
      : [`its vendor is ${vendor}: give the same to the ExperimentationService`]),
    "",
    `export ${baseUrlVariable}=${shellWord(baseUrl)}`,
    `export ${apiKeyVariable}=${shellWord(key)}`,
    "",
    "its records and calls, where both are set:",
    `curl --header "${keyHeader(vendor)}: $${apiKeyVariable}" $${baseUrlVariable}/`,
    "",
    "Ctrl-C stops it",
    "",
    "",
  ].join("\n");
}

function callLine({ method, path, status }: ReceivedCall, { green, red, yellow }: Colours): string {
  const result = status === undefined ? yellow("---") : (status < 400 ? green : red)(`${status}`);
  return `${result} ${visible(`${method} ${path}`)}`;
}

function portNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Allowed is a whole number, such as 8787.");
}

function rateLimit(text: string): RateLimit {
  const [, changes, seconds] = /^(\d{1,9})\/(\d{1,9}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  if (changes !== undefined) return { changes: Number(changes), seconds: Number(seconds) };
  throw new InvalidArgumentError("Allowed is calls/seconds, such as 100/10.");
}
