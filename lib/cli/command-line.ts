import { fstatSync, writeFileSync } from "node:fs";
import { silenceNode } from "../applier/prepare-node";
import { completeProxies } from "../applier/proxy";
import { run } from "./program";

/** How often a process looks whether what started it is still there, in milliseconds. */
const PARENT_CHECK = 500;

/** File descriptor. */
const STDOUT = 1;

const stop = new AbortController();
const starter = process.ppid;
process.stderr.on("error", () => stop.abort());
process.stdout.on("error", stopUnwritten);

silenceNode(process);
completeProxies(process.env);
run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: fstatSync(STDOUT).isFile() ? { write: writeAll } : process.stdout,
  // bytes, which pass where Node itself is silenced
  stderr: { write: (text) => process.stderr.write(Buffer.from(text)) },
  environment: process.env,
  directory: process.cwd(),
  stopSignal: () => {
    // once: a second Ctrl-C ends what does not want to end
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    // npm and other runners pass SIGTERM to the shell between them alone: their end shows only as the loss of the parent
    setInterval(() => process.ppid !== starter && stop.abort(), PARENT_CHECK).unref();
    return stop.signal;
  },
}).then((exitCode) => {
  process.exitCode ??= exitCode;
});

/** Writes all of a text into a file. A stream of Node leaves out, without an error, what has no room any more. */
function writeAll(text: string): void {
  try {
    writeFileSync(STDOUT, text);
  } catch (error) {
    stopUnwritten(error as NodeJS.ErrnoException);
  }
}

function stopUnwritten({ code = "" }: NodeJS.ErrnoException): void {
  stop.abort();
  // a reader that has seen enough, such as `head`, closes the pipe: a reason to stop, but none for an error
  const isFailure = ["ENOSPC", "EDQUOT", "EFBIG", "EIO"].includes(code);
  const isReported = process.exitCode !== undefined;
  if (!isFailure || isReported) return;
  process.stderr.write(
    `error: the standard output cannot be written, and what is there is not whole: ${code}\n  next: make room on its disk, or send it elsewhere\n`,
  );
  process.exitCode = 2;
}
