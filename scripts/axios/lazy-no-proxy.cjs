/** Loads what reads NO_PROXY at the first call for which a proxy is named. */
module.exports = (location) => require("axios/unsafe/helpers/shouldBypassProxy.js").default(location);
