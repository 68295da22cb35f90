/** Bundles the applier, which a deploy starts for every call: with all that it needs, and nothing else. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { contentsOf, licencesOf, tableOf } from "./bundle-contents.mjs";
import { leanAxios } from "./lean-axios.mjs";

/**
 * Writes the applier, and beside it the licences of what is in it.
 *
 * @param {string} root folder of the repository
 * @returns {Promise<string>} a table of what is in it
 */
export async function bundleApplier(root) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ["lib/applier/main.ts"],
    outfile: "dist/applier/applier.js",
    bundle: true,
    platform: "node",
    target: "node20",
    // ES modules, where a package has them: what is not used of them can be left out
    mainFields: ["module", "main"],
    minify: true,
    legalComments: "none",
    logLevel: "warning",
    plugins: [leanAxios()],
    metafile: true,
    write: false,
  });
  const contents = contentsOf(metafile, root);
  for (const { path, contents: bytes } of outputFiles) put(path, bytes);
  put(join(root, "dist/applier/LICENSES.txt"), licencesOf(contents));
  return tableOf("dist/applier/applier.js", contents);
}

/** Writes a file all at once: a deploy that reads it meanwhile gets the former one whole. */
function put(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
