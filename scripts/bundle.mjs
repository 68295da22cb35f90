/** Bundles the applier, which a deploy starts for every call: with all that it needs, and nothing else. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { licencesOf } from "./licences.mjs";

/** Where the bundle goes: a folder of its own, since a stack takes it whole. */
const FOLDER = "dist/applier/bundle";

/** What only some calls need, in files of their own: the compiler reads a file to its end before it runs its first line. */
const seldom = { "api-rules": "./api-rules", backoff: "./backoff", proxy: "https-proxy-agent" };

const absent = "./scripts/axios/absent.cjs";

/** @param {string} root folder of the repository */
const options = (root) => ({
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  // ES modules, where a package has them: what is not used of them can be left out
  mainFields: ["module", "main"],
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  alias: {
    debug: absent,
    "follow-redirects": absent,
    "form-data": absent,
    http2: absent,
    https: "./scripts/axios/late-https.cjs",
    "https-proxy-agent": "./scripts/axios/late-proxy-agent.cjs",
    zlib: "./scripts/axios/late-zlib.cjs",
  },
});

/**
 * Writes the applier, and beside it the licences of what is in it.
 *
 * @param {string} root folder of the repository
 */
export async function bundleApplier(root) {
  const { outputFiles, metafile } = await build({
    ...options(root),
    entryPoints: {
      applier: "lib/applier/main.ts",
      "api-rules": "lib/applier/api-rules.ts",
      backoff: "lib/applier/backoff.ts",
      // the one that axios has
      proxy: createRequire(createRequire(import.meta.url).resolve("axios")).resolve(seldom.proxy),
    },
    outdir: FOLDER,
    plugins: [transportAlone(root), atFirstUse(seldom)],
    metafile: true,
    write: false,
  });
  refuseDuplicates(metafile);
  for (const { path, contents } of outputFiles) put(path, contents);
  put(join(root, FOLDER, "LICENSES.txt"), licencesOf(metafile, root));
  // Node would ask the package around the stack's folder, which may well be one of ES modules
  put(join(root, FOLDER, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}

/**
 * Puts the packages that the applier is made with into those of its compiled modules that import them: the command line
 * makes calls by these modules, and nobody who installs it needs the packages.
 *
 * @param {string} root folder of the repository
 */
export async function bundleCalls(root) {
  await build({
    ...options(root),
    entryPoints: ["lib/applier/send.ts", "lib/applier/backoff.ts"],
    outdir: "dist/applier",
    // a class of its own here would be no `instanceof` that of the other modules
    external: ["./proxy"],
    plugins: [transportAlone(root), atFirstUse({ "bundle/proxy": seldom.proxy })],
  });
}

/** Takes of axios only its transport. An alias would also stand for the files of axios's that this takes. */
function transportAlone(root) {
  const path = join(root, "scripts/axios/transport.mjs");
  return { name: "transport-alone", setup: ({ onResolve }) => onResolve({ filter: /^axios$/ }, () => ({ path })) };
}

/** Leaves files of their own where they are, until they are required. */
function atFirstUse(files) {
  return {
    name: "at-first-use",
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ path, kind }) => {
        const name = kind === "require-call" && Object.keys(files).find((each) => files[each] === path);
        return name ? { path: `./${name}.js`, external: true } : undefined;
      });
    },
  };
}

/** A class that is in two files is two classes, and no `instanceof` would know the one of the other. */
function refuseDuplicates({ outputs }) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const modules = inputs.filter((path) => path.startsWith("lib/applier/"));
  const twins = modules.filter((path, index) => modules.indexOf(path) !== index);
  if (twins.length > 0) throw new Error(`${twins.join(", ")}: would be twice in the applier; see bundle.mjs`);
}

/** Writes a file all at once: a deploy that reads it meanwhile gets the former one whole. */
function put(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
