import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import type { ServiceSettings } from "../../lib/api/service-settings";
import type { Fault } from "../../lib/emulator";
import { listen } from "../support/network";
import { masked } from "./applier";
import { requestFile } from "./request";
import { creates, inScene, type Subject, updates, withFields, withTheirs } from "./subjects";

const [create] = creates;
const [experimentUpdate, update, ingestionUpdate, upsert] = updates;

/** A fault of one attempt. retry/verdict.test.ts has every status; here is one for each way in which they differ. */
type FaultRow = readonly [what: string, fault: Fault, service?: ServiceSettings];

const html = { "content-type": "text/html" };
/** Long enough for answers on a busy machine. */
const short = { attemptTimeoutSeconds: 4 };
const limited = (wait: string): Fault => ({ status: 429, headers: { "Retry-After": wait } });

const notExecuted: readonly FaultRow[] = [
  ["429 without Retry-After", { status: 429, headers: { "Retry-After": null } }],
  ["429 with Retry-After: 1", limited("1")],
  ["429 with garbage in Retry-After", limited("soon")],
];
const unclear: readonly FaultRow[] = [
  ["a reset before the request was read", { drop: "before" }],
  ["a reset after the request was read", { drop: "after" }],
  ["no answer", { hang: true, effect: true }, short],
  ["an answer that breaks off", { status: 201, effect: true, drop: "midway" }],
  ["502 as HTML", { status: 502, headers: html, body: "<html><h1>Bad gateway</h1></html>" }],
  ["503", { status: 503 }],
  ["504", { status: 504, effect: true }],
  ["200 with HTML", { status: 200, headers: html, body: "<h1>Bad gateway</h1>" }],
  ["200 with truncated JSON", { status: 200, body: '{"message":"ok","da', effect: true }],
];
const failing: readonly FaultRow[] = [["500", { status: 500, effect: true }]];

const again = ["create", "create"];
const meetings = [
  ...notExecuted.map((row) => [...row.slice(0, 1), again, "nothing here proves that this stack created it\n", row]),
  ...unclear.map((row) => [...row.slice(0, 1), again, "; either an earlier attempt, whose response was lost", row]),
  ...failing.map((row) => [...row.slice(0, 1), ["create"], "; whether it was created is unknown\n  next: deploy", row]),
] as [string, string[], string, FaultRow][];

test.concurrent.each(meetings)(
  "after %s, the calls of a create that meets somebody else's entity are %j, and the bundled applier says what it knows: %s",
  (_, calls, said, [, fault, service]) =>
    withTheirs(create, service, async (scene, theirs) => {
      scene.fail(fault);
      const { exitCode, stderr } = await scene.start().ended;

      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(said)]);
      expect(scene.calls()).toEqual(calls);
      expect(scene.emulator.records).toEqual(theirs);
    }),
);

test.concurrent.each<[string, Subject, Fault, ServiceSettings?]>([
  ...[...notExecuted, ...unclear, ...failing].map(
    ([what, fault, service]): [string, Subject, Fault, ServiceSettings?] => [what, update, fault, service],
  ),
  ["503", create, { status: 503 }],
  ["504 without effect", create, { status: 504 }],
  ["503", upsert, { status: 503 }],
  ["504", upsert, { status: 504 }],
])("after %s, the call is made again: %#", (_, subject, fault, service) =>
  inScene(
    subject,
    async (scene) => {
      scene.fail(fault);
      expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.calls()).toEqual([subject.action, subject.action]);
      expect(scene.differences).toEqual([]);
    },
    service,
  ),
);

