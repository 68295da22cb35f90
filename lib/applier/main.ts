import { errorText } from "./errors";
import { run } from "./run";

const ending = new AbortController();
// Terraform passes an interrupt on to its provisioners and waits for them
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => ending.abort());

run(process.argv[2] ?? "", {
  environment: process.env,
  signal: ending.signal,
  say: (line) => process.stdout.write(`${line}\n`),
}).then(
  (report) => process.stdout.write(`${report}\n`),
  (error: unknown) => {
    process.exitCode = 1;
    process.stderr.write(`${errorText(error)}\n`);
  },
);
