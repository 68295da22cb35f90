/** Bundles the applier, which a deploy starts for every call, with all that it needs and nothing else. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { licencesOf } from "./licences.mjs";

/** What starts the applier, and the applier, in one file: a second one costs half a millisecond a call. */
const START = "lib/applier/main.ts";
const started = { applier: "./applier" };

/** The folder of the bundle. It holds nothing else, because a stack copies all of it. */
const FOLDER = "dist/applier/bundle";

/** Modules that only some calls need, in files of their own: Node compiles a whole file before it runs the first line. */
const lazyModules = {
  "check-fields": "./check-fields",
  masking: "./masking",
  proxy: "https-proxy-agent",
  "no-proxy": "axios/unsafe/helpers/shouldBypassProxy.js",
};

const stub = "./scripts/axios/stub.cjs";

/** Parts of axios for what no call of the applier has: forms, other data than bytes, progress, HTTP/2, and parameters. */
const unreached =
  /\/(?:AxiosTransformStream|AxiosURLSearchParams|Http2Sessions|estimateDataURLDecodedBytes|formDataToStream|fromDataURI|progressEventReducer|readBlob|setFormDataHeaders)\.js$/;

/** @param {string} root folder of the repository */
const options = (root) => ({
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  // the syntax that an old Node reads, so that it can say that it is too old
  target: "node12",
  // ES modules, where a package has them: esbuild can leave out what is not used of them
  mainFields: ["module", "main"],
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  alias: {
    ...Object.fromEntries(["debug", "follow-redirects", "form-data", "http2"].map((name) => [name, stub])),
    https: "./scripts/axios/lazy-https.cjs",
    "https-proxy-agent": "./scripts/axios/lazy-proxy-agent.cjs",
    zlib: "./scripts/axios/lazy-zlib.cjs",
  },
});

/**
 * Writes the applier, and next to it the licences of the packages in it.
 *
 * @param {string} root folder of the repository
 * @param {import("esbuild").Plugin[]} plugins
 */
export async function bundleApplier(root, plugins = []) {
  const { outputFiles, metafile } = await build({
    ...options(root),
    entryPoints: {
      applier: "lib/applier/applier.ts",
      "check-fields": "lib/applier/check-fields.ts",
      masking: "lib/applier/masking.ts",
      // the copy that axios uses
      proxy: createRequire(createRequire(import.meta.url).resolve("axios")).resolve(lazyModules.proxy),
      "no-proxy": lazyModules["no-proxy"],
    },
    outdir: FOLDER,
    plugins: [...plugins, onlyTransport(root), endingProxy(root), keepLazy(lazyModules)],
    metafile: true,
    write: false,
  });
  refuseDuplicates(metafile, root);
  const start = await build({
    ...options(root),
    entryPoints: { applier: START },
    outdir: FOLDER,
    plugins: [...plugins, keepLazy(started)],
    write: false,
  });
  const [{ path: applierPath, text: startText }] = start.outputFiles;
  for (const { path, text } of outputFiles) write(path, path === applierPath ? startOf(startText, text) : text);
  write(join(root, FOLDER, "LICENSES.txt"), licencesOf(metafile, root));
  // otherwise Node would go by the package around the stack's folder, which may be one of ES modules
  write(join(root, FOLDER, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}

/**
 * Bundles packages into the compiled modules of the applier that import them. The command line makes its calls with these
 * modules, so that users need not install the packages.
 *
 * @param {string} root folder of the repository
 * @param {import("esbuild").Plugin[]} plugins
 */
export async function bundleCalls(root, plugins = []) {
  await build({
    ...options(root),
    entryPoints: ["lib/applier/send.ts"],
    outdir: "dist/applier",
    plugins: [
      ...plugins,
      onlyTransport(root),
      keepLazy({ "bundle/proxy": lazyModules.proxy, "bundle/no-proxy": lazyModules["no-proxy"] }),
    ],
  });
}

/** The file that starts the applier. It runs the applier as a function: called where it stands, it is compiled only once. */
function startOf(start, applier) {
  const [before, after, ...others] = start.split('require("./applier.js")');
  if (after === undefined || others.length > 0) throw new Error(`${START} does not start the applier by one require`);
  return `${before}(function(){${applier}})()${after}`;
}

/** Replaces axios with its transport, where an alias would replace its own files, too, and keeps Node's modules uncopied. */
function onlyTransport(root) {
  const path = join(root, "scripts/axios/transport.mjs");
  const bare = ({ path, kind }) => (kind === "import-statement" ? { path, namespace: "bare" } : undefined);
  const setup = ({ onResolve, onLoad }) => {
    onResolve({ filter: /^axios$/ }, () => ({ path }));
    const lazyNoProxy = join(root, "scripts/axios/lazy-no-proxy.cjs");
    onResolve({ filter: /\/shouldBypassProxy\.js$/ }, ({ kind }) =>
      kind === "import-statement" ? { path: lazyNoProxy } : undefined,
    );
    onResolve({ filter: unreached }, () => ({ path: join(root, "scripts/axios/unreached.mjs") }));
    // esbuild would copy all properties of a module for an import of its default
    onResolve({ filter: /^(http|util|crypto|stream)$/ }, bare);
    onLoad({ filter: /./, namespace: "bare" }, ({ path }) => ({ contents: `export default require("node:${path}")` }));
  };
  return { name: "only-transport", setup };
}

/** Replaces the part of the proxy agent that reads the answer to CONNECT. */
function endingProxy(root) {
  const path = join(root, "scripts/axios/parse-proxy-response.cjs");
  const setup = ({ onResolve }) => onResolve({ filter: /^\.\/parse-proxy-response$/ }, () => ({ path }));
  return { name: "ending-proxy", setup };
}

/** Keeps lazy modules out of the bundle: they are files of their own, loaded when they are required. */
function keepLazy(files) {
  return {
    name: "keep-lazy",
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ path, kind }) => {
        const name = kind === "require-call" && Object.keys(files).find((each) => files[each] === path);
        return name ? { path: `./${name}.js`, external: true } : undefined;
      });
    },
  };
}

/** Refuses a class in two files: it would be two classes, and `instanceof` would fail between them. */
function refuseDuplicates({ outputs }, root) {
  const inputs = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const modules = inputs.filter((path) => path.startsWith("lib/applier/"));
  const duplicates = modules
    .filter((path, index) => modules.indexOf(path) !== index)
    .filter((path) => /^export class/m.test(readFileSync(join(root, path), "utf8")));
  if (duplicates.length > 0)
    throw new Error(`${duplicates.join(", ")}: would be in two files of the applier; see bundle.mjs`);
}

/** Writes a file in one step, so that a deploy never reads half of it. */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}
