import * as z from "zod";
import { PlatformApi } from "../../lib/platforms/platform-api";
import { RefusedError, UnclearWriteError } from "../../lib/platforms/platform-errors";
import { certificateOf, startProxy, startTlsFront } from "../support/network";
import { pageOf, startStandIn } from "./stand-in";

const TOKEN = "ghs_a-secret-of-some-length";
let standIn: Awaited<ReturnType<typeof startStandIn>>;
let entries: unknown[] = [];
beforeAll(async () => {
  standIn = await startStandIn(TOKEN, (call) => pageOf(entries, call));
});
beforeEach(() => {
  standIn.calls.length = 0;
  standIn.faults.length = 0;
  entries = [];
});
afterAll(() => standIn.close());

/** An interface that waits no time, and keeps how long it would have waited, in milliseconds. */
function anApi() {
  const waits: number[] = [];
  const headers = { Authorization: `Bearer ${TOKEN}` };
  const { signal } = new AbortController();
  const wait = (time: number) => Promise.resolve(waits.push(time));
  return {
    waits,
    api: new PlatformApi({ platform: "GitHub", baseUrl: standIn.address, token: TOKEN, headers, signal, wait }),
  };
}

const GET = { path: "/things?a=b", doing: "reading things", permission: "things: read" };

test("a list is read to its end, and its links are not followed", async () => {
  entries = Array.from({ length: 250 }, (_, index) => index);
  expect(await anApi().api.all(z.int(), GET)).toEqual(entries);
  expect(standIn.calls.map(({ query }) => query.toString())).toEqual(
    ["1", "2", "3"].map((page) => `a=b&per_page=100&page=${page}`),
  );
});

test("a list whose links a proxy has left out is read to its end", async () => {
  entries = Array.from({ length: 101 }, (_, index) => index);
  standIn.fail(1, { status: 200, body: entries.slice(0, 100) });
  expect(await anApi().api.all(z.int(), GET)).toEqual(entries);
});

test("a list without an end is read for so long and no longer", async () => {
  entries = Array.from({ length: 10_001 }, (_, index) => index);
  await expect(anApi().api.all(z.int(), GET)).rejects.toThrow("reading things: there are more than 100 pages");
  expect(standIn.calls).toHaveLength(100);
});

test("pages of many long comments are read whole", async () => {
  entries = Array.from({ length: 100 }, () => "漢".repeat(65_536));
  expect(await anApi().api.all(z.string(), GET)).toHaveLength(100);
});

test.each<[string, number, Record<string, string>, number]>([
  ["429 with a time", 429, { "retry-after": "7" }, 7000],
  ["403 with a time", 403, { "retry-after": "7" }, 7000],
  ["429 without one", 429, {}, 10_000],
  [
    "429 with a date",
    429,
    { "retry-after": "Fri, 02 Jan 2026 08:00:09 GMT", date: "Fri, 02 Jan 2026 08:00:00 GMT" },
    9000,
  ],
  ["an outage", 503, {}, 1000],
  ["an outage with a time", 503, { "retry-after": "7" }, 7000],
])("%s is waited for", async (_, status, headers, time) => {
  standIn.fail(1, { status, headers, body: { message: "later" } });
  const { api, waits } = anApi();
  expect(await api.all(z.int(), GET)).toEqual([]);
  expect(waits).toEqual([time]);
});

test.each([
  ["GitHub", "x-ratelimit-reset"],
  ["GitLab", "ratelimit-reset"],
])("a limit of %s that ends in an hour is not waited for: the error says when", async (_, header) => {
  const headers = { "x-ratelimit-remaining": "0", [header]: `${Math.ceil(Date.now() / 1000) + 3600}` };
  standIn.fail(1, { status: 403, headers, body: { message: "API rate limit exceeded" } });
  const { api, waits } = anApi();
  await expect(api.call(GET)).rejects.toMatchObject({
    message: expect.stringContaining("GitHub limits the calls: 403, API rate limit exceeded"),
    next: expect.stringMatching(/^run the job again in 3,(5|6)\d\d s$/),
  });
  expect(waits).toEqual([]);
});

test("an outage ends after some attempts, and all waits of a job together are bounded", async () => {
  const { api, waits } = anApi();
  standIn.fail(4, { status: 502 });
  await expect(api.call(GET)).rejects.toMatchObject({ next: "run the job again once GitHub works" });
  expect(waits).toEqual([1000, 2000, 4000]);
  standIn.fail(4, { status: 429, headers: { "retry-after": "30" } });
  await expect(api.call(GET)).rejects.toThrow("limits the calls");
  expect(waits.reduce((sum, time) => sum + time)).toBeLessThanOrEqual(60_000);
});

test("a job that is stopped while it waits says so, and calls no more", async () => {
  const stop = new AbortController();
  const access = { platform: "GitHub", baseUrl: standIn.address, token: TOKEN, headers: {}, signal: stop.signal };
  standIn.fail(1, { status: 429, headers: { "retry-after": "50" } });
  const call = new PlatformApi(access).call(GET);
  setTimeout(() => stop.abort(), 50);
  await expect(call).rejects.toThrow("reading things: interrupted");
  expect(standIn.calls).toHaveLength(1);
});

