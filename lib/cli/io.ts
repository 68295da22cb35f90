import { buffer } from "node:stream/consumers";
import { CommanderError } from "commander";
import { createColors } from "picocolors";
import { isDiskFull } from "../protocol/whole-file";
import type { Colours } from "../report/terminal-style";
import { AdvisedError } from "../text/errors";

/** Where text goes. */
export interface Output {
  write(text: string): unknown;
  /** Whether a person may be looking on. */
  readonly isTTY?: boolean;
  /** How wide it is, in characters, where a person may be looking on. */
  readonly columns?: number;
}

/** Everything a command has to do with the process that it runs in. */
export interface Io {
  /** Pieces of text or of UTF-8. */
  readonly stdin: AsyncIterable<unknown>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly environment: NodeJS.ProcessEnv;
  /** Where relative paths begin. */
  readonly directory: string;
  /** From the first call on, Ctrl-C no longer ends the process but aborts the signal. */
  readonly stopSignal: () => AbortSignal;
}

/**
 * Colours for what goes to a file, else to the standard output: none in a file; none where no person is looking on, but for
 * `FORCE_COLOR`; and none where `NO_COLOR` is set or `FORCE_COLOR` is `0`.
 */
export function coloursFor({ stdout, environment }: Pick<Io, "stdout" | "environment">, file?: string): Colours {
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = environment;
  const isSeen = (stdout.isTTY === true && terminal !== "dumb") || Boolean(forced);
  return createColors(file === undefined && isSeen && forced !== "0" && !none);
}

/** Whether the standard output has ASCII alone, as far as its locale says: one that is not set may be anything. */
export function isAscii({ stdout, environment }: Pick<Io, "stdout" | "environment">): boolean {
  const { LC_ALL, LC_CTYPE, LANG, TERM } = environment;
  const locale = LC_ALL || LC_CTYPE || LANG || "UTF-8";
  return !/utf-?8/i.test(locale) || (stdout.isTTY === true && TERM === "dumb");
}

/** Why a file cannot be read, in words that follow a colon. */
export function unreadableText(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? "there is no such file or directory" : `${code}`;
}

/** What to do where something cannot be written, and may be written elsewhere. */
export function toWriteElsewhere(code: string | undefined, elsewhere: string): string {
  return isDiskFull(code) ? `make room on its disk, or ${elsewhere}` : elsewhere;
}

/** All that comes from an input. */
export async function readAll(input: Io["stdin"]): Promise<Uint8Array> {
  return buffer(input as AsyncIterable<Uint8Array>);
}

/** A command that has not done what it was asked for, or only a part of it. */
export class CommandError extends AdvisedError {
  override readonly name = "CommandError";
}

/** A command that has done all that it was asked for, and has found what it looks for. */
export class FoundError extends AdvisedError {
  override readonly name = "FoundError";
}

/** What the exit code of each command says. */
export const exitCodes = { nothingFound: 0, found: 1, notDone: 2 } as const;

/** The exit code of a command that has ended with an error: the one rule for all commands. */
export function exitCodeAfter(error: unknown): number {
  // commander ends so what was only asked for help
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.nothingFound;
  return error instanceof FoundError ? exitCodes.found : exitCodes.notDone;
}
