#!/usr/bin/env node
import { silenceNode } from "../applier/prepare-node";
import { completeProxies } from "../applier/proxy";
import { oldNodeText } from "../text/node-version";

const problem = oldNodeText("of this shell");
if (problem !== undefined) {
  process.stderr.write(`error: ${problem}\n`);
  process.exit(2);
}
// an older Node could not read it
const { run } = require("./program") as typeof import("./program");

/** How often a process looks whether what started it is still there, in milliseconds. */
const PARENT_CHECK = 500;

const stop = new AbortController();
const starter = process.ppid;
// a reader that has seen enough, such as `head`, closes the pipe: a reason to stop, but none for a stack trace
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());

silenceNode(process);
completeProxies(process.env);
run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
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
  process.exitCode = exitCode;
});
