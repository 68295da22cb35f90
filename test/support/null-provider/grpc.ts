import { createServer, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";

/** Answers one unary call: the request message's bytes in, the response message's bytes out. */
export type Call = (request: Buffer) => Buffer;

/** https://github.com/grpc/grpc/blob/master/doc/statuscodes.md */
const OK = 0;
const UNIMPLEMENTED = 12;
const INTERNAL = 13;

/** One byte says whether the message is compressed, four bytes how long it is. */
const PREFIX_LENGTH = 5;

/**
 * A server of unary gRPC calls, keyed by path (`/package.Service/Method`), on HTTP/2 without TLS. Unary calls take
 * little more than Node's own HTTP/2, and its server can be told not to keep the process alive.
 */
export function createGrpcServer(calls: ReadonlyMap<string, Call>): Http2Server {
  const server = createServer({
    // Node refuses new streams above 10 MB for all of a session: a large state would not fit.
    maxSessionMemory: 1024,
    settings: { initialWindowSize: 8 << 20 },
  });
  server.on("stream", (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
    const call = calls.get(String(headers[":path"]));
    const chunks: Buffer[] = [];
    // A caller may go away at any time; nobody is left to be told.
    stream.on("error", () => stream.close());
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      if (stream.destroyed) return;
      if (call) answer(stream, call, Buffer.concat(chunks).subarray(PREFIX_LENGTH));
      else fail(stream, UNIMPLEMENTED, "not part of this stand-in");
    });
  });
  return server;
}

function answer(stream: ServerHttp2Stream, call: Call, request: Buffer): void {
  try {
    const message = call(request);
    const prefix = Buffer.alloc(PREFIX_LENGTH);
    prefix.writeUInt32BE(message.length, 1);
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": OK }));
    stream.end(Buffer.concat([prefix, message]));
  } catch (error) {
    fail(stream, INTERNAL, error instanceof Error ? error.message : String(error));
  }
}

function fail(stream: ServerHttp2Stream, status: number, message: string): void {
  const outcome = { "grpc-status": status, "grpc-message": encodeURIComponent(message) };
  stream.respond({ ":status": 200, "content-type": "application/grpc", ...outcome }, { endStream: true });
}
