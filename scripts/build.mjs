import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleApplier, bundleCalls } from "./bundle.mjs";
import { copyForCdktn } from "./cdktn-copy.mjs";
import { declareProps, keepPublicDeclarations } from "./declarations.mjs";
import { writeJsonSchemas } from "./json-schemas.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
const dist = join(root, "dist");
const started = markStart();

await bundleApplier(root);
const { status } = spawnSync(process.execPath, [tsc, "--project", join(root, "lib", "tsconfig.json")], {
  stdio: "inherit",
});
// the compiler has printed why
if (status !== 0) process.exit(1);
await bundleCalls(root);
removeLeftovers(dist);
declareProps(root);
copyForCdktn(root);
writeJsonSchemas(root);
keepPublicDeclarations(root);

/** When the build started, by the clock that dates its files: that of a network's file system may differ from this one's. */
function markStart() {
  mkdirSync(dist, { recursive: true });
  const mark = join(dist, ".started");
  writeFileSync(mark, "");
  const { mtimeMs } = statSync(mark);
  rmSync(mark);
  return mtimeMs;
}

/** Removes the files of earlier builds: every build writes all of its own again. */
function removeLeftovers(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && statSync(path).mtimeMs < started) rmSync(path);
  }
}
