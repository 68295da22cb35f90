import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const HOST = "127.0.0.1";

/** Answers one request. May throw: the server then answers 500, or breaks the connection if an answer has begun. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A server that listens. */
export interface Listening {
  readonly address: string;
  /** Breaks every connection. Resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Listens on a loopback port. Serves only requests that name a loopback host, since a web page may have its own name
 * resolve to 127.0.0.1, and none that a browser sends for another site.
 *
 * @param port 0 takes a free one
 * @throws Error when the port cannot be had
 */
export async function listen(port: number, handle: Handler): Promise<Listening> {
  const server = createServer((request, response) => {
    serve(request, response, handle).catch(() => giveUp(response));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      reject(
        new Error(`cannot listen on ${HOST}:${port} (${cause.code}); give another port, or 0 for a free one`, {
          cause,
        }),
      );
    });
    server.listen(port, HOST, resolve);
  });
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  return {
    address: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      return closed;
    },
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, handle: Handler): Promise<void> {
  if (!isLoopbackHost(request.headers.host)) answerPlainly(response, 403, "The emulator serves loopback hosts only.");
  else if (isForeign(request)) answerPlainly(response, 403, "The emulator serves no other site.");
  else await handle(request, response);
}

function giveUp(response: ServerResponse): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else answerPlainly(response, 500, "The emulator failed to answer.");
}

function answerPlainly(response: ServerResponse, status: number, message: string): void {
  // what is left of the request stays unread, so the connection cannot carry another
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ message }));
}

/** Whether a browser says that a page of another site sends the request. Other clients send neither header. */
function isForeign({ headers }: IncomingMessage): boolean {
  const { host = "", origin, "sec-fetch-site": site = "none" } = headers;
  return (origin !== undefined && origin !== `http://${host}`) || (site !== "none" && site !== "same-origin");
}

function isLoopbackHost(host = ""): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host);
}
