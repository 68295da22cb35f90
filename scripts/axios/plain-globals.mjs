/** Runs before axios, which asks for these as it starts: touching the real ones makes Node load all of fetch. */
globalThis.FormData = undefined;
globalThis.Blob = undefined;
// axios then keeps calls that need no proxy from the one that Node has from NODE_USE_ENV_PROXY
process.allowedNodeEnvironmentFlags = new Set(["--use-env-proxy"]);
