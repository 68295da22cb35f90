import { createServer } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { selfSigned } from "../applier/certificate";

/** A service that is reached by TLS, and a proxy that leads to it and nowhere else. */
export interface ProxiedService {
  /** Address of the service. */
  readonly address: string;
  /** Address of the proxy. */
  readonly proxy: string;
  /** What the service's certificate is checked by, in PEM. */
  readonly authority: string;
  /** Targets that the proxy opened a tunnel to. */
  readonly tunnels: readonly string[];
  close(): Promise<void>;
}

/** Puts TLS and a proxy before a service on a loopback port. */
export async function startProxiedService(service: string): Promise<ProxiedService> {
  const certificate = selfSigned("localhost");
  const sockets = new Set<Socket>();
  const tunnels: string[] = [];

  const front = createTlsServer(certificate, (socket) => join(socket, portOf(service), sockets));
  const port = await listen(front);

  const proxy = createServer((_, response) => response.writeHead(403).end());
  proxy.on("connect", ({ url = "" }, socket: Socket) => {
    if (url !== `localhost:${port}`) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    tunnels.push(url);
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    return join(socket, port, sockets);
  });

  return {
    address: `https://localhost:${port}`,
    proxy: `http://127.0.0.1:${await listen(proxy)}`,
    authority: certificate.cert,
    tunnels,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all([front, proxy].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** Lets what arrives at a socket go to a loopback port, and back. */
function join(socket: Socket, port: number, sockets: Set<Socket>): void {
  const other = connect(port, "127.0.0.1");
  for (const each of [socket, other]) sockets.add(each.on("error", () => [socket, other].map((end) => end.destroy())));
  socket.pipe(other).pipe(socket);
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
