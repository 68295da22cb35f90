import fc from "fast-check";
import { noResponse, ProxyRefusal } from "../../lib/applier/send";
import { retryAfter, verdictOn } from "../../lib/applier/verdict";
import { responseWith } from "./request";

const again = (because: string, effect = "maybe") => ({ decision: "again", effect, because });
const stop = (effect: string) => ({ decision: "stop", effect });
const transient = [408, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 598, 599];

test.each<[statuses: readonly number[], expected: (status: number) => object, rest: object]>([
  [[200, 201, 204, 299], () => ({ decision: "take", effect: "done" }), {}],
  [[200], () => again("the response cannot be read"), { isReadable: false }],
  [[200, 201, 299], () => stop("maybe"), { saysFailure: true }],
  [[301, 302, 303, 304, 307, 308], () => stop("maybe"), {}],
  [[400, 401, 403, 404, 409, 422, 425, 501, 505], () => stop("none"), {}],
  [[400], () => stop("none"), { isReadable: false }],
  [[429], () => again("rate limited", "none"), {}],
  [transient, (status) => again(`returned ${status}`), {}],
])("a response of %j is judged the same for every call (%#)", (statuses, expected, rest) => {
  for (const status of statuses) {
    for (const isRepeatable of [true, false]) {
      expect([status, verdictOn(responseWith(status, rest), isRepeatable, 0)]).toMatchObject([
        status,
        expected(status),
      ]);
    }
  }
});

test.each([500, 506, 507, 508, 510, 511, 555])("a response of %d ends a create only", (status) => {
  expect(verdictOn(responseWith(status), false, 0)).toMatchObject(stop("maybe"));
  expect(verdictOn(responseWith(status), true, 0)).toMatchObject({ ...again(`returned ${status}`), bound: "failing" });
});

test.each([429, 500, 503])("a response of %d may ask for a wait", (status) => {
  expect(verdictOn(responseWith(status, { headers: { "retry-after": "5" } }), true, 0)).toMatchObject({ after: 5_000 });
});

const failure = (code: string, rest: object = {}) => Object.assign(new Error("in words"), { code, ...rest });
const notFound = failure("ENOTFOUND", { syscall: "getaddrinfo" });
const lost = { cause: "network", mayHaveArrived: true, isTransient: true };
const notArrived = { ...lost, mayHaveArrived: false };
const unreachable = { ...notArrived, isUnreachable: true };
const established = { ...lost, isUnreachable: false };
const untrusted = { cause: "certificate", mayHaveArrived: false, isTransient: false };
const protocol = { cause: "protocol", mayHaveArrived: true, isTransient: true };
const noTrust = [
  ...["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_HAS_EXPIRED"],
  ...["ERR_TLS_CERT_ALTNAME_INVALID", "INVALID_CA", "EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"],
];

