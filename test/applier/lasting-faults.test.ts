import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import type { ServiceSettings } from "../../lib/api/service-settings";
import type { Fault } from "../../lib/emulator";
import { masked } from "./applier";
import { creates, inScene, type Subject, updates } from "./subjects";

interface Row {
  readonly what: string;
  /** Plays on every call of the first deploy. */
  readonly fault?: Fault;
  /** What is otherwise in the environment of the first deploy. */
  readonly environment?: () => Readonly<Record<string, string>>;
  /** Whether a create may have taken effect. */
  readonly isUnclear: boolean;
  readonly service?: ServiceSettings;
  readonly error: string;
  readonly next: string;
}

const brief = { retryBudgetSeconds: 2 };
const spent = "gave up after <N>: the next wait would exceed the 2 s for the whole call";
const operator = "deploy again; if it persists, contact the service's operator";
const network = "check the address of the service and the network, and deploy again";
const language = "check the address of the service: what answers there did not return valid HTTP and JSON";

let stranger: Server;
beforeAll(async () => {
  stranger = createServer((socket) => socket.on("error", () => {}).end("220 mail.example ESMTP\r\n"));
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
});
afterAll(() => stranger.close());

const rows: readonly Row[] = [
  {
    what: "a refused connection",
    environment: () => ({ SERVICE_BASE_URL: "http://127.0.0.1:1" }),
    service: brief,
    isUnclear: false,
    error: `got no answer: connection refused; ${spent}`,
    next: network,
  },
  {
    what: "a name that does not resolve",
    environment: () => ({
      SERVICE_BASE_URL: "https://service.invalid",
      NODE_OPTIONS: `--require "${join(__dirname, "no-such-name.cjs")}"`,
    }),
    service: brief,
    isUnclear: false,
    error: `got no answer: host name not found; ${spent}`,
    next: network,
  },
  {
    what: "429 at every call",
    fault: { status: 429 },
    service: brief,
    isUnclear: false,
    error: `was answered with 429: Too Many Requests; ${spent}`,
    next: operator,
  },
  {
    what: "503 at every call",
    fault: { status: 503, body: { message: "Back at noon." } },
    service: brief,
    isUnclear: false,
    error: `was answered with 503: Back at noon; ${spent}`,
    next: operator,
  },
  {
    what: "no answer to any call",
    fault: { hang: true },
    service: { retryBudgetSeconds: 1.9997, attemptTimeoutSeconds: 1.5003 },
    isUnclear: true,
    error: `got no answer: no answer within 1.5 s; ${spent}`,
    next: network,
  },
  {
    what: "connections that are reset",
    fault: { drop: "before" },
    service: brief,
    isUnclear: true,
    error: `got no answer: connection lost; ${spent}`,
    next: network,
  },
  {
    what: "200 with HTML at every call",
    fault: { headers: { "content-type": "text/html" }, body: "<h1>Log in</h1>" },
    isUnclear: true,
    error: "was answered with 200: <h1>Log in</h1>; gave up after <N>: 3 answers could not be read",
    next: language,
  },
  {
    what: "answers that are no HTTP",
    environment: () => ({ SERVICE_BASE_URL: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}` }),
    isUnclear: true,
    error:
      "got no answer: the answer is not valid HTTP (HPE_INVALID_CONSTANT); gave up after <N>: 3 answers could not be read",
    next: language,
  },
];

const [create] = creates;
const [, , , upsert] = updates;
const plays = [
  ...rows.map((row) => ({ ...row, subject: create })),
  ...rows.slice(-2).map((row) => ({ ...row, subject: upsert })),
];

test.concurrent.each(plays)("under $what, the $subject.what gives up, and the next deploy heals", (row) =>
  inScene(
    row.subject,
    async (scene) => {
      if (row.fault !== undefined) scene.fail({ ...row.fault, times: Infinity });
      const { exitCode, stderr } = await scene.start(row.environment?.()).ended;
      const unknown = row.isUnclear && row.subject === create ? "; whether it was created is unknown" : "";

      expect(exitCode).toBe(1);
      expect(settled(stderr)).toBe(
        `error: ${row.subject.entity} (stack/entity): ${call(row.subject)} ${row.error}${unknown}\n  next: ${row.next}\n`,
      );
      await scene.forget();
      await scene.restate({});
      expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.differences).toEqual([]);
    },
    row.service,
  ),
);

test("under 500 at every call, what is safe to repeat ends after five attempts, with the last message", () =>
  inScene(upsert, async (scene) => {
    scene.fail({ status: 500, body: { message: "Division by zero." }, times: Infinity });
    const { exitCode, stderr } = await scene.run();

    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      "was answered with 500: Division by zero; gave up after 5 attempts: the service failed 5 times",
    );
    expect(scene.calls()).toEqual(Array(5).fill("upsert"));
  }));

function call({ calls, action }: Subject): string {
  return (calls[action] ?? "").replace(" ", " <service>");
}

/** What was printed, without what depends on the machine. */
function settled(stderr: string): string {
  return masked(stderr)
    .replace(/https:\/\/service\.invalid/, "<service>")
    .replace(/gave up after \d+ attempts?/, "gave up after <N>");
}
