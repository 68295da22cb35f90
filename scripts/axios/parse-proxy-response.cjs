/**
 * Reads a proxy's answer to CONNECT. Replaces the function of https-proxy-agent 5, which waits for ever for a proxy that
 * has hung up.
 *
 * @param {import("node:net").Socket} socket
 * @returns {Promise<{ statusCode: number, buffered: Buffer }>}
 */
module.exports = async function parseProxyResponse(socket) {
  let buffered = Buffer.alloc(0);
  for (;;) {
    const chunk = socket.read();
    if (chunk === null) await readable(socket);
    else buffered = Buffer.concat([buffered, chunk]);
    if (!buffered.includes("\r\n\r\n")) continue;
    return { statusCode: Number(buffered.toString("latin1").split(" ")[1]), buffered };
  }
};

function readable(socket) {
  return new Promise((resolve, reject) => {
    const listeners = {
      readable: () => settle(resolve),
      error: (error) => settle(reject, error),
      end: () => settle(reject, new Error("Proxy connection ended before it answered")),
      close: () => settle(reject, new Error("Proxy connection ended before it answered")),
    };
    const settle = (then, value) => {
      for (const [event, listener] of Object.entries(listeners)) socket.removeListener(event, listener);
      then(value);
    };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
  });
}
