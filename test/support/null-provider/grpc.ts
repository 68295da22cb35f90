import { createServer, type Http2Server, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";

/** A message of Protocol Buffers: what was last said for each field number, if it has a length. */
export type Message = ReadonlyMap<number, Buffer>;

/** Answers one unary call: the request in, the response's bytes out. */
export type Call = (request: Message) => Buffer;

/** https://github.com/grpc/grpc/blob/master/doc/statuscodes.md */
const OK = 0;
const UNIMPLEMENTED = 12;

const RESPONSE = { ":status": 200, "content-type": "application/grpc" };

/** One byte says whether the message is compressed, four bytes how long it is. */
const PREFIX_LENGTH = 5;

const VARINT = 0;
const LENGTH_DELIMITED = 2;

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
      if (call) answer(stream, call(readMessage(Buffer.concat(chunks).subarray(PREFIX_LENGTH))));
      else stream.respond({ ...RESPONSE, "grpc-status": UNIMPLEMENTED }, { endStream: true });
    });
  });
  return server;
}

function answer(stream: ServerHttp2Stream, message: Buffer): void {
  const prefix = Buffer.alloc(PREFIX_LENGTH);
  prefix.writeUInt32BE(message.length, 1);
  stream.respond(RESPONSE, { waitForTrailers: true });
  stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": OK }));
  stream.end(Buffer.concat([prefix, message]));
}

/** Reads a message's fields that have a length, and passes over numbers. */
export function readMessage(bytes: Buffer): Message {
  const fields = new Map<number, Buffer>();
  let position = 0;
  const readVarint = (): number => {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes.readUInt8(position++);
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
    }
  };

  while (position < bytes.length) {
    const tag = readVarint();
    const length = readVarint();
    if (tag % 8 === VARINT) continue;
    if (tag % 8 !== LENGTH_DELIMITED) throw new Error(`cannot read wire type ${tag % 8}: expected 0 or 2`);
    fields.set(Math.floor(tag / 8), bytes.subarray(position, position + length));
    position += length;
  }
  return fields;
}

/** Writes a message of texts, bytes and flags. A number given several times is a repeated field. */
export function writeMessage(...fields: readonly (readonly [number: number, value: string | Uint8Array | true])[]) {
  const parts = fields.flatMap(([number, value]) => {
    if (value === true) return [varint(number * 8 + VARINT), varint(1)];
    const bytes = Buffer.from(value as Uint8Array);
    return [varint(number * 8 + LENGTH_DELIMITED), varint(bytes.length), bytes];
  });
  return Buffer.concat(parts);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
}
