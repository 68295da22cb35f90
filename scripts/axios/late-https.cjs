/** Loaded by the first call to an address with https. */
module.exports = new Proxy({}, { get: (_, name) => require("node:https")[name] });
