import { noResponse, ProxyRefusal } from "../../lib/applier/send";
import { judge } from "../../lib/applier/verdict";
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
      expect([status, judge(responseWith(status, rest), isRepeatable, 0)]).toMatchObject([status, expected(status)]);
    }
  }
});

test.each([500, 506, 507, 508, 510, 511, 555])("a response of %d ends a create only", (status) => {
  expect(judge(responseWith(status), false, 0)).toMatchObject(stop("maybe"));
  expect(judge(responseWith(status), true, 0)).toMatchObject({ ...again(`returned ${status}`), bound: "failing" });
});

test.each([429, 500, 503])("a response of %d may ask for a wait", (status) => {
  expect(judge(responseWith(status, { headers: { "retry-after": "5" } }), true, 0)).toMatchObject({ after: 5_000 });
});

const failure = (code: string, rest: object = {}) => Object.assign(new Error("in words"), { code, ...rest });
const lost = { cause: "network", mayHaveArrived: true, isTransient: true };
const notArrived = { ...lost, mayHaveArrived: false };
const unreachable = { ...notArrived, isUnreachable: true };
const untrusted = { cause: "certificate", mayHaveArrived: false, isTransient: false };
const protocol = { cause: "protocol", mayHaveArrived: true, isTransient: true };
const noTrust = [
  ...["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_HAS_EXPIRED"],
  ...["ERR_TLS_CERT_ALTNAME_INVALID", "INVALID_CA", "EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"],
];

test.each<[reason: string, expected: object, errors: readonly Error[]]>([
  ["connection refused", unreachable, [failure("ECONNREFUSED")]],
  ["host name not found", unreachable, [failure("ENOTFOUND"), new Error("outside", { cause: failure("ENOTFOUND") })]],
  ["host unreachable", unreachable, [failure("EHOSTUNREACH")]],
  ["network unreachable", unreachable, [failure("ENETUNREACH")]],
  ["connection lost", lost, ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].map((code) => failure(code))],
  ["connection timed out", lost, [failure("ETIMEDOUT")]],
  ["connection timed out", notArrived, [failure("x", { cause: failure("ETIMEDOUT", { syscall: "connect" }) })]],
  // ENOENT is what Windows says of a name that exists but has no address
  [
    "host name not resolved",
    unreachable,
    ["EAI_AGAIN", "ENOENT"].map((code) => failure(code, { syscall: "getaddrinfo" })),
  ],
  ["EMFILE", notArrived, [failure("EMFILE")]],
  ["EWHATEVER", { ...lost, isTransient: false }, [failure("EWHATEVER", { syscall: "write" })]],
  [
    "timed out after 1.2 s",
    lost,
    ["CanceledError", "AbortError", "TimeoutError"].map((name) => failure("X", { name })),
  ],
  ["connection refused", unreachable, [new AggregateError([failure("ECONNREFUSED"), failure("EHOSTUNREACH")])]],
  ...noTrust.map((code): [string, object, Error[]] => [`no trusted connection (${code})`, untrusted, [failure(code)]]),
  ...["HPE_INVALID_CONSTANT", "Z_DATA_ERROR"].map((code): [string, object, Error[]] => [
    `the response is not valid HTTP (${code})`,
    protocol,
    [failure(code)],
  ]),
  ...[407, 403, 200, 429, 502, 503].map((status): [string, object, Error[]] => [
    `the proxy refused the connection with ${status}`,
    { cause: "proxy", mayHaveArrived: false, isTransient: status >= 429 },
    [new ProxyRefusal(status)],
  ]),
  [
    "connection lost",
    { ...notArrived, cause: "proxy" },
    [new Error("Proxy connection ended before receiving CONNECT")],
  ],
  ["the URL of the proxy is not valid", { ...untrusted, cause: "proxy" }, [failure("ERR_INVALID_URL")]],
])("an attempt that failed is reported as: %s (%#)", (reason, expected, errors) => {
  for (const error of errors) {
    const outcome = noResponse(error, 1_234.5);
    const { mayHaveArrived, isTransient, isUnreachable } = outcome;

    expect(outcome).toMatchObject({ reason, ...expected });
    const verdict = judge(outcome, false, 0);
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
