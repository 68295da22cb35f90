import { createColors } from "picocolors";

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
  readonly platform: NodeJS.Platform;
  /** Where relative paths begin. */
  readonly directory: string;
  /** From the first call on, Ctrl-C no longer ends the process but aborts the signal. */
  readonly stopSignal: () => AbortSignal;
}

/** A file: nobody is looking on. */
export const NO_TERMINAL: Output = { write: () => undefined };

/** Colours for an output: none where `NO_COLOR` is set, or where no person is looking on. */
export function coloursFor(output: Output, environment: NodeJS.ProcessEnv): ReturnType<typeof createColors> {
  const isWanted = (output.isTTY === true && environment.TERM !== "dumb") || Boolean(environment.FORCE_COLOR);
  return createColors(isWanted && !environment.NO_COLOR);
}
