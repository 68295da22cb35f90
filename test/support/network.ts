import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { resolve } from "node:path";
import { createServer as createTlsServer } from "node:tls";

/** The self-signed certificate for a host, which is valid from 2020 to 2049, and its key; in PEM. */
export function certificateOf(host: "localhost" | "elsewhere.example") {
  const inFolder = (name: string) => resolve(__dirname, "certificates", name);
  const path = inFolder(`${host}.pem`);
  // those who are to trust it are given the file
  return { key: readFileSync(inFolder("key.pem"), "utf8"), cert: readFileSync(path, "utf8"), path };
}

export type Certificate = ReturnType<typeof certificateOf>;

/** Puts TLS before a service on a loopback port, and counts the connections that are opened, trusted or not. */
export async function startTlsFront(certificate: Certificate, service: string) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createTlsServer(certificate, (socket) =>
    connected(socket, Number(new URL(service).port), sockets).pipe(socket),
  );
  server.on("connection", () => connections++);
  server.on("tlsClientError", () => {});
  const port = await listen(server);
  const address = `https://localhost:${port}`;
  return { address, port, connections: () => connections, close: () => close(server, sockets) };
}

export type TlsFront = Awaited<ReturnType<typeof startTlsFront>>;

/** Lets connections to a port pass, and spoils what comes back on the first of them as soon as it is time. */
export async function startSpoiler(port: number, isTime: () => boolean) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const isFirst = sockets.size === 0;
    connected(socket, port, sockets).on("data", (chunk: Buffer) => {
      if (isFirst && isTime()) socket.end("no record of TLS");
      else socket.write(chunk);
    });
  });
  return { port: await listen(server), close: () => close(server, sockets) };
}

/**
 * Starts a proxy that opens tunnels to loopback ports; the first that it is asked for, it answers so instead. It keeps
 * method and target of each request, and all bytes that callers sent.
 */
export async function startProxy(answer?: string) {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let seen = "";
  const server = createHttpServer((_, response) => response.writeHead(500).end());
  server.on("connection", (socket) => socket.on("data", (chunk: Buffer) => (seen += chunk.toString("latin1"))));
  server.on("connect", ({ method, url = "" }, socket: Socket) => {
    asked.push(`${method} ${url}`);
    if (answer !== undefined && asked.length === 1) return socket.end(answer);
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    return connected(socket, Number(url.split(":")[1]), sockets).pipe(socket);
  });
  return { port: await listen(server), asked, seen: () => seen, close: () => close(server, sockets) };
}

export type TunnelProxy = Awaited<ReturnType<typeof startProxy>>;

/** Lets what arrives at a socket go to a loopback port. Returns the end from which answers come. */
function connected(socket: Socket, port: number, sockets: Set<Socket>): Socket {
  const other = connect(port, "127.0.0.1");
  for (const each of [socket, other]) sockets.add(each.on("error", () => [socket, other].map((end) => end.destroy())));
  socket.pipe(other);
  return other;
}

/** Lets a server listen on a loopback port; returns that. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of sockets) socket.destroy();
  });
}
