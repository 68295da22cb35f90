import { listen } from "../../lib/emulator/server";
import { segment } from "../support/samples";
import { emulatorWith, paths, send, sendRaw } from "./running";

const emulator = emulatorWith();
const keyLine = () => `SERVICE-API-KEY: ${emulator().key}\r\n`;

test.each([
  [200, ["localhost", "LOCALHOST:80", "127.0.0.1:1234", "127.1.2.3", "[::1]:80"]],
  [403, ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil@localhost", "10.0.0.1", ""]],
])("the host that a request names is answered with %i: %j", async (status, hosts) => {
  for (const host of hosts) {
    const request = `GET / HTTP/1.1\r\nHost: ${host}\r\n${keyLine()}Connection: close\r\n\r\n`;
    expect([host, await sendRaw(emulator(), request)]).toEqual([host, expect.stringMatching(`^HTTP/1.1 ${status} `)]);
  }
});

const post = (header: string) => {
  const lines = ["Host: localhost:80", "Content-Type: text/plain", "Content-Length: 2", "Connection: close", header];
  return sendRaw(emulator(), `POST /console/v1/segments HTTP/1.1\r\n${keyLine()}${lines.join("\r\n")}\r\n\r\n{}`);
};

test.each([
  ["of another site", "Origin: https://elsewhere.example"],
  ["of another port", "Origin: http://localhost:3000"],
  ["without an origin of its own", "Origin: null"],
  ["of another site, by its image or link", "Sec-Fetch-Site: cross-site"],
  ["of another port, by its image or link", "Sec-Fetch-Site: same-site"],
])("a web page %s is refused; its call is not listed and uses up no fault", async (_, header) => {
  emulator().fail({ status: 503 });

  expect(await post(header)).toMatch(/^HTTP\/1\.1 403 .*"The emulator serves no other site\."/s);
  expect(emulator().calls).toEqual([]);
  expect((await send(emulator(), paths.segments, segment)).status).toBe(503);
});

test.each(["Origin: http://localhost:80", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none"])(
  "a web page of the emulator's own may call it: %s",
  async (header) => {
    expect(await post(header)).toMatch(/^HTTP\/1\.1 415 /);
  },
);

test.each([
  ["before its answer is returned 500 and no detail", false],
  ["within its answer has the connection broken", true],
])("a handler that fails %s", async (_, hasBegun) => {
  const server = await listen(0, async (_request, response) => {
    if (hasBegun) response.writeHead(200, { "content-length": "10" }).write("half");
    throw new Error("a secret detail");
  });
  const received = await sendRaw(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await server.close();

  expect(received).toMatch(hasBegun ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 500 /);
  expect(received).not.toContain("detail");
});

test("the emulator survives a caller that leaves in the middle of its request", async () => {
  const head = `POST /console/v1/segments HTTP/1.1\r\nHost: localhost\r\n${keyLine()}Content-Length: 100\r\n\r\n`;
  await sendRaw(emulator(), `${head}{"name"`);

  expect(emulator().calls).toMatchObject([{ status: undefined, body: undefined }]);
  expect((await send(emulator(), paths.segments, segment)).status).toBe(201);
});
