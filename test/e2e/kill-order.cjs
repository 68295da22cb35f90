/**
 * Loaded by every applier of a test: as soon as the file that KILL_ORDER names is there, one of them takes it and kills
 * whom it names. Only an applier knows which Terraform has started it.
 */
const { readFileSync, renameSync } = require("node:fs");

const order = process.env.KILL_ORDER ?? "";
if (process.argv[1]?.endsWith("applier.js")) setInterval(obey, 10).unref();

function obey() {
  const taken = `${order}.taken`;
  try {
    renameSync(order, taken);
  } catch {
    return;
  }
  const [whom, signal] = readFileSync(taken, "utf8").split(" ");
  // Terraform leads the process group, as it does when a shell has started it
  const pid = { applier: process.pid, terraform: process.ppid, all: -process.ppid }[whom];
  process.kill(pid, signal);
}
