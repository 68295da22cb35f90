import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { carryComments } from "./doc-comments.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

await build({
  entryPoints: [join(root, "lib/applier/main.ts")],
  outfile: join(root, "dist/applier/applier.js"),
  bundle: true,
  platform: "node",
  target: "node20",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
});
execFileSync(process.execPath, [tsc, "--project", join(root, "lib", "tsconfig.json")], { stdio: "inherit" });
carryComments(root);
