// at its end, has a process write how much memory it took at most, in KiB, into the file that PEAK_MEMORY names
const { writeFileSync } = require("node:fs");

process.on("exit", () => writeFileSync(process.env.PEAK_MEMORY, String(process.resourceUsage().maxRSS)));
