import { createServer } from "node:http";
import { createServer as createTcpServer, type Server } from "node:net";
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
    isRecord: () => false,
    timeout,
    signal: new AbortController().signal,
  });

const lost = { reason: "connection lost", cause: "network", mayHaveArrived: true, isTransient: true };
const page: Fault = { headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" };
const ok: Fault = { headers: { "content-type": "text/plain" }, body: '{"message":"ok"}' };

test.each<[what: string, Fault, outcome: object, timeout?: number]>([
  ["a reset before the request was read", { drop: "before" }, lost],
  ["a reset after the request was read", { drop: "after" }, lost],
  ["an answer that breaks off", { status: 201, drop: "midway" }, lost],
  ["no answer when the time is over", { hang: true }, { ...lost, reason: "timed out after 0.3 s" }, 300],
  ["HTML", page, { status: 200, isReadable: false }],
  ["nothing", { status: 200, body: "" }, { status: 200, isReadable: true, message: "" }],
  ["JSON of another content type", ok, { status: 200, isReadable: true, message: "ok" }],
])("%s is known for what it is", async (_, fault, outcome, timeout = 60_000) => {
  const emulator = await startEmulator();
  emulator.fail(fault);
  const sent = await attemptAt(emulator.baseUrl, emulator.key, timeout);
  await emulator.close();

  expect(sent).toMatchObject(outcome);
  expect(emulator.calls).toHaveLength(1);
});

test("an answer that is no HTTP is one of a wrong address", async () => {
  const server = createTcpServer((socket) => {
    socket.on("error", () => {}).resume();
    socket.end("220 mail.example ESMTP\r\n");
  });

  expect(await answerOf(server)).toMatchObject({ kind: "no response", cause: "protocol", mayHaveArrived: true });
});

test.each([{ isCompressed: false }, { isCompressed: true }])(
  "of 100 MiB, 1 MiB is read: %j",
  async ({ isCompressed }) => {
    let written = 0;
    const all = Buffer.alloc(100 * 2 ** 20, "x");
    const server = createServer((request, response) => {
      const { socket } = request.resume();
      socket.on("error", () => {}).on("close", () => (written = socket.bytesWritten));
      if (isCompressed) response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(all));
      else response.end(all);
    });
    const sent = await answerOf(server);

    expect(sent).toMatchObject({ status: 200, isComplete: false, text: expect.stringMatching(/^x*$/) });
    expect(sent.kind === "response" && sent.text.length).toBe(2 ** 20);
    // what the system keeps on its way comes on top
    expect(written).toBeLessThan(16 * 2 ** 20);
  },
);

/** What an attempt makes of the answer of a server, which is closed then. */
async function answerOf(server: Server) {
  const port = await listen(server);
  try {
    return await attemptAt(`http://127.0.0.1:${port}`);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
