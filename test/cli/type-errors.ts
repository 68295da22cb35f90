import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const TSC = join(__dirname, "../../node_modules/typescript/bin/tsc");

/** Writes files and a tsconfig.json into a folder, and compiles them. Returns what the compiler says, one line an error. */
export function typeErrorsIn(folder: string, files: Readonly<Record<string, string>>, config: object): string[] {
  for (const [name, text] of Object.entries({ ...files, "tsconfig.json": JSON.stringify(config) })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { stdout } = spawnSync(process.execPath, [TSC, "--project", folder, "--pretty", "false"], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes("error TS"));
}
