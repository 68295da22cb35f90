/** Leaves out of axios what the applier's calls never reach, and what they seldom reach until they do. */
import { readFileSync } from "node:fs";
import { constants } from "node:zlib";

/** What the applier takes of axios: its transport for Node. */
const ENTRY = `
  import http from "axios/lib/adapters/http.js";
  export { default as AxiosHeaders } from "axios/unsafe/core/AxiosHeaders.js";
  export default { getAdapter: () => http };`;

/** Modules of the transport that no call of the applier reaches, and why. */
const unreached = {
  // bodies are JSON text
  "axios/lib/helpers/toFormData.js": ["default"],
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
    createBrotliDecompress: "(options) => load().createBrotliDecompress(options)",
    createZstdDecompress: "undefined",
  },
};

/** What Node offers in its own way, said to be absent, since a look at it makes Node load it. */
const edits = {
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
 * A plugin of esbuild's that makes axios lean. Fails when axios is not as it is known here.
 *
 * @returns {import("esbuild").Plugin}
 */
export function leanAxios() {
  const unmet = new Set([unreached, deferred, edits].flatMap(Object.keys));
  return {
    name: "lean-axios",
    setup({ onResolve, onLoad, onEnd }) {
      onResolve({ filter: /^(axios|debug|stand-in)$/ }, ({ path }) => ({ path, namespace: "own" }));
      onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
        if (nameOf(importer) === undefined) return undefined;
        if (path in unreached) return { path, namespace: "unreached" };
        return path in deferred ? { path, namespace: "deferred" } : undefined;
      });
      onLoad({ filter: /[\\/]axios[\\/]lib[\\/]/ }, ({ path }) => {
        const name = nameOf(path);
        unmet.delete(name);
        if (name in unreached) return { contents: absent(name) };
        return name in edits ? { contents: edited(readFileSync(path, "utf8"), name) } : undefined;
      });
      onLoad({ filter: /.*/, namespace: "own" }, ({ path }) => ({
        contents: { axios: ENTRY, debug: SILENT, "stand-in": STAND_IN }[path],
        resolveDir: import.meta.dirname,
      }));
      onLoad({ filter: /.*/, namespace: "unreached" }, ({ path }) => {
        unmet.delete(path);
        return { contents: absent(path) };
      });
      onLoad({ filter: /.*/, namespace: "deferred" }, ({ path }) => {
        unmet.delete(path);
        return { contents: atFirstUse(path), resolveDir: import.meta.dirname };
      });
      onEnd(() => {
        if (unmet.size > 0) throw new Error(`axios does not use ${[...unmet].join(", ")} any more: see lean-axios.mjs`);
      });
    },
  };
}

/** The name of a module of axios, or undefined. */
function nameOf(path) {
  return /axios\/lib\/.*$/.exec(path.replaceAll("\\", "/"))?.[0];
}

function absent(name) {
  const names = unreached[name].map((each) => `standIn as ${each}`).join(", ");
  return `import { absent } from "stand-in"; const standIn = absent(${JSON.stringify(name)}); export { ${names} };`;
}

function edited(source, name) {
  return edits[name].reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`${name} has no ${from} any more: see lean-axios.mjs`);
    return text.replace(from, () => to);
  }, source);
}

function atFirstUse(name) {
  const known = Object.entries(deferred[name]).map(([key, value]) => `${key}: ${value}`);
  return `
    const load = () => require(${JSON.stringify(name)});
    const known = { ${["__proto__: null", ...known].join(", ")} };
    export default new Proxy(function () {}, {
      get: (_, key) => (key in known ? known[key] : load()[key]),
      construct: (_, given) => new (load())(...given),
    });`;
}