describe("a refusal ends the deploy, and the next one makes the call:", () => {
  const key =
    "check the key in SERVICE_API_KEY and its permissions, and the vendor, which names the header SERVICE-API-KEY; then deploy again";
  const correct = "correct the props, and deploy again";
  const orAdopt = `${correct}; if it means that the experiment exists, set adopt: true to take it over`;
  const operator = "deploy again; if it persists, contact the service's operator";
  const impatient = { retryBudgetSeconds: 100 };
  const tooLong =
    "Too Many Requests; gave up after 1 attempt: the service asks to wait <ages>, longer than the time left of 100 s for the whole call";
  const property = { property: "name", errorMessage: "too short" };

  test.concurrent.each<[what: string, error: string, next: string, fault: Fault, rest?: ServiceSettings | Subject]>([
    ["429 with a huge Retry-After", `429: ${tooLong}`, operator, limited("999999999999"), impatient],
    ["429 in a far future", `429: ${tooLong}`, operator, limited("Fri, 31 Dec 9999 23:59:59 GMT"), impatient],
    [
      "400 with errors",
      "400: Invalid\n  - name: too short\n  - size: no number",
      correct,
      {
        status: 400,
        body: { message: "Invalid.", errors: [property, { property: "size", errorMessage: "no number" }] },
      },
    ],
    ["400 without errors", '400: {"code":17}', orAdopt, { status: 400, body: { code: 17 } }],
    [
      "400 that says no more",
      "400: Invalid request. Please check the documentation",
      orAdopt,
      { status: 400, body: { message: "Invalid request. Please check the documentation." } },
    ],
    [
      "400 with a list of messages besides its error",
      "400: Bad\n  - name is short\n  - size is no number",
      correct,
      { status: 400, body: { statusCode: 400, message: ["name is short", "size is no number"], error: "Bad" } },
    ],
    [
      "400 with problem details",
      "400: Too large: The body has too many bytes",
      correct,
      {
        status: 400,
        body: { type: "about:blank", title: "Too large", detail: "The body has too many bytes.", status: 400 },
      },
    ],
    [
      "401 that repeats the key",
      "401: *** is no key",
      key,
      { status: 401, body: { message: "emulator-key is no key" } },
    ],
    [
      "401 that repeats the key in another encoding",
      "401: No such key\n  - Basic ***\n  - x***",
      key,
      {
        status: 401,
        body: { message: "No such key", errors: ["Basic ZW11bGF0b3Ita2V5", "x656d756c61746f722d6b6579"] },
      },
    ],
    ["403 at a create", "403: Forbidden", key, { status: 403 }],
    ["403 at an update", "403: Forbidden", key, { status: 403 }, update],
    ["403 at an upsert", "403: Forbidden", key, { status: 403 }, upsert],
    ["501", "501: Not Implemented", operator, { status: 501 }],
    ["505", "505: HTTP Version Not Supported", operator, { status: 505 }],
  ])("%s", (_, error, next, fault, rest = create) => {
    const subject = "action" in rest ? rest : create;
    return inScene(
      subject,
      async (scene) => {
        scene.fail(fault);
        const { exitCode, stdout, stderr } = await scene.run();

        expect([exitCode, stdout]).toEqual([1, ""]);
        expect(masked(stderr).replace(/\d{3}(,\d{3}){3} s/, "<ages>")).toBe(
          `error: ${subject.entity} (stack/entity): ${call(subject)} was answered with ${error}\n  next: ${next}\n`,
        );
        expect(await scene.stack.journal()).toEqual({});
        expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
        expect(scene.calls()).toEqual([subject.action, subject.action]);
        expect(scene.differences).toEqual([]);
      },
      "action" in rest ? undefined : rest,
    );
  });
});

