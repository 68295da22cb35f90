import { cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { provider } from "../support/provider";
import { type Measurement, type Row, tableOf } from "./figures";
import { firstDeploy } from "./first-deploy";
import { noChangePlan } from "./no-change-plan";
import { oneCall } from "./one-call";
import { run } from "./processes";
import { synth } from "./synth";

const measurements: readonly Measurement[] = [oneCall, firstDeploy, noChangePlan, synth];

/** Measures, and prints one table; or JSON with `--json`. `--only NAME` measures one part, and may be repeated. */
async function main(): Promise<void> {
  const options = { json: { type: "boolean" }, only: { type: "string", multiple: true } } as const;
  const { json = false, only = measurements.map(({ name }) => name) } = parseArgs({ options }).values;
  const unknown = only.filter((name) => !measurements.some((measurement) => measurement.name === name));
  if (unknown.length > 0) {
    const names = measurements.map(({ name, about }) => `  ${name}: ${about}`).join("\n");
    throw new Error(`no such measurement: ${unknown.join(", ")}; there are\n${names}`);
  }
  const where = await machine();
  const rows: Row[] = [];
  for (const { name, about, measure } of measurements.filter(({ name }) => only.includes(name))) {
    process.stderr.write(`${name}: ${about}\n`);
    rows.push(...(await measure()));
  }
  process.stdout.write(
    json ? `${JSON.stringify({ machine: where, rows }, null, 2)}\n` : `${tableOf(rows)}\n\n${where}\n`,
  );
}

/** What it was measured on, since times are of one machine only. */
async function machine(): Promise<string> {
  const [processor] = cpus();
  const { stdout } = await run("terraform", ["version"], {});
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return [
    `${cpus().length} × ${processor?.model.trim()}, ${memory}, ${process.platform} ${process.arch}`,
    `Node ${process.version}, ${stdout.split("\n")[0]}`,
    (await provider()).description,
  ].join("; ");
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
