import { type Certificate, certificateOf } from "../support/certificate";
import { startProxy, startTlsFront, type TlsFront } from "../support/network";
import { masked, type Said } from "./applier";
import { creates, inScene, type Scene } from "./subjects";

const [experiment] = creates;
const trusted = certificateOf("localhost");
const elsewhere = certificateOf("elsewhere.example");

describe("https", () => {
  test.concurrent("to a service with a certificate of an extra authority makes the call", () =>
    behindTls(trusted, async (scene, tls) => {
      const ended = await scene.start({ SERVICE_BASE_URL: tls.address, NODE_EXTRA_CA_CERTS: trusted.path }).ended;

      expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.calls()).toEqual(["create"]);
    }));

  test.concurrent.each<[string, Certificate, Record<string, string>, string]>([
    ["is trusted by nobody", trusted, {}, "DEPTH_ZERO_SELF_SIGNED_CERT"],
    [
      "is trusted by nobody, even where Node is set not to check",
      trusted,
      { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" },
      "DEPTH_ZERO_SELF_SIGNED_CERT",
    ],
    ["is for another host", elsewhere, { NODE_EXTRA_CA_CERTS: elsewhere.path }, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])("to a service whose certificate %s is an error, and not tried again", (_, certificate, environment, code) =>
    behindTls(certificate, async (scene, tls) => {
      const ended = await scene.start({ SERVICE_BASE_URL: tls.address, ...environment }).ended;

      expect(plain(ended)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr:
          `error: experiment checkout_button (stack/entity): POST <service>/console/v1/experiments got no answer: no trusted connection (${code})\n` +
          "  next: check the certificate of the service; NODE_EXTRA_CA_CERTS names further authorities to trust\n",
      });
      expect(tls.connections()).toBe(1);
      expect(scene.calls()).toEqual([]);
      expect(await scene.stack.journal()).toEqual({});
    }),
  );

  test.concurrent("to a port without TLS is an error, and not tried again", () =>
    inScene(experiment, async (scene) => {
      const address = scene.emulator.address.replace("http:", "https:");
      const { exitCode, stderr } = await scene.start({ SERVICE_BASE_URL: address }).ended;

      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/got no answer: no trusted connection \(\w+\)\n {2}next: check the certificate/);
    }));
});

describe("a proxy", () => {
  const through = async (variables: (port: number) => Record<string, string>, expected: "used" | "passed by") =>
    behindTls(trusted, async (scene, tls) => {
      const proxy = await startProxy();
      const ended = await scene.start({
        SERVICE_BASE_URL: tls.address,
        NODE_EXTRA_CA_CERTS: trusted.path,
        ...variables(proxy.port),
      }).ended;
      await proxy.close();

      expect(ended).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.calls()).toEqual(["create"]);
      expect(proxy.asked).toEqual(expected === "used" ? [`CONNECT localhost:${tls.port}`] : []);
      expect(proxy.seen().includes(scene.emulator.key)).toBe(false);
      expect(proxy.seen().includes("Checkout button")).toBe(false);
    });

  test.concurrent.each<[string, (port: number) => Record<string, string>]>([
    ["HTTPS_PROXY", (port) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}` })],
    ["https_proxy", (port) => ({ https_proxy: `http://127.0.0.1:${port}` })],
    ["ALL_PROXY", (port) => ({ ALL_PROXY: `http://127.0.0.1:${port}` })],
    ["HTTPS_PROXY without a scheme", (port) => ({ HTTPS_PROXY: `127.0.0.1:${port}` })],
    ["HTTPS_PROXY with a password", (port) => ({ HTTPS_PROXY: `http://me:pass%40word@127.0.0.1:${port}`, DEBUG: "*" })],
  ])("in %s carries an https call without seeing what is in it", (_, variables) => through(variables, "used"));

  test.concurrent.each<[string, (port: number) => Record<string, string>]>([
    ["NO_PROXY names the service", (port) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: "localhost" })],
    ["no_proxy names everything", (port) => ({ https_proxy: `http://127.0.0.1:${port}`, no_proxy: "*" })],
    ["only http has one", (port) => ({ HTTP_PROXY: `http://127.0.0.1:${port}` })],
  ])("is passed by where %s", (_, variables) => through(variables, "passed by"));

  test.concurrent("never carries a call over plain http: it would see the key", () =>
    inScene(experiment, async (scene) => {
      const proxy = await startProxy();
      const address = `http://127.0.0.1:${proxy.port}`;
      const variables = { HTTP_PROXY: address, http_proxy: address, ALL_PROXY: address, NODE_USE_ENV_PROXY: "1" };
      const { exitCode } = await scene.start(variables).ended;
      await proxy.close();

      // Node 22 warns by itself that it takes proxies from the environment
      expect([exitCode, scene.calls(), proxy.seen()]).toEqual([0, ["create"], ""]);
    }));

  test.concurrent.each([
    ["HTTP/1.1 407 Proxy Authentication Required", "the proxy refused the connection with 407", 1],
    ["HTTP/1.1 204 No Content", "the proxy refused the connection with 204", 1],
    ["HTTP/1.1 502 Bad Gateway", "the proxy refused the connection with 502", 2],
    ["", "connection lost", 2],
  ])("that answers %j in the place of the service is not taken for it, and nobody waits for it: %s", (...row) =>
    behindTls(trusted, async (scene, tls) => {
      const [answer, said, tries] = row;
      const proxy = await startProxy(answer && `${answer}\r\nContent-Length: 0\r\n\r\n`);
      // an answer that is final needs no budget, and a busy machine needs time
      await scene.restate({ retryBudgetSeconds: tries === 1 ? 60 : 4 });
      const variables = { SERVICE_BASE_URL: tls.address, HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
      const { exitCode, stderr } = await scene.start(variables).ended;
      await proxy.close();

      expect(exitCode).toBe(1);
      expect(stderr).toContain(`got no answer: ${said}`);
      expect(stderr).toContain("next: check the proxy in HTTPS_PROXY");
      expect(Math.min(proxy.asked.length, 2)).toBe(tries);
      expect(await scene.stack.journal()).toEqual({});
    }),
  );

  test.concurrent.each([
    ["HTTPS_PROXY", "socks5"],
    ["ALL_PROXY", "socks5h"],
  ])("in %s that is no HTTP proxy, but %s, is an error, and nothing is sent to it", (variable, scheme) =>
    behindTls(trusted, async (scene, tls) => {
      const proxy = await startProxy();
      const ended = await scene.start({
        SERVICE_BASE_URL: tls.address,
        [variable]: `${scheme}://me:password@127.0.0.1:${proxy.port}`,
      }).ended;
      await proxy.close();

      expect(plain(ended)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr:
          `error: experiment checkout_button (stack/entity): POST <service>/console/v1/experiments got no answer: the proxy is given as ${scheme}://; allowed: http:// or https://\n` +
          "  next: check the proxy in HTTPS_PROXY and what it allows, or add the service to NO_PROXY, and deploy again\n",
      });
      expect([proxy.seen(), tls.connections()]).toEqual(["", 0]);
    }),
  );
});

/** A scene whose service is reached by TLS. */
function behindTls(certificate: Certificate, test: (scene: Scene, tls: TlsFront) => Promise<void>): Promise<void> {
  return inScene(experiment, async (scene) => {
    const front = await startTlsFront(certificate, scene.emulator.address);
    try {
      await test(scene, front);
    } finally {
      await front.close();
    }
  });
}

function plain({ exitCode, stdout, stderr }: Said): Said {
  return { exitCode, stdout, stderr: masked(stderr).replace(/https:\/\/localhost:\d+/, "<service>") };
}