describe("under a lasting fault, a call gives up, and the next deploy heals:", () => {
  const brief = { retryBudgetSeconds: 2 };
  const spent = "gave up after <N>: the next wait would exceed the 2 s for the whole call";
  const unread = "gave up after <N>: 3 answers could not be read";
  const operator = "deploy again; if it persists, contact the service's operator";
  const network = "check the address of the service and the network, and deploy again";
  const language = "check the address of the service: what answers there does not send valid HTTP and JSON";

  const stranger = createTcpServer((socket) => socket.on("error", () => {}).end("220 mail.example ESMTP\r\n"));
  let port: number;
  beforeAll(async () => {
    port = await listen(stranger);
  });
  afterAll(() => stranger.close());
  const toStranger = () => ({ SERVICE_BASE_URL: `http://127.0.0.1:${port}` });
  const toNobody = () => ({
    SERVICE_BASE_URL: "https://service.invalid",
    NODE_OPTIONS: `--require "${join(__dirname, "no-such-name.cjs")}"`,
  });
  const page: Fault = { headers: html, body: "<h1>Log in</h1>" };
  const hanging = { retryBudgetSeconds: 1.9997, attemptTimeoutSeconds: 1.5003 };

  test.concurrent.each<
    readonly [what: string, said: string, next: string, fault: Fault | (() => Record<string, string>), Rest]
  >([
    [
      "a refused connection",
      `got no answer: connection refused; ${spent}`,
      network,
      () => ({ SERVICE_BASE_URL: "http://127.0.0.1:1" }),
      { service: brief },
    ],
    ["no such name", `got no answer: host name not found; ${spent}`, network, toNobody, { service: brief }],
    ["429", `was answered with 429: Too Many Requests; ${spent}`, operator, { status: 429 }, { service: brief }],
    [
      "503",
      `was answered with 503: Back at noon; ${spent}; whether it was created is unknown`,
      operator,
      { status: 503, body: { message: "Back at noon." } },
      { service: brief },
    ],
    [
      "no answer",
      `got no answer: no answer within 1.5 s; ${spent}; whether it was created is unknown`,
      network,
      { hang: true },
      { service: hanging },
    ],
    [
      "connections that are reset",
      `got no answer: connection lost; ${spent}; whether it was created is unknown`,
      network,
      { drop: "before" },
      { service: brief },
    ],
    [
      "HTML at a create",
      `was answered with 200: <h1>Log in</h1>; ${unread}; whether it was created is unknown`,
      language,
      page,
      {},
    ],
    ["HTML at an upsert", `was answered with 200: <h1>Log in</h1>; ${unread}`, language, page, { subject: upsert }],
    [
      "answers that are no HTTP",
      `got no answer: the answer is not valid HTTP (HPE_INVALID_CONSTANT); ${unread}`,
      language,
      toStranger,
      { subject: upsert },
    ],
    [
      "500 at what is safe to repeat",
      "was answered with 500: Division by zero; gave up after <N>: the service failed 5 times",
      operator,
      { status: 500, body: { message: "Division by zero." } },
      { subject: upsert },
    ],
  ])("%s", (_, said, next, fault, { subject = create, service }) =>
    inScene(
      subject,
      async (scene) => {
        if (typeof fault !== "function") scene.fail({ ...fault, times: Infinity });
        const { exitCode, stderr } = await scene.start(typeof fault === "function" ? fault() : {}).ended;

        expect(exitCode).toBe(1);
        const settled = masked(stderr)
          .replace(/https:\/\/service\.invalid/, "<service>")
          .replace(/gave up after \d+ attempts?/, "gave up after <N>");
        expect(settled).toBe(`error: ${subject.entity} (stack/entity): ${call(subject)} ${said}\n  next: ${next}\n`);
        await scene.forget();
        await scene.restate({});
        expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
        expect(scene.differences).toEqual([]);
      },
      service,
    ),
  );

  interface Rest {
    readonly subject?: Subject;
    readonly service?: ServiceSettings;
  }
});

describe("what to do next:", () => {
  const missing = "check the address of the service and what the answer says is missing, and deploy again";
  const replace = "`terraform -chdir='<folder>' apply -replace=null_resource.metric_source_1`";
  const lost = `check the address and the key in SERVICE_API_KEY: another service, or another project, does not have it; if somebody has deleted it there, or its create was cut off, run ${replace}, which sends the create to this address`;
  const elsewhere =
    "the service has no such assignment source, or no such endpoint: check the address of the service; some services create assignment sources elsewhere (see the page on services of this shape in the docs): create it there, and deploy again";
  const [table, path] = [
    "Table finance.refunds not found",
    "Cannot POST /console/v1/metrics/metric_source/paid%20orders",
  ];

  test.concurrent.each<[Subject, status: number, message: string, next: string]>([
    [create, 404, "Not Found", missing],
    [update, 404, "Not Found", lost],
    [upsert, 404, "Not Found", elsewhere],
    // none of these is a reason to create
    [update, 404, table, missing],
    [update, 404, path, missing],
    [update, 405, "Method Not Allowed", missing],
    [update, 400, "Column paid_at not found", "correct the props, and deploy again"],
    [update, 409, "Locked by a review", "resolve what the answer says, and deploy again"],
  ])("of $what, answered %d %s", (subject, status, message, next) =>
    inScene(subject, async (scene) => {
      scene.fail({ status, body: { message } });
      const { stderr } = await scene.run();

      expect(stderr.replace(scene.stack.folder, "<folder>")).toContain(`with ${status}: ${message}\n  next: ${next}\n`);
    }),
  );

  test.concurrent.each([
    ["an ingestion source, looked for first", ingestionUpdate, "SERVICE_ADOPT_EXISTING=true terraform -chdir="],
    ["a metric source", update, "terraform -chdir="],
  ])("the command creates %s that an update does not find", (_, subject, command) =>
    inScene(subject, async (scene) => {
      scene.emulator.reset();

      expect((await scene.run()).stderr).toContain(`run \`${command}`);
    }),
  );

  test.concurrent("a command is for the program that TERRAFORM_BINARY_NAME names", () =>
    withTheirs(create, {}, async (scene) => {
      const { stderr } = await scene.start({ TERRAFORM_BINARY_NAME: "/opt/open tofu" }).ended;

      expect(stderr).toContain("run `SERVICE_ADOPT_EXISTING=true '/opt/open tofu' -chdir=");
    }));

  test.concurrent("a dry run of what exists says what dryRun is for, and what to do now", () =>
    inScene({ ...update, action: "dry-run" }, async (scene) => {
      await scene.stack.write(requestFile(withFields(update, { dryRun: true })));
      await scene.createTheirs();
      const { stderr } = await scene.run();

      expect(stderr).toContain(
        "already exists\n  next: it exists, and dryRun is for what does not; if this stack deployed it before,",
      );
      expect(stderr).toContain(
        "replace dryRun: true with adopt: true and deploy again; to ask about what is deployed, run",
      );
    }));

  test.concurrent("the update of what is adopted, and is not there, says how to create it", () =>
    inScene(update, async (scene) => {
      await scene.stack.write(requestFile(update, { adopt: true }));
      scene.fail({ status: 404, body: { message: "Metric source does not exist." } });

      expect((await scene.run()).stderr).toContain(
        "if the service should have a new one, remove adopt: true, run cdktf synth and `terraform -chdir=",
      );
    }));
});

