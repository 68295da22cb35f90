/** Leaves out of axios what the applier's calls never reach, and what they seldom reach until they do. */
import { readFileSync } from "node:fs";
import { constants } from "node:zlib";

/** Modules of axios and of its dependencies that no call of the applier reaches, and why. */
const unreached = {
  // bodies are JSON text
  "axios/lib/helpers/toFormData.js": ["default", "DEFAULT_FORM_DATA_MAX_DEPTH"],
  "axios/lib/helpers/toURLEncodedForm.js": ["default"],
  "axios/lib/helpers/formDataToJSON.js": ["default"],
  "axios/lib/helpers/formDataToStream.js": ["default"],
  "axios/lib/helpers/readBlob.js": ["default"],
  "axios/lib/core/setFormDataHeaders.js": ["default"],
  "axios/lib/platform/node/classes/FormData.js": ["default"],
  // nobody asks for progress or a rate
  "axios/lib/helpers/AxiosTransformStream.js": ["default"],
  "axios/lib/helpers/progressEventReducer.js": ["progressEventReducer", "progressEventDecorator", "asyncDecorator"],
  // addresses are http or https, and calls HTTP/1.1
  "axios/lib/helpers/fromDataURI.js": ["default"],
  "axios/lib/helpers/estimateDataURLDecodedBytes.js": ["estimateDataURLBufferAllocation"],
  "axios/lib/helpers/Http2Sessions.js": ["default"],
  http2: ["default"],
  // redirects are not followed
  "follow-redirects": ["default"],
  // calls end by a signal
  "axios/lib/cancel/CancelToken.js": ["default"],
  // only offered by axios to its users
  "axios/lib/helpers/HttpStatusCode.js": ["default"],
  "axios/lib/helpers/spread.js": ["default"],
};

/** Modules that only some calls reach: loaded at the first use. What is read before, stands here. */
const deferred = {
  // addresses with https, and random text, which no call of ours needs
  https: {},
  crypto: {},
  // proxies for https
  "https-proxy-agent": {},
  // answers that are compressed; zstd is never asked for
  zlib: {
    constants: JSON.stringify({
      Z_SYNC_FLUSH: constants.Z_SYNC_FLUSH,
      BROTLI_OPERATION_FLUSH: constants.BROTLI_OPERATION_FLUSH,
    }),
    createBrotliDecompress: "(options) => zlib().createBrotliDecompress(options)",
    createZstdDecompress: "undefined",
  },
};

/** What Node offers in its own way, said to be absent, since a look at it makes Node load it. */
const edits = {
  "axios/lib/adapters/adapters.js": [
    // those of browsers
    ["import xhrAdapter from './xhr.js';", "const xhrAdapter = false;"],
    ["import * as fetchAdapter from './fetch.js';", "const fetchAdapter = { getFetch: () => false };"],
  ],
  // the global FormData comes with fetch, all of it
  "axios/lib/utils.js": [["typeof G.FormData !== 'undefined' ? G.FormData : undefined", "undefined"]],
  "axios/lib/platform/node/index.js": [["(typeof Blob !== 'undefined' && Blob) || null", "null"]],
  // a look at the flags makes Node list all of them; the agent's own options, which follow, say the same
  "axios/lib/adapters/http.js": [
    [
      "!process.allowedNodeEnvironmentFlags ||\n    !process.allowedNodeEnvironmentFlags.has('--use-env-proxy')",
      "false",
    ],
  ],
  // nobody asks how long a call took: the applier has a clock of its own
  "axios/lib/core/dispatchRequest.js": [["typeof performance !== 'undefined'", "false"]],
};

/** Stands for a module that is left out: may be named, but not called. */
const STAND_IN = `
  export function absent(name) {
    const error = () => { throw new Error(name + " is no part of the applier"); };
    const standIn = new Proxy(function () {}, { apply: error, construct: () => standIn, get: () => standIn });
    return standIn;
  }`;

/** Stands for what prints when DEBUG is set, a proxy's password included. */
const SILENT = "module.exports = () => () => {};";

/**
 * A plugin of esbuild's that makes axios lean. Fails when axios has no such modules, as another version may.
 *
 * @returns {import("esbuild").Plugin}
 */
export function leanAxios() {
  const met = new Set();
  return {
    name: "lean-axios",
    setup(build) {
      build.onStart(() => met.clear());
      build.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
        if (path === "stand-in" || path === "debug") return { path, namespace: "stand-in" };
        if (!importer.includes("/axios/lib/")) return undefined;
        if (path in unreached) return { path, namespace: "unreached" };
        return path in deferred ? { path, namespace: "deferred", pluginData: importer } : undefined;
      });
      build.onLoad({ filter: /\/axios\/lib\// }, ({ path }) => {
        const name = path.slice(path.lastIndexOf("axios/lib/"));
        if (name in unreached) return absent(name);
        return name in edits ? { contents: edited(readFileSync(path, "utf8"), name) } : undefined;
      });
      build.onLoad({ filter: /.*/, namespace: "unreached" }, ({ path }) => absent(path));
      build.onLoad({ filter: /.*/, namespace: "stand-in" }, ({ path }) => ({
        contents: path === "debug" ? SILENT : STAND_IN,
      }));
      build.onLoad({ filter: /.*/, namespace: "deferred" }, ({ path, pluginData: importer }) => {
        met.add(path);
        return { contents: atFirstUse(path), resolveDir: importer.slice(0, importer.lastIndexOf("/")) };
      });
      build.onEnd(() => {
        const missing = [unreached, deferred, edits].flatMap(Object.keys).filter((name) => !met.has(name));
        if (missing.length > 0) throw new Error(`axios has no ${missing.join(", ")} any more: see lean-axios.mjs`);
      });
    },
  };

  function absent(name) {
    met.add(name);
    const names = unreached[name].map((each) => `standIn as ${each}`).join(", ");
    return {
      contents: `import { absent } from "stand-in"; const standIn = absent(${JSON.stringify(name)}); export { ${names} };`,
    };
  }

  function edited(source, name) {
    met.add(name);
    return edits[name].reduce((text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`${name} has no ${from} any more: see lean-axios.mjs`);
      return text.replace(from, () => to);
    }, source);
  }
}

function atFirstUse(name) {
  const known = Object.entries(deferred[name]).map(([key, value]) => `${key}: ${value}`);
  return `
    const ${name.replaceAll(/\W/g, "_")} = () => require(${JSON.stringify(name)});
    const known = { ${known.join(", ")} };
    export default new Proxy(function () {}, {
      get: (_, key) => (key in known ? known[key] : ${name.replaceAll(/\W/g, "_")}()[key]),
      construct: (_, given) => new (${name.replaceAll(/\W/g, "_")}())(...given),
    });`;
}
