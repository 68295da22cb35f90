/** Loads https at the first call to an https address. */
module.exports = new Proxy({}, { get: (_, name) => require("node:https")[name] });
