import { createServer, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Server } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { send } from "../../lib/applier/send";
import { type Fault, startEmulator } from "../../lib/emulator";
import { listen } from "../support/network";

const attemptAt = (address: string, key = "key", timeout = 60_000) =>
  send({
    method: "POST",
    url: `${address}/console/v1/experiments`,
    headers: { "SERVICE-API-KEY": key },
    body: "{}",
    fields: [],
    timeout,
    signal: new AbortController().signal,
  });

const html = { "content-type": "text/html" };
const lost = { reason: "connection lost", cause: "network", mayHaveArrived: true, isTransient: true };

test.each<[what: string, Fault, outcome: object]>([
  ["a reset before the request was read", { drop: "before" }, lost],
  ["a reset after the request was read", { drop: "after" }, lost],
  ["an answer that breaks off", { status: 201, drop: "midway" }, lost],
  ["HTML", { headers: html, body: "<h1>Bad gateway</h1>" }, { status: 200, isReadable: false }],
  ["truncated JSON", { body: '{"message":"ok","da' }, { status: 200, isReadable: false }],
  ["nothing", { status: 200, body: "" }, { status: 200, isReadable: true, message: "" }],
  [
    "JSON of another content type",
    { headers: { "content-type": "text/plain" }, body: '{"message":"ok"}' },
    { status: 200, isReadable: true, message: "ok" },
  ],
])("%s is known for what it is", async (_, fault, outcome) => {
  const emulator = await startEmulator();
  emulator.fail(fault);
  const sent = await attemptAt(emulator.baseUrl, emulator.key);
  await emulator.close();

  expect(sent).toMatchObject(outcome);
  expect(emulator.calls).toHaveLength(1);
});

test("no answer is an outcome when the time is over", async () => {
  const emulator = await startEmulator();
  emulator.fail({ hang: true });
  const sent = await attemptAt(emulator.baseUrl, emulator.key, 300);
  await emulator.close();

  expect(sent).toMatchObject({ ...lost, reason: "timed out after 0.3 s" });
});

test("an answer that is no HTTP is one of a wrong address", async () => {
  const server = createTcpServer((socket) =>
    socket
      .on("error", () => {})
      .resume()
      .end("220 mail.example ESMTP\r\n"),
  );

  expect(await answerOf(server)).toMatchObject({ kind: "no response", cause: "protocol", mayHaveArrived: true });
});

const MIB = 2 ** 20;

test.each<[what: string, answer: (response: ServerResponse) => unknown]>([
  [
    "100 MiB",
    (response) =>
      Readable.from(hundred())
        .on("error", () => {})
        .pipe(response),
  ],
  [
    "100 MiB, compressed",
    (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.concat([...hundred()]))),
  ],
])("of an answer of %s, 1 MiB is read", async (_, answer) => {
  let written = 0;
  const server = createServer((request, response) => {
    const { socket } = request.resume();
    socket.on("error", () => {}).on("close", () => (written = socket.bytesWritten));
    answer(response);
  });
  const sent = await answerOf(server);

  expect(sent).toMatchObject({ status: 200, isComplete: false, text: expect.stringMatching(/^x*$/) });
  expect(sent.kind === "response" && sent.text.length).toBe(MIB);
  // what the system keeps on its way comes on top
  expect(written).toBeLessThan(16 * MIB);
});

function* hundred() {
  for (let count = 0; count < 100; count++) yield Buffer.alloc(MIB, "x");
}

/** What an attempt makes of the answer of a server, which is closed then. */
async function answerOf(server: Server) {
  const port = await listen(server);
  try {
    return await attemptAt(`http://127.0.0.1:${port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
