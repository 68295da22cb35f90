import { ApplierError } from "./errors";
import { run } from "./run";

run(process.argv[2] ?? "", process.env).then(
  (report) => process.stdout.write(`${report}\n`),
  (error: unknown) => {
    process.exitCode = 1;
    process.stderr.write(`${errorText(error)}\n`);
  },
);

function errorText(error: unknown): string {
  if (!(error instanceof ApplierError)) return `error: ${error instanceof Error ? error.message : String(error)}`;
  return [`error: ${error.message}`, ...error.details.map((detail) => `  - ${detail}`), `  next: ${error.next}`].join(
    "\n",
  );
}
