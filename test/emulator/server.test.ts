import fc from "fast-check";
import { listen } from "../../lib/emulator/server";
import { segment } from "../support/samples";
import { emulatorWith, paths, send, sendRaw } from "./running";

const emulator = emulatorWith();
const keyLine = () => `SERVICE-API-KEY: ${emulator().key}\r\n`;
const works = async () => {
  emulator().reset();
  return (await send(emulator(), paths.segments, segment)).status === 201;
};

describe("the host that a request names", () => {
  const withHost = (host: string) =>
    sendRaw(emulator(), `GET / HTTP/1.1\r\n${host}\r\n${keyLine()}Connection: close\r\n\r\n`);

  test.each([
    [200, ["localhost", "LOCALHOST:80", "127.0.0.1:1234", "127.1.2.3", "[::1]:80"]],
    [403, ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil@localhost", "10.0.0.1", ""]],
  ])("is answered with %i: %j", async (status, hosts) => {
    for (const host of hosts)
      expect([host, await withHost(`Host: ${host}`)]).toEqual([host, expect.stringMatching(`^HTTP/1.1 ${status} `)]);
  });

  test("has to be there", async () => {
    expect(await withHost("X: y")).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendRaw(emulator(), "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe("a web page", () => {
  const post = (headers: readonly string[]) => {
    const lines = [
      "Host: localhost:80",
      "Content-Type: text/plain",
      "Content-Length: 2",
      "Connection: close",
      ...headers,
    ];
    return sendRaw(emulator(), `POST /console/v1/segments HTTP/1.1\r\n${keyLine()}${lines.join("\r\n")}\r\n\r\n{}`);
  };

  test.each([
    ["of another site", ["Origin: https://elsewhere.example"]],
    ["of another port", ["Origin: http://localhost:3000"]],
    ["without an origin of its own", ["Origin: null"]],
    ["of another site, by its image or link", ["Sec-Fetch-Site: cross-site"]],
    ["of another port, by its image or link", ["Sec-Fetch-Site: same-site"]],
  ])("%s is refused; its call is not listed and uses up no fault", async (_, headers) => {
    emulator().fail({ status: 503 });

    expect(await post(headers)).toMatch(/^HTTP\/1\.1 403 .*"The emulator serves no other site\."/s);
    expect(emulator().calls).toEqual([]);
    expect((await send(emulator(), paths.segments, segment)).status).toBe(503);
  });

  test.each([["Origin: http://localhost:80"], ["Sec-Fetch-Site: same-origin"], ["Sec-Fetch-Site: none"]])(
    "of the emulator's own may call it: %s",
    async (header) => {
      expect(await post([header])).toMatch(/^HTTP\/1\.1 415 /);
    },
  );
});

describe("a handler that fails", () => {
  test.each([
    ["before its answer is returned 500 and no detail", false],
    ["within its answer has the connection broken", true],
  ])("%s", async (_, hasBegun) => {
    const server = await listen(0, async (_request, response) => {
      if (hasBegun) response.writeHead(200, { "content-length": "10" }).write("half");
      throw new Error("a secret detail");
    });
    const received = await sendRaw(server, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await server.close();

    expect(received).toMatch(hasBegun ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 500 /);
    expect(received.includes('{"message":"The emulator failed to respond."}')).toBe(!hasBegun);
    expect(received).not.toContain("detail");
  });
});

describe("the emulator survives", () => {
  test("a caller that leaves in the middle of its request", async () => {
    const head = `POST /console/v1/segments HTTP/1.1\r\nHost: localhost\r\n${keyLine()}Content-Length: 100\r\n\r\n`;
    await sendRaw(emulator(), `${head}{"name"`);

    expect(emulator().calls).toMatchObject([{ status: undefined, body: undefined }]);
    expect(await works()).toBe(true);
  });

  test("JSON nested deeper than every Node can write it again", async () => {
    const depth = 100_000;
    const returnValue = `{"deep": ${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const text = `{"name": "deep", "type": "rule_based", "rules": [{"returnValue": ${returnValue}}]}`;
    await send(emulator(), paths.segments, text);
    await send(emulator(), "GET /emulator/calls");

    expect(await works()).toBe(true);
  });

  test("any body on any path and method, and answers each with JSON that has a message", async () => {
    const known = Object.values(paths).map((operation) => operation.replace(/^\w+ /, ""));
    const path = fc.oneof(
      fc.constantFrom("/emulator/faults", ...known),
      fc.webPath().map((rest) => `/console/v1/${rest.replace(/^\/+/, "")}`),
    );
    const field = fc.constantFrom(..."name id type dryRun idTypeMapping groups __proto__ constructor".split(" "));
    const body = fc.oneof(
      fc.json(),
      fc.string(),
      fc.dictionary(field, fc.jsonValue()).map((value) => JSON.stringify(value)),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("POST", "PATCH", "PUT", "DELETE"), path, body, async (method, where, text) => {
        const reply = await send(emulator(), `${method} ${where}`, text);

        expect([200, 201, 400, 404, 405, 409]).toContain(reply.status);
        expect(reply.json).toHaveProperty("message");
        emulator().reset();
      }),
      { numRuns: 100 },
    );

    expect(await works()).toBe(true);
  });
});
