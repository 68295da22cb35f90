import { readFileSync, writeFileSync } from "node:fs";
import { pieces, README, withPieces } from "./readme";

/** Makes anew what the README takes from the code. */
try {
  writeFileSync(README, withPieces(readFileSync(README, "utf8"), pieces()));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
