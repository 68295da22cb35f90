/** Loads the proxy agent at the first call through a proxy. */
module.exports = function HttpsProxyAgent(options) {
  return new (require("https-proxy-agent"))(options);
};
