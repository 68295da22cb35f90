/** Runs before axios, which reads these globals as it starts. Touching the real ones makes Node load all of fetch. */
globalThis.FormData = undefined;
globalThis.Blob = undefined;
// with this flag axios keeps calls that need no proxy from the one that NODE_USE_ENV_PROXY gives Node
process.allowedNodeEnvironmentFlags = new Set(["--use-env-proxy"]);
