import { errorText } from "./errors";
import { completeProxies } from "./proxy";
import { run } from "./run";

const ending = new AbortController();
// Terraform kills what it runs as soon as it is interrupted itself, so that the last word has to come at once
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ending.abort());

// a call of a deploy that was killed would come between those of the next one
const parent = process.ppid;
setInterval(() => process.ppid === parent || ending.abort(), 500).unref();
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => ending.abort());

completeProxies(process.env);
run(process.argv[2] ?? "", {
  environment: process.env,
  signal: ending.signal,
  say: (line) => process.stdout.write(`${line}\n`),
}).then(
  (report) => end(process.stdout, report, 0),
  (error: unknown) => end(process.stderr, errorText(error), 1),
);

/** Ends with a last line, without waiting for what is still open: a name that is being resolved, say. */
function end(stream: NodeJS.WriteStream, line: string, exitCode: number): void {
  stream.write(`${line}\n`, () => process.exit(exitCode));
}
