// Loaded into a measured process before its program: notes at its end the most memory that it held, in bytes.
const { appendFileSync } = require("node:fs");

process.on("exit", () => appendFileSync(process.env.BENCH_PEAK_FILE, `${process.resourceUsage().maxRSS * 1024}\n`));