test.concurrent.each([
  ["an empty 200", { body: "", effect: true }],
  ["200 without data", { body: { message: "Done." }, effect: true }],
  ["a wrong content type", { headers: { "content-type": "text/plain" } }],
] as const)("%s is a success all the same, in the bundled applier", (_, fault) =>
  inScene(create, async (scene) => {
    scene.fail(fault);
    expect(await scene.start().ended).toMatchObject({ exitCode: 0, stderr: "" });
    expect(scene.calls()).toEqual(["create"]);
    expect(scene.differences).toEqual([]);
  }),
);

test.concurrent.each([
  ["created experiment checkout_button in <time>: Experiment checkout_button created successfully.", create],
  ["updated metric source paid orders in <time>: Metric source paid orders updated successfully.", update],
  ["saved assignment source exposures in <time>: Assignment source exposures created successfully.", upsert],
])("a success is one line, with the service's sentence: %s", (line, subject) =>
  inScene(subject, async (scene) => {
    const { stdout, stderr } = await scene.start().ended;
    expect([masked(stdout), stderr]).toEqual([`${line}\n`, ""]);
  }),
);

test.concurrent.each([
  ["success: false", { success: false, message: "Quota exceeded." }, "Quota exceeded"],
  ["an error and no record", { error: { message: "Not kept." } }, "Not kept"],
])("200 with %s is an error, and may have taken effect", (_, body, message) =>
  inScene(create, async (scene) => {
    scene.fail({ body, times: 2 });

    expect((await scene.run()).stderr).toContain(
      `was answered with 200: ${message}; whether it was created is unknown\n  next: resolve what the answer says, and`,
    );
    expect(await scene.stack.journal()).toMatchObject({ "entity.create.json": { created: "maybe" } });
    expect(scene.calls()).toEqual(["create"]);
  }),
);

test.concurrent("a search that is answered 200 with success: false creates and finds nothing", () =>
  inScene(creates[3], async (scene) => {
    scene.fail({ match: { method: "PATCH" }, body: { success: false, message: "Ingestion source not found" } });

    expect(await scene.run({ SERVICE_ADOPT_EXISTING: "true" })).toMatchObject({ exitCode: 1, stdout: "" });
    expect(scene.calls()).toEqual(["update"]);
  }));

test.concurrent("a long wait says what is waited for, and until when", () =>
  inScene(experimentUpdate, async (scene) => {
    scene.fail({ ...limited("1"), body: { message: "Slow down." } });

    expect(masked((await scene.run()).stdout).split("\n")[0]).toBe(
      "waiting 1 s for <service>: rate limited: Slow down. (attempt 2; gives up in 1,200 s)",
    );
  }));

test.concurrent.each([301, 302, 303, 307, 308])("%d to another host is not followed", (status) =>
  inScene(create, async (scene) => {
    let visits = 0;
    const other = createServer((_, response) => {
      visits++;
      response.end();
    });
    const location = `http://127.0.0.1:${await listen(other)}/console/v1/experiments?k=`;
    scene.fail({ status, headers: { location: `${location}emulator-key` } });
    const { exitCode, stderr } = await scene.start().ended;
    other.close();

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`was answered with ${status} to ${location}***: `)]);
    expect(stderr).toContain("; whether it was created is unknown\n  next: redirects are not followed, because they");
    expect([scene.calls(), visits]).toEqual([["create"], 0]);
  }),
);

function call({ calls, action }: Subject): string {
  return (calls[action] ?? "").replace(" ", " <service>");
}
