import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import type { Fault } from "../../lib/emulator";
import type { ServiceSettings } from "../../lib/interface/service";
import { type Ended, masked, someAtATime } from "./applier";
import { Scene, type Subject, subjects } from "./subjects";

const html = { "content-type": "text/html" };

interface Row {
  readonly what: string;
  /** Plays on every call of the first deploy. */
  readonly fault?: Fault;
  /** What is otherwise in the environment of the first deploy. */
  readonly environment?: () => Readonly<Record<string, string>>;
  /** Whether a create may have taken effect. */
  readonly isUnclear: boolean;
  readonly error: string;
  readonly next: string;
  readonly service?: ServiceSettings;
}

const brief = { retryBudgetSeconds: 2 };
const spent = "gave up after <N>: the next wait would exceed the 2 s for the whole call";
const asks = "deploy again; if it stays, ask those who run the service";
const network = "check the address of the service and the network, and deploy again";
const language = "check the address of the service: what answers there does not speak its language";

let stranger: Server;
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
    next: asks,
  },
  {
    what: "503 at every call",
    fault: { status: 503 },
    service: brief,
    isUnclear: true,
    error: `was answered with 503: Service Unavailable; ${spent}`,
    next: asks,
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
    fault: { headers: html, body: "<h1>Log in</h1>" },
    isUnclear: true,
    error: "was answered with 200: <h1>Log in</h1>; gave up after <N>: 3 answers could not be read",
    next: language,
  },
  {
    what: "answers that are no HTTP",
    environment: () => ({ SERVICE_BASE_URL: `http://127.0.0.1:${(stranger.address() as AddressInfo).port}` }),
    isUnclear: true,
    error:
      "got no answer: the answer is no HTTP (HPE_INVALID_CONSTANT); gave up after <N>: 3 answers could not be read",
    next: language,
  },
];

interface Course {
  readonly ended: Ended;
  readonly next: { readonly ended: Ended; readonly calls: readonly string[]; readonly differences: readonly string[] };
}

async function courseOf({ fault, environment, service }: Row, subject: Subject): Promise<Course> {
  const scene = await Scene.of(subject, { service });
  try {
    if (fault !== undefined) scene.fail({ ...fault, times: Infinity });
    const ended = await scene.run(environment?.());
    await scene.forget();
    await scene.restate({});
    return { ended, next: { ended: await scene.run(), calls: scene.calls(), differences: scene.differences } };
  } finally {
    await scene.end();
  }
}

const courses = new Map<string, Course>();

beforeAll(async () => {
  stranger = createServer((socket) => socket.on("error", () => {}).end("220 mail.example ESMTP\r\n"));
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
  const all = rows.flatMap((row) => subjects.map((subject) => ({ row, subject })));
  await someAtATime(
    all.map(({ row, subject }) => async () => {
      courses.set(`${row.what} ${subject.what}`, await courseOf(row, subject));
    }),
  );
}, 600_000);

afterAll(() => stranger.close());

describe.each(rows)("$what", (row) => {
  test.each(subjects)("at the $what: gives up, and the next deploy heals", (subject) => {
    const { ended, next } = courses.get(`${row.what} ${subject.what}`) as Course;
    const { exitCode, stdout, stderr } = ended;

    expect(exitCode).toBe(1);
    expect(errors(row, subject)).toContain(settled(stderr));
    expect(stdout).toMatch(/^(waiting \d.* s: [a-z0-9. ]+ \(attempt \d+\)\n)*$/);
    expect({ exitCode: next.ended.exitCode, stderr: next.ended.stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(next.differences).toEqual([]);
    expect(next.calls).toEqual(callsAfter(row, subject));
  });
});

/** The error: about the create, or about the update by which it was looked for where a second create could make a twin. */
function errors(row: Row, subject: Subject): string[] {
  const isCreate = subject.action === "create";
  const unknown = row.isUnclear && isCreate ? "; whether it was created is unknown" : "";
  const actions = row.isUnclear && isCreate ? [subject.action, subject.findsOutBy] : [subject.action];
  return actions.map((action) => {
    const call = (subject.calls[action] ?? "").replace(" ", " <service>");
    return `error: ${subject.thing} (stack/thing): ${call} ${row.error}${unknown}\n  next: ${row.next}\n`;
  });
}

function callsAfter(row: Row, { action, findsOutBy }: Subject): string[] {
  // what may be at another address is not looked for at this one
  const mayBeThere = row.isUnclear && row.environment === undefined;
  return mayBeThere && action === "create" && findsOutBy === "update" ? ["update", "create"] : [action];
}

/** What was printed, without what depends on the machine. */
function settled(stderr: string): string {
  return masked(stderr)
    .replace(/https:\/\/service\.invalid/, "<service>")
    .replace(/gave up after \d+ attempts?/, "gave up after <N>");
}
