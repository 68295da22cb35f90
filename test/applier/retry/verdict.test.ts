import { ProxyRefusal } from "../../../lib/applier/proxy";
import { judge, type Verdict } from "../../../lib/applier/retry/verdict";
import type { Answered } from "../../../lib/applier/send";
import { unanswered } from "../../../lib/applier/unanswered";
import { answered } from "../answered";

interface Expected {
  readonly kind: Verdict["kind"];
  readonly because?: string;
  readonly mayHaveHappened?: boolean;
}

const success: Expected = { kind: "success" };
const final: Expected = { kind: "final" };
const again = (because: string, mayHaveHappened: boolean): Expected => ({ kind: "retry", because, mayHaveHappened });

describe("an answer", () => {
  test.each<[number, Partial<Answered>, Expected]>([
    [200, {}, success],
    [201, {}, success],
    [204, {}, success],
    [299, {}, success],
    [200, { isReadable: false }, again("the answer cannot be read", true)],
    [301, {}, final],
    [304, {}, final],
    [400, {}, final],
    [400, { isReadable: false }, final],
    [401, {}, final],
    [403, {}, final],
    [404, {}, final],
    [409, {}, final],
    [422, {}, final],
    [425, {}, final],
    [429, {}, again("rate limited", false)],
    [501, {}, final],
    [502, {}, again("answered with 502", true)],
    [503, {}, again("answered with 503", false)],
    [503, { headers: { "retry-after": "5" } }, again("answered with 503", false)],
    ...[408, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 598, 599].map(
      (status): [number, Partial<Answered>, Expected] => [status, {}, again(`answered with ${status}`, true)],
    ),
    [505, {}, final],
  ])("of %d %j is judged the same for every call", (status, rest, expected) => {
    const verdicts = [true, false].map((isRepeatable) => judge(answered(status, rest), isRepeatable, 0));

    expect(verdicts).toMatchObject([expected, expected]);
  });

  test.each([500, 506, 507, 508, 510, 511, 555])("of %d is final for a create only", (status) => {
    expect(judge(answered(status), false, 0)).toMatchObject({ ...final, mayHaveHappened: true });
    expect(judge(answered(status), true, 0)).toMatchObject({
      ...again(`answered with ${status}`, true),
      bound: "failing",
    });
  });

  test.each([501, 505])("of %d says that nothing was executed", (status) => {
    expect(judge(answered(status), false, 0)).toMatchObject({ ...final, mayHaveHappened: false });
  });

  test.each([429, 500, 502, 503, 504])("of %d may ask for a wait", (status) => {
    expect(judge(answered(status, { headers: { "retry-after": "5" } }), true, 0)).toMatchObject({ after: 5_000 });
  });
});

