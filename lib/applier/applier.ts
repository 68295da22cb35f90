import { writeSync } from "node:fs";
import { errorLines } from "../text/errors";
import { silenceNode } from "./prepare-node";
import { completeProxies } from "./proxy";
import { runCommand } from "./run-command";
import { TerraformProcess } from "./terraform-process";

/** File descriptors. */
const STDOUT = 1;
const STDERR = 2;

// until the end is known: if a call never settles, Node exits by itself, and Terraform would take that for success
process.exitCode = 1;

const ending = new AbortController();
// Terraform kills its children soon after it is interrupted, so the last line has to come at once
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ending.abort());

const terraform = new TerraformProcess();
// a killed Terraform closes its end of the output before its children can see that it is gone
let isHeard = true;
const isOrphaned = () => !isHeard || terraform.isGone;
setInterval(() => isOrphaned() && ending.abort(), 500).unref();

silenceNode(process);
completeProxies(process.env);
runCommand(process.argv[2] ?? "", {
  environment: process.env,
  signal: ending.signal,
  deploy: terraform.deploy,
  isOrphaned,
  say: (line) => writeLine(STDOUT, line),
}).then(
  (report) => end(STDOUT, report, 0),
  (error: unknown) => end(STDERR, errorLines(error).join("\n"), 1),
);

/** Ends with a last line, without waiting for what is still open, such as a name that is being resolved. */
function end(output: number, line: string, exitCode: number): void {
  writeLine(output, line, () => process.exit(exitCode));
}

/** Writes a line synchronously: creating a stream of Node takes longer than writing the line. */
function writeLine(output: number, line: string, then?: () => void): void {
  let rest: Uint8Array = Buffer.from(`${line}\n`);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(output, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") {
      // only a stream waits for a slow reader
      const stream = output === STDOUT ? process.stdout : process.stderr;
      stream.once("error", stopUnheard).write(rest, then);
      return;
    }
    stopUnheard();
  }
  then?.();
}

/** Ends the call: nobody reads any more. */
function stopUnheard(): void {
  isHeard = false;
  ending.abort();
}
