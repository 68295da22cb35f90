// makes every name one that does not resolve, without asking anybody
require("node:dns").lookup = (hostname, _options, callback) => {
  const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: "ENOTFOUND", hostname });
  process.nextTick(callback, error);
};
