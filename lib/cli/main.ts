#!/usr/bin/env node
import { completeProxies } from "../applier/proxy";
import { run } from "./run";

// a reader that has seen enough, such as `head`, closes the pipe: no reason for a stack trace
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? 0 : 1);
});

completeProxies(process.env);
run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
  directory: process.cwd(),
  stopSignal: () => {
    const stop = new AbortController();
    // once: a second Ctrl-C ends what does not want to end
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
    return stop.signal;
  },
}).then((exitCode) => {
  process.exitCode = exitCode;
});
