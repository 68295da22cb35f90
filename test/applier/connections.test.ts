import {
  type Certificate,
  certificateOf,
  startProxy,
  startSpoiler,
  startTlsFront,
  type TlsFront,
  type TunnelProxy,
} from "../support/network";
import { creates, inScene, type Scene, type Subject, updates } from "./subjects";

const [experiment] = creates;
const trusted = certificateOf("localhost");
const elsewhere = certificateOf("elsewhere.example");
const trusting = { NODE_EXTRA_CA_CERTS: trusted.path };

// only Node as a process reads authorities and proxies from its environment

describe("https", () => {
  test.concurrent.each<[string, Network, Record<string, string>, code: string, next: string]>([
    [
      "whose certificate nobody trusts, even where Node is set not to check",
      {},
      { NODE_EXTRA_CA_CERTS: "", NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" },
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "let NODE_EXTRA_CA_CERTS name a file",
    ],
    [
      "whose certificate is for another host",
      { certificate: elsewhere },
      { NODE_EXTRA_CA_CERTS: elsewhere.path },
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "correct the host name in the base URL",
    ],
  ])("to a service %s is an error, and not tried again", (_, front, environment, code, next) =>
    behindTls(experiment, front, async (scene, tls) => {
      const { exitCode, stderr } = await scene.start({ SERVICE_BASE_URL: tls.address, ...trusting, ...environment })
        .ended;

      expect([exitCode, tls.connections(), scene.calls()]).toEqual([1, 1, []]);
      expect(stderr).toContain(`got no response: no trusted connection (${code}`);
      expect(stderr).toContain(next);
      expect(await scene.stack.journal()).toEqual({});
    }),
  );

  test.concurrent.each<[string, (address: string) => string, said: string, next: string]>([
    ["does not speak https", (address) => address.replace("http:", "https:"), "no trusted connection", "speaks https"],
    [
      "listens nowhere on this machine",
      () => "http://127.0.0.1:9",
      "connection refused",
      "`npx --no-install cdktf-experimentation emulator`",
    ],
    // on most systems another name of this machine, and not a loopback address
    [
      "listens nowhere on another machine",
      () => "https://0.0.0.0:9",
      "connection refused",
      "set HTTPS_PROXY if only a proxy",
    ],
  ])("to a service that %s ends in what helps there", (_, addressOf, said, next) =>
    behindTls(experiment, {}, async (scene) => {
      await scene.restate({ retryBudgetSeconds: 1 });
      const { exitCode, stderr } = await scene.start({ SERVICE_BASE_URL: addressOf(scene.emulator.baseUrl) }).ended;

      expect([exitCode, scene.calls()]).toEqual([1, []]);
      expect(stderr).toContain(`got no response: ${said}`);
      expect(stderr).toContain(next);
    }),
  );

  test.concurrent.each<[Subject, calls: string[]]>([
    [experiment, ["create", "create", "update"]],
    [updates[0], ["update", "update"]],
  ])("that breaks after the $what was sent leaves it unknown whether it took effect", (subject, calls) =>
    behindTls(subject, {}, async (scene, tls) => {
      await scene.restate({ unclearCreates: "adopt" });
      const before = scene.emulator.calls.length;
      const spoiler = await startSpoiler(tls.port, () => scene.emulator.calls.length > before);
      const environment = { SERVICE_BASE_URL: `https://localhost:${spoiler.port}`, ...trusting };
      const { exitCode } = await scene.start(environment).ended;
      await spoiler.close();

      expect([exitCode, scene.calls()]).toEqual([0, calls]);
    }),
  );
});

describe("a proxy", () => {
  test.concurrent.each<[string, (proxy: string) => Record<string, string>, isUsed: boolean]>([
    ["HTTPS_PROXY names it", (proxy) => ({ HTTPS_PROXY: `http://${proxy}` }), true],
    ["all_proxy names it without a scheme", (proxy) => ({ all_proxy: proxy }), true],
    ["it takes a password", (proxy) => ({ https_proxy: `http://me:pass%40word@${proxy}`, DEBUG: "*" }), true],
    ["NO_PROXY names the service", (proxy) => ({ HTTPS_PROXY: `http://${proxy}`, NO_PROXY: "localhost" }), false],
  ])("carries an https call without seeing what is in it, or is passed by: %s", (_, variables, isUsed) =>
    behindTls(experiment, {}, async (scene, tls, proxy) => {
      const environment = { SERVICE_BASE_URL: tls.address, ...trusting, ...variables(`127.0.0.1:${proxy.port}`) };

      expect(await scene.start(environment).ended).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.calls()).toEqual(["create"]);
      expect(proxy.asked).toEqual(isUsed ? [`CONNECT localhost:${tls.port}`] : []);
      expect(proxy.seen()).not.toContain(scene.emulator.key);
      expect(proxy.seen()).not.toContain("Checkout button");
    }),
  );

  test.concurrent("never carries a call over plain http: it would see the key", () =>
    behindTls(experiment, {}, async (scene, _, { port, seen }) => {
      const address = `http://127.0.0.1:${port}`;
      const variables = { HTTP_PROXY: address, http_proxy: address, ALL_PROXY: address, NODE_USE_ENV_PROXY: "1" };
      const { exitCode } = await scene.start(variables).ended;

      // Node 22 warns by itself that it takes proxies from the environment
      expect([exitCode, scene.calls(), seen()]).toEqual([0, ["create"], ""]);
    }));

  test.concurrent("that answers in the place of the service is not taken for it", () =>
    behindTls(
      experiment,
      { answer: "HTTP/1.1 407 Proxy Authentication Required" },
      async (scene, tls, { port, asked }) => {
        const variables = { SERVICE_BASE_URL: tls.address, HTTPS_PROXY: `http://127.0.0.1:${port}` };
        const { exitCode, stderr } = await scene.start(variables).ended;

        expect([exitCode, asked.length]).toEqual([1, 1]);
        expect(stderr).toContain(`got no response: the proxy 127.0.0.1:${port}: refused the connection with 407\n`);
        expect(stderr).toMatch(/next: check the proxy in HTTPS_PROXY, its credentials/);
        expect(await scene.stack.journal()).toEqual({});
      },
    ));

  test.concurrent.each(["HTTP/1.1 502 Bad Gateway", ""])("that answers %j once is asked again", (answer) =>
    behindTls(experiment, { answer }, async (scene, tls, { port, asked }) => {
      const variables = { SERVICE_BASE_URL: tls.address, ...trusting, HTTPS_PROXY: `http://127.0.0.1:${port}` };

      expect(await scene.start(variables).ended).toMatchObject({ exitCode: 0, stderr: "" });
      expect([asked.length, scene.calls()]).toEqual([2, ["create"]]);
    }),
  );

  test.concurrent.each([
    ["https_proxy", "http://me:password@nowhere.invalid:3128", "the proxy nowhere.invalid:3128: host name not "],
    ["ALL_PROXY", "http://me:password@127.0.0.1:1", "the proxy 127.0.0.1:1: connection refused"],
    ["HTTPS_PROXY", "http://me:password@127.0.0.1:99999", "the proxy 127.0.0.1:99999: the URL is not valid"],
    ["all_proxy", "me:pass/password@proxy.example:3128", "the proxy proxy.example:3128: the URL is not valid"],
    ["https_proxy", "http://me:password", "the proxy me: the URL is not valid"],
    ["ALL_PROXY", "http://me:password@[::1]:1", "the proxy [::1]:1: "],
    ["HTTPS_PROXY", "https://me:pass@password@127.0.0.1", "the proxy 127.0.0.1:443: "],
  ])("that cannot be used is named, without its password: %s=%s", (variable, address, reason) =>
    behindTls(experiment, {}, async (scene, tls) => {
      await scene.restate({ retryBudgetSeconds: 0.55 });
      const variables = { SERVICE_BASE_URL: tls.address, [variable]: address, no_proxy: "other.example" };
      const { exitCode, stderr } = await scene.start(variables).ended;

      expect([exitCode, tls.connections()]).toEqual([1, 0]);
      expect(stderr).toContain(reason);
      expect(stderr).toMatch(new RegExp(`next: check the proxy in ${variable}, .* to no_proxy`));
      expect(stderr).not.toContain("password");
    }),
  );

  test.concurrent("that is no HTTP proxy, but SOCKS, is an error, and nothing is sent to it", () =>
    behindTls(experiment, {}, async (scene, tls, { port, seen }) => {
      const ALL_PROXY = `socks5h://me:password@127.0.0.1:${port}`;
      const { exitCode, stderr } = await scene.start({ SERVICE_BASE_URL: tls.address, ALL_PROXY }).ended;

      expect([exitCode, seen(), tls.connections()]).toEqual([1, "", 0]);
      expect(stderr).toContain(`the proxy 127.0.0.1:${port}: given as socks5h://; allowed: http:// or https://\n`);
      expect(stderr).not.toContain("password");
    }));
});

interface Network {
  readonly certificate?: Certificate;
  /** The first answer of the proxy, in the place of the service's. */
  readonly answer?: string;
}

/** A scene whose service is reached by TLS, with a proxy beside it. */
function behindTls(
  subject: Subject,
  { certificate = trusted, answer }: Network,
  test: (scene: Scene, tls: TlsFront, proxy: TunnelProxy) => Promise<void>,
): Promise<void> {
  return inScene(subject, async (scene) => {
    const front = await startTlsFront(certificate, scene.emulator.baseUrl);
    const proxy = await startProxy(answer && `${answer}\r\nContent-Length: 0\r\n\r\n`);
    try {
      await test(scene, front, proxy);
    } finally {
      await front.close();
      await proxy.close();
    }
  });
}