test.each<[reason: string, expected: object, errors: readonly Error[]]>([
  ...[
    ["connection refused", "ECONNREFUSED"],
    ["host unreachable", "EHOSTUNREACH"],
    ["host down", "EHOSTDOWN"],
    ["network unreachable", "ENETUNREACH"],
    ["network down", "ENETDOWN"],
  ].flatMap(([reason = "", code = ""]): [string, object, Error[]][] => [
    [reason, unreachable, [failure(code, { syscall: "connect" })]],
    // a route that goes away under a connection
    [reason, established, ["read", "write", undefined].map((syscall) => failure(code, { syscall }))],
  ]),
  ["host name not found", unreachable, [notFound, new Error("outside", { cause: notFound })]],
  [
    "connection lost",
    lost,
    ["ECONNRESET", "ENETRESET", "ENOTCONN", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].map((code) => failure(code)),
  ],
  ["connection timed out", lost, [failure("ETIMEDOUT")]],
  ["connection timed out", notArrived, [failure("x", { cause: failure("ETIMEDOUT", { syscall: "connect" }) })]],
  // ENOENT is what Windows says of a name that exists but has no address
  [
    "host name not resolved",
    unreachable,
    ["EAI_AGAIN", "ENOENT"].map((code) => failure(code, { syscall: "getaddrinfo" })),
  ],
  ...["EMFILE", "ENOBUFS", "EADDRNOTAVAIL"].flatMap((code): [string, object, Error[]][] => [
    [code, notArrived, [failure(code, { syscall: "connect" })]],
    [code, lost, [failure(code, { syscall: "write" })]],
  ]),
  ["EWHATEVER", { ...lost, isTransient: false }, [failure("EWHATEVER", { syscall: "write" })]],
  [
    "timed out after 1.2 s",
    lost,
    ["CanceledError", "AbortError", "TimeoutError"].map((name) => failure("X", { name })),
  ],
  [
    "connection refused",
    unreachable,
    [new AggregateError(["ECONNREFUSED", "EHOSTUNREACH"].map((code) => failure(code, { syscall: "connect" })))],
  ],
  ...noTrust.map((code): [string, object, Error[]] => [`no trusted connection (${code})`, untrusted, [failure(code)]]),
  ...["HPE_INVALID_CONSTANT", "Z_DATA_ERROR"].map((code): [string, object, Error[]] => [
    `the response is not valid HTTP (${code})`,
    protocol,
    [failure(code)],
  ]),
  ...[407, 403, 200, 429, 502, 503].map((status): [string, object, Error[]] => [
    `refused the connection with ${status}`,
    { cause: "proxy", mayHaveArrived: false, isTransient: status >= 429 },
    [new ProxyRefusal(status)],
  ]),
  [
    "connection lost",
    { ...notArrived, cause: "proxy" },
    [new Error("Proxy connection ended before receiving CONNECT")],
  ],
  [
    "the URL is not valid; allowed: http:// or https://, with host and port",
    { ...untrusted, cause: "proxy" },
    [failure("ERR_INVALID_URL")],
  ],
])("an attempt that failed is reported as: %s (%#)", (reason, expected, errors) => {
  for (const error of errors) {
    const outcome = noResponse(error, 1_234.5);
    const { mayHaveArrived, isTransient, isUnreachable } = outcome;

    expect(outcome).toMatchObject({ reason, ...expected });
    const verdict = verdictOn(outcome, false, 0);
    expect(verdict).toMatchObject({
      decision: isTransient ? "again" : "stop",
      effect: mayHaveArrived ? "maybe" : "none",
    });
    expect(verdict.bound === "unreachable").toBe(isUnreachable);
  }
});

test.each([new TypeError("x is not a function"), failure("ERR_INVALID_ARG_TYPE")])("a defect is thrown", (error) => {
  expect(() => noResponse(error, 0)).toThrow(error);
});

const now = Date.parse("1994-11-06T08:49:30Z");
const wrongClock = "Sun, 06 Nov 1994 10:00:00 GMT";

test.each<[string, unknown, milliseconds: number | undefined, date?: string]>([
  ["nothing", undefined, undefined],
  ["zero", "0", 0],
  ["seconds with leading zeros and space around", " 007 ", 7_000],
  ["more seconds than a number can hold", "9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["a date in the past", "Sun, 06 Nov 1994 08:49:20 GMT", 0],
  ["a date that no calendar has", "Sun, 99 Nov 1994 08:49:37 GMT", undefined],
  ["a date of ISO 8601", "1994-11-06T08:49:37Z", undefined],
  ["a fraction", "1.5", undefined],
  ["several values", "1, 2", undefined],
  ["a list of headers", ["1"], undefined],
  ["a date of a service that has a wrong clock", "Sun, 06 Nov 1994 10:00:05 GMT", 5_000, wrongClock],
  ["a date of a service that says no time", "Sun, 06 Nov 1994 10:00:05 GMT", 4_235_000, "now"],
])("a Retry-After of %s", (_, header, milliseconds, date = "") => {
  expect(retryAfter({ "retry-after": header, date }, now)).toBe(milliseconds);
});

test("a Retry-After of any date is the time until then, whichever form it has", () => {
  const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * 365 * 24 * 3600 }), (later) => {
      const date = new Date(now + later * 1_000);
      const [, day, month, year, time] = date.toUTCString().split(" ") as [string, string, string, string, string];
      const name = days[date.getUTCDay()] ?? "";
      const forms = [
        date.toUTCString(),
        `${name}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
        `${name.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`,
      ];
      for (const form of forms) expect(retryAfter({ "retry-after": form }, now)).toBe(later * 1_000);
    }),
  );
});
