/** Compiles for jest, as `@swc/jest` does; the code of `lib` so that it counts what runs. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import swc from "@swc/jest";
import { instrumented, lib } from "./instrument.mjs";

const { process: compile, getCacheKey } = swc.createTransformer();
const version = readFileSync(fileURLToPath(new URL("instrument.mjs", import.meta.url)));

export default {
  // jest itself counts nothing
  canInstrument: true,
  process: (text, path, options) => compile(path.startsWith(lib) ? instrumented(path) : text, path, options),
  getCacheKey: (...args) =>
    createHash("sha256")
      .update(version)
      .update(getCacheKey(...args))
      .digest("hex"),
};