describe("an attempt that failed", () => {
  const failure = (code: string) => Object.assign(new Error("in words"), { code });

  test.each([
    ["ECONNREFUSED", "connection refused"],
    ["ENOTFOUND", "host name not found"],
    ["EHOSTUNREACH", "host unreachable"],
    ["ENETUNREACH", "network unreachable"],
  ])("with %s did not arrive", (code, reason) => {
    const outcome = unanswered(failure(code), 0);

    expect(outcome).toMatchObject({ reason, cause: "network", mayHaveArrived: false, isTransient: true });
    expect(judge(outcome, false, 0)).toMatchObject({ ...again(reason, false), bound: "unreachable" });
  });

  test.each([
    ["ECONNRESET", "connection lost"],
    ["EPIPE", "connection lost"],
    ["ERR_STREAM_PREMATURE_CLOSE", "connection lost"],
    ["ETIMEDOUT", "connection timed out"],
  ])("with %j may have arrived", (code, reason) => {
    const outcome = unanswered(failure(code), 0);

    expect(outcome).toMatchObject({ reason, cause: "network", mayHaveArrived: true, isTransient: true });
    expect(judge(outcome, false, 0)).toMatchObject(again(reason, true));
  });

  test.each([
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "SELF_SIGNED_CERT_IN_CHAIN",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
    "CERT_HAS_EXPIRED",
    "CERT_NOT_YET_VALID",
    "CERT_REVOKED",
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "INVALID_CA",
    "EPROTO",
    "ERR_SSL_WRONG_VERSION_NUMBER",
  ])("with %s is final: a certificate does not get better", (code) => {
    const outcome = unanswered(failure(code), 0);

    expect(outcome).toMatchObject({
      reason: `no trusted connection (${code})`,
      cause: "certificate",
      mayHaveArrived: false,
    });
    expect(judge(outcome, true, 0)).toMatchObject(final);
  });

  test.each(["HPE_INVALID_CONSTANT", "HPE_HEADER_OVERFLOW", "Z_DATA_ERROR"])(
    "with %s was not answered by the service",
    (code) => {
      expect(unanswered(failure(code), 0)).toMatchObject({
        reason: `the answer is not valid HTTP (${code})`,
        cause: "protocol",
        mayHaveArrived: true,
        isTransient: true,
      });
    },
  );

  test.each([
    [407, false],
    [403, false],
    [200, false],
    [429, true],
    [502, true],
    [503, true],
  ])("because the proxy answered %d did not arrive; transient: %p", (status, isTransient) => {
    expect(unanswered(new ProxyRefusal(status), 0)).toMatchObject({
      reason: `the proxy refused the connection with ${status}`,
      cause: "proxy",
      mayHaveArrived: false,
      isTransient,
    });
  });

  test.each(["EMFILE", "ENOBUFS"])("with %s is for lack of resources on this machine, and transient", (code) => {
    expect(unanswered(failure(code), 0)).toMatchObject({ reason: code, mayHaveArrived: false, isTransient: true });
  });

  test("with an unknown code of the system is not tried again", () => {
    const outcome = unanswered(Object.assign(failure("EWHATEVER"), { syscall: "write" }), 0);

    expect(outcome).toMatchObject({ reason: "EWHATEVER", mayHaveArrived: true, isTransient: false });
  });

  test.each([new TypeError("x is not a function"), failure("ERR_INVALID_ARG_TYPE")])(
    "that is a defect is thrown",
    (error) => {
      expect(() => unanswered(error, 0)).toThrow(error);
    },
  );

  test("because the address of the proxy is not valid is not tried again", () => {
    expect(unanswered(failure("ERR_INVALID_URL"), 0)).toMatchObject({ cause: "proxy", isTransient: false });
  });

  test.each(["CanceledError", "AbortError", "TimeoutError"])("with %s took too long", (name) => {
    expect(unanswered(Object.assign(new Error(), { name, code: "ERR_CANCELED" }), 1_234.5)).toMatchObject({
      reason: "no answer within 1.2 s",
      mayHaveArrived: true,
    });
  });

  test("to connect did not arrive, for any reason", () => {
    const cause = Object.assign(failure("ETIMEDOUT"), { syscall: "connect" });
    expect(unanswered(Object.assign(failure("ETIMEDOUT"), { cause }), 0)).toMatchObject({
      reason: "connection timed out",
      mayHaveArrived: false,
    });
  });

  // ENOENT is what Windows says of a name that exists but has no address
  test.each(["EAI_AGAIN", "EAI_FAIL", "ENOENT"])("to resolve a name did not arrive, with %s", (code) => {
    expect(unanswered(Object.assign(failure(code), { syscall: "getaddrinfo" }), 0)).toMatchObject({
      reason: "host name not resolved",
      mayHaveArrived: false,
      isTransient: true,
      isUnreachable: true,
    });
  });

  test("at every address of a host is reported by the first code", () => {
    const error = new AggregateError([failure("ECONNREFUSED"), failure("EHOSTUNREACH")]);

    expect(unanswered(error, 0)).toMatchObject({ reason: "connection refused", mayHaveArrived: false });
  });

  test("is reported by the code of its cause", () => {
    expect(unanswered(new Error("outside", { cause: failure("ENOTFOUND") }), 0)).toMatchObject({
      reason: "host name not found",
    });
  });
});
