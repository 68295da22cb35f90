/**
 * Runs a TypeScript file of this repository in this process: `node test/support/run.mjs <file> [arguments]`. Every
 * `.ts` file is compiled when it is loaded, so `__dirname`, signals and exit codes are what they would be in plain Node.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import process from "node:process";
import { transformSync } from "@swc/core";

const [node, , file, ...rest] = process.argv;
if (!file) {
  console.error("no file to run: node test/support/run.mjs <file.ts> [arguments]");
  process.exit(2);
}

const require = createRequire(import.meta.url);
require.extensions[".ts"] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, "utf8"), {
    filename,
    swcrc: false,
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
    sourceMaps: "inline",
  });
  module._compile(code, filename);
};

const entry = resolve(file);
process.argv = [node, entry, ...rest];
process.setSourceMapsEnabled(true);
require(entry);