test("what may have been created is not created again", async () => {
  standIn.fail(1, undefined);
  await expect(anApi().api.call({ ...GET, method: "POST", body: {} })).rejects.toBeInstanceOf(UnclearWriteError);
  expect(standIn.calls).toHaveLength(1);
});

test.each([
  [401, "give the job a token that is valid, with the permission things: read"],
  [403, "give the job's token the permission things: read"],
  [404, "give the job's token the permission things: read"],
])("%i is a refusal, with the permission that it needs", async (status, next) => {
  standIn.fail(1, { status, body: { message: `no, ${TOKEN}` } });
  const error: unknown = await anApi()
    .api.call(GET)
    .catch((reason) => reason);
  expect(error).toBeInstanceOf(RefusedError);
  const message = `reading things: ${standIn.address} refuses it: ${status}, no, ***`;
  expect(error).toMatchObject({ message, status, next });
});

test("of a response that says nothing, nobody is to see what it says", async () => {
  standIn.fail(1, { status: 422 });
  await expect(anApi().api.call(GET)).rejects.toMatchObject({
    next: "give the job's token the permission things: read",
  });
});

test("a query says in a success that it is refused, or limited", async () => {
  const query = { ...GET, method: "POST", path: "", body: {}, isQuery: true } as const;
  const { api, waits } = anApi();
  standIn.fail(1, { status: 200, body: { data: null, errors: [{ type: "FORBIDDEN", message: `not ${TOKEN}` }] } });
  await expect(api.call(query)).rejects.toMatchObject({
    message: `reading things: ${standIn.address} responds with 200, not ***`,
    next: "see what GitHub says, or give the job's token the permission things: read",
  });
  standIn.fail(1, { status: 200, body: { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] } });
  await api.call(query);
  expect(waits).toEqual([10_000]);
});

test("all calls of a job together are bounded in time", async () => {
  const { api } = anApi();
  const now = performance.now();
  const clock = jest.spyOn(performance, "now").mockImplementation(() => now + 300_001);
  await expect(api.call(GET)).rejects.toThrow("reading things: the calls of this job to GitHub have taken 300 s");
  clock.mockRestore();
  expect(standIn.calls).toEqual([]);
});

test.each<[string, number, unknown]>([
  ["a redirect", 302, undefined],
  ["what is no list", 200, { things: [] }],
  ["a page of a proxy", 200, "<html>"],
])("%s is no answer, and the token goes nowhere else", async (_, status, body) => {
  standIn.fail(1, { status, body, headers: { location: `${standIn.address}/elsewhere` } });
  await expect(anApi().api.all(z.int(), GET)).rejects.toThrow(/^reading things: /);
  expect(standIn.calls).toHaveLength(1);
});

test("where nothing listens, the address is named", async () => {
  const { signal } = new AbortController();
  const access = { platform: "GitLab", baseUrl: "http://127.0.0.1:1", token: TOKEN, headers: {}, signal };
  const api = new PlatformApi({ ...access, wait: () => Promise.resolve() });
  // before the first byte, a machine that stands still for the time of an attempt would end it
  const timer = jest.spyOn(globalThis, "setTimeout").mockReturnValue(0 as never);
  await expect(api.call(GET)).rejects.toMatchObject({
    message: "reading things: no response of http://127.0.0.1:1: connection refused",
    next: expect.stringMatching(/^check http:\/\/127\.0\.0\.1:1 and the network, .*, and run the job again$/),
  });
  expect(timer).toHaveBeenCalledTimes(4);
  timer.mockRestore();
});

test("of a host without a certificate that is trusted, and of a proxy, the error says what helps", async () => {
  const front = await startTlsFront(certificateOf("localhost"), standIn.address);
  const { signal } = new AbortController();
  const access = { platform: "GitLab", baseUrl: front.address, token: TOKEN, headers: {}, signal };
  await expect(new PlatformApi(access).call(GET)).rejects.toMatchObject({
    message: expect.stringContaining("no trusted connection (DEPTH_ZERO_SELF_SIGNED_CERT)"),
    next: expect.stringMatching(/ NODE_EXTRA_CA_CERTS .*, and run the job again$/),
  });
  const plain = { ...access, baseUrl: standIn.address.replace("http:", "https:") };
  await expect(new PlatformApi(plain).call(GET)).rejects.toMatchObject({
    next: `check the scheme and the port of ${plain.baseUrl}: nothing there speaks https with this Node, and run the job again`,
  });
  const proxy = await startProxy("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
  const replaced = jest.replaceProperty(process, "env", { HTTPS_PROXY: `http://me:password@127.0.0.1:${proxy.port}` });
  await expect(new PlatformApi(access).call(GET)).rejects.toMatchObject({
    message: expect.stringContaining(`the proxy 127.0.0.1:${proxy.port}: refused the connection with 403`),
    next: expect.stringMatching(/^check the proxy in HTTPS_PROXY.*run the job again$/),
  });
  replaced.restore();
  await Promise.all([front.close(), proxy.close()]);
  expect(standIn.calls).toEqual([]);
});
