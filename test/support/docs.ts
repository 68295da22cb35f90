import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { propGroups } from "./props";
import { withTables } from "./props-tables";

/** Makes the tables of props in README.md anew. */
const readme = join(__dirname, "../../README.md");

try {
  writeFileSync(readme, withTables(readFileSync(readme, "utf8"), propGroups()));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
