/** Loads the proxy agent at the first call through a proxy. The agent would speak HTTP to a proxy of any other scheme. */
module.exports = function HttpsProxyAgent(options) {
  if (!/^https?:$/.test(options.protocol)) {
    const message = `given as ${options.protocol}//; allowed: http:// or https://`;
    throw Object.assign(new Error(message), { code: "ERR_PROXY_SCHEME" });
  }
  return new (require("https-proxy-agent"))(options);
};
