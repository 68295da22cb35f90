/** Loaded by the first call that goes through a proxy. */
module.exports = function HttpsProxyAgent(options) {
  return new (require("https-proxy-agent"))(options);
};
