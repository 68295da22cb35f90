#!/usr/bin/env node
import { completeProxies } from "../applier/proxy";
import { run } from "./run";

const stop = new AbortController();
// a reader that has seen enough, such as `head`, closes the pipe: a reason to stop, but none for a stack trace
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => stop.abort());

completeProxies(process.env);
run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  directory: process.cwd(),
  stopSignal: () => {
    // once: a second Ctrl-C ends what does not want to end
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    return stop.signal;
  },
}).then((exitCode) => {
  process.exitCode = exitCode;
});
