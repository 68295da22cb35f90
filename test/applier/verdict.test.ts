import { noResponse, ProxyRefusal } from "../../lib/applier/no-response";
import { type Effect, judge } from "../../lib/applier/verdict";
import { responseWith } from "./response";

const again = (because: string, effect: Effect) => ({ decision: "again", effect, because });

describe("an answer", () => {
  const stop = (effect: Effect) => ({ decision: "stop", effect });
  const transient = [408, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 598, 599];

  test.each<[statuses: readonly number[], expected: (status: number) => object, rest: object]>([
    [[200, 201, 204, 299], () => ({ decision: "take", effect: "done" }), {}],
    [[200], () => again("the response cannot be read", "maybe"), { isReadable: false }],
    [[200, 201, 299], () => stop("maybe"), { saysFailure: true }],
    [[301, 302, 303, 304, 307, 308], () => stop("maybe"), {}],
    [[400, 401, 403, 404, 409, 422, 425, 501, 505], () => stop("none"), {}],
    [[400], () => stop("none"), { isReadable: false }],
    [[429], () => again("rate limited", "none"), {}],
    [[503], (status) => again(`returned ${status}`, "maybe"), { headers: { "retry-after": "5" } }],
    [transient, (status) => again(`returned ${status}`, "maybe"), {}],
  ])("of %j is judged the same for every call (%#)", (statuses, expected, rest) => {
    for (const status of statuses) {
      for (const isRepeatable of [true, false]) {
        expect([status, judge(responseWith(status, rest), isRepeatable, 0)]).toMatchObject([status, expected(status)]);
      }
    }
  });

  test.each([500, 506, 507, 508, 510, 511, 555])("of %d ends a create only", (status) => {
    const failing = { ...again(`returned ${status}`, "maybe"), bound: "failing" };

    expect(judge(responseWith(status), false, 0)).toMatchObject(stop("maybe"));
    expect(judge(responseWith(status), true, 0)).toMatchObject(failing);
  });

  test.each([429, 500, 502, 503, 504])("of %d may ask for a wait", (status) => {
    expect(judge(responseWith(status, { headers: { "retry-after": "5" } }), true, 0)).toMatchObject({ after: 5_000 });
  });
});

describe("an attempt that failed", () => {
  const failure = (code: string, rest: object = {}) => Object.assign(new Error("in words"), { code }, rest);
  const notArrived = { cause: "network", mayHaveArrived: false, isTransient: true };
  const lost = { cause: "network", mayHaveArrived: true, isTransient: true };
  const untrusted = { cause: "certificate", mayHaveArrived: false, isTransient: false };
  const protocol = { cause: "protocol", mayHaveArrived: true, isTransient: true };
  const resources = { mayHaveArrived: false, isTransient: true };
  const unresolved = { ...notArrived, isUnreachable: true };

  test.each<[how: string, reason: string, expected: object, errors: readonly Error[]]>([
    ["refused", "connection refused", { ...notArrived, isUnreachable: true }, [failure("ECONNREFUSED")]],
    ["without such a name", "host name not found", unresolved, [failure("ENOTFOUND")]],
    ["to no host", "host unreachable", notArrived, [failure("EHOSTUNREACH")]],
    ["to no network", "network unreachable", notArrived, [failure("ENETUNREACH")]],
    [
      "lost",
      "connection lost",
      lost,
      ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].map((code) => failure(code)),
    ],
    ["timed out", "connection timed out", lost, [failure("ETIMEDOUT")]],
    [
      "to connect, for any reason",
      "connection timed out",
      { mayHaveArrived: false },
      [failure("ETIMEDOUT", { cause: failure("ETIMEDOUT", { syscall: "connect" }) })],
    ],
    [
      // ENOENT is what Windows says of a name that exists but has no address
      "to resolve a name",
      "host name not resolved",
      unresolved,
      ["EAI_AGAIN", "EAI_FAIL", "ENOENT"].map((code) => failure(code, { syscall: "getaddrinfo" })),
    ],
    ["for lack of resources here", "EMFILE", resources, [failure("EMFILE")]],
    [
      "with an unknown code of the system",
      "EWHATEVER",
      { mayHaveArrived: true, isTransient: false },
      [failure("EWHATEVER", { syscall: "write" })],
    ],
    [
      "by time",
      "timed out after 1.2 s",
      { mayHaveArrived: true },
      ["CanceledError", "AbortError", "TimeoutError"].map((name) => failure("ERR_CANCELED", { name })),
    ],
    [
      "at every address, by the first code",
      "connection refused",
      { mayHaveArrived: false },
      [new AggregateError([failure("ECONNREFUSED"), failure("EHOSTUNREACH")])],
    ],
    [
      "by the code of its cause",
      "host name not found",
      notArrived,
      [new Error("outside", { cause: failure("ENOTFOUND") })],
    ],
    ...[
      ...["SELF_SIGNED_CERT_IN_CHAIN", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_HAS_EXPIRED"],
      ...["ERR_TLS_CERT_ALTNAME_INVALID", "INVALID_CA", "EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"],
    ].map((code): [string, string, object, Error[]] => [
      `by trust, ${code}`,
      `no trusted connection (${code})`,
      untrusted,
      [failure(code)],
    ]),
    ...["HPE_INVALID_CONSTANT", "HPE_HEADER_OVERFLOW", "Z_DATA_ERROR"].map(
      (code): [string, string, object, Error[]] => [
        `by language, ${code}`,
        `the response is not valid HTTP (${code})`,
        protocol,
        [failure(code)],
      ],
    ),
    ...([407, 403, 200, 429, 502, 503] as const).map((status): [string, string, object, Error[]] => [
      `at the proxy, with ${status}`,
      `the proxy refused the connection with ${status}`,
      { cause: "proxy", mayHaveArrived: false, isTransient: status >= 429 },
      [new ProxyRefusal(status)],
    ]),
  ])("%s, is reported as: %s", (_, reason, expected, errors) => {
    for (const error of errors) {
      const outcome = noResponse(error, 1_234.5);
      const { mayHaveArrived, isTransient } = outcome;

      expect(outcome).toMatchObject({ reason, ...expected });
      expect(judge(outcome, false, 0)).toMatchObject({
        decision: isTransient ? "again" : "stop",
        effect: mayHaveArrived ? "maybe" : "none",
      });
    }
  });

  test("is waited for as unreachable where it cannot have arrived by its nature", () => {
    for (const code of ["ECONNREFUSED", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH"]) {
      expect(judge(noResponse(failure(code), 0), false, 0)).toMatchObject({ bound: "unreachable" });
    }
  });

  test.each([new TypeError("x is not a function"), failure("ERR_INVALID_ARG_TYPE")])(
    "that is a defect is thrown",
    (error) => {
      expect(() => noResponse(error, 0)).toThrow(error);
    },
  );

  test("because the proxy hung up did not arrive, and is tried again", () => {
    const error = new Error("Proxy connection ended before receiving CONNECT response");

    expect(noResponse(error, 0)).toMatchObject({ cause: "proxy", mayHaveArrived: false, isTransient: true });
  });

  test("because the URL of the proxy is not valid is not tried again", () => {
    const outcome = noResponse(failure("ERR_INVALID_URL"), 0);
    expect(outcome).toMatchObject({ cause: "proxy", mayHaveArrived: false, isTransient: false });
  });
});
