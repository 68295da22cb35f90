/** Stands for the command `tsx`: runs a TypeScript file, or with `--test` the tests in it. */
import { spawnSync } from "node:child_process";
import process from "node:process";

const [runner, ...args] = process.argv.slice(2);
// a test says what it has found when it is run by itself
const files = args.filter((arg) => arg !== "--test");
const { status } = spawnSync(process.execPath, [runner, ...files], { stdio: "inherit" });
process.exitCode = status ?? 1;
