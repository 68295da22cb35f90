import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { listen } from "../support/network";
import type { Ended } from "./applier";
import { creates, inScene } from "./subjects";

const MIB = 2 ** 20;
const LENGTH = 100 * MIB;

/** How a server answers every request with 100 MiB. */
type Answer = (response: ServerResponse) => void;

/** Text that begins so and goes on for 100 MiB. */
const text =
  (start: string, headers: Record<string, string | number>): Answer =>
  (response) => {
    response.writeHead(200, headers);
    Readable.from(pieces(start))
      .on("error", () => {})
      .pipe(response);
  };

function* pieces(start: string) {
  yield Buffer.from(start);
  const piece = Buffer.alloc(64 * 1024, "x");
  for (let sent = start.length; sent < LENGTH; sent += piece.length) yield piece;
}

const bomb = gzipSync(Buffer.alloc(LENGTH, "x"));
let usual: { readonly peak: number } | undefined;
const json = { "content-type": "application/json" };
const html = { "content-type": "text/html" };

test.each<[string, Answer, Partial<Ended>]>([
  [
    "a success in JSON is accepted without reading all of it",
    text('{"message":"', { ...json, "content-length": LENGTH }),
    { exitCode: 0, stdout: expect.stringMatching(/^created experiment checkout_button in \d+ ms\n$/) },
  ],
  [
    "compressed, it is decompressed no further",
    (response) => response.writeHead(400, { ...html, "content-encoding": "gzip" }).end(bomb),
    { exitCode: 1, stderr: expect.stringMatching(/answered with 400: x{2000}… \(1048576 characters\)\n/) },
  ],
])("of an answer of 100 MiB, 1 MiB is read: %s", async (_, answer, expected) => {
  usual ??= await peakAgainst((response) => response.end("{}"));
  const large = await peakAgainst(answer);

  expect(large.ended).toMatchObject(expected);
  // what the system keeps on its way comes on top
  expect(large.sent).toBeLessThan(16 * MIB);
  expect(large.peak - usual.peak).toBeLessThan(64 * MIB);
});

test.each([
  ["a message inside a message inside a message", deep('{"message":', "{}", "}")],
  ["an error that is lists in lists", `{"errors":[${deep("[", "", "]")}]}`],
  ["objects in objects", deep('{"a":', "1", "}")],
])("%s, ten thousand deep, is an answer like others", (_, body) =>
  inScene(creates[0], async (scene) => {
    scene.fail({ status: 400, body });
    const { exitCode, stderr } = await scene.run();

    expect(exitCode).toBe(1);
    expect(stderr).toContain("was answered with 400");
    expect(stderr.length).toBeLessThan(5_000);
    expect(scene.calls()).toEqual(["create"]);
  }),
);

test("of a thousand errors, twenty are shown", () =>
  inScene(creates[0], async (scene) => {
    scene.fail({ status: 400, body: { errors: Array.from({ length: 1_000 }, (_, index) => `wrong ${index}`) } });
    const { stderr } = await scene.run();

    expect(stderr.match(/ {2}- wrong \d+\n/g)).toHaveLength(20);
    expect(stderr).toContain("  - wrong 19\n  - and 980 more\n");
  }));

function deep(open: string, inside: string, close: string): string {
  return open.repeat(10_000) + inside + close.repeat(10_000);
}

/** Runs a create against a server with this answer: the bytes that left the server in one answer, and the memory taken. */
async function peakAgainst(answer: Answer): Promise<{ ended: Ended; sent: number; peak: number }> {
  let sent = 0;
  const server = createServer((request: IncomingMessage, response) => {
    request.resume().on("end", () => answer(response));
    const { socket } = request;
    socket.on("error", () => {});
    socket.on("close", () => {
      sent = Math.max(sent, socket.bytesWritten);
    });
  });
  const port = await listen(server);
  try {
    return await inScene(creates[0], async (scene) => {
      const file = join(scene.stack.folder, "peak");
      const ended = await scene.start({
        SERVICE_BASE_URL: `http://127.0.0.1:${port}`,
        NODE_OPTIONS: `--require "${join(__dirname, "peak-memory.cjs")}"`,
        PEAK_MEMORY: file,
      }).ended;
      return { ended, sent, peak: Number(await readFile(file, "utf8")) * 1024 };
    });
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
