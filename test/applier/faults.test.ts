import type { ServiceSettings } from "../../lib/api/service-settings";
import type { Fault } from "../../lib/emulator";
import { masked } from "./applier";
import { type FaultRow, failing, notExecuted, unclear } from "./fault-rows";
import { requestFile } from "./request";
import { creates, inScene, updates, withFields, withTheirs } from "./subjects";

const [create] = creates;
const [, update, , upsert] = updates;

const all = [...notExecuted, ...unclear, ...failing];
const surely = { what: "503", fault: { status: 503 }, service: {} };
const perhaps = { what: "504 without effect", fault: { status: 504 }, service: {} };

const meets = "a create that meets somebody else's entity, in the bundled applier,";
const meeting = async ({ fault, service }: FaultRow, expected: { calls: string[]; said: string }) =>
  withTheirs(create, service, async (scene, theirs) => {
    scene.fail(fault);
    const { exitCode, stderr } = await scene.start().ended;

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(expected.said)]);
    expect(scene.calls()).toEqual(expected.calls);
    expect(scene.emulator.records).toEqual(theirs);
  });

test.concurrent.each(notExecuted)(`${meets} after $what is made again, and knows that it has not made it`, (row) =>
  meeting(row, {
    calls: ["create", "create"],
    said: "already exists; nothing here proves that this stack created it\n",
  }),
);

test.concurrent.each(unclear)(`${meets} after $what is made again, and does not know whether it made it`, (row) =>
  meeting(row, {
    calls: ["create", "create"],
    said: "; either an earlier attempt, whose response was lost, created",
  }),
);

test.concurrent.each(failing)(
  `${meets} after $what is not made again, and does not know whether it took effect`,
  (row) => meeting(row, { calls: ["create"], said: "; whether it was created is unknown\n  next: deploy again;" }),
);

test.concurrent.each([
  ...all.map((row) => ({ ...row, subject: update })),
  // the other actions have one fault for each verdict
  ...[create, upsert].flatMap((subject) => [surely, perhaps].map((row) => ({ ...row, subject }))),
])("after $what, the $subject.what is made again", ({ fault, service, subject }) =>
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

interface Refusal {
  readonly what: string;
  readonly fault: Fault;
  readonly service?: ServiceSettings;
  readonly error: string;
  readonly next: string;
}

const key =
  "check the key in SERVICE_API_KEY and its permissions, and the vendor, which names the header SERVICE-API-KEY; then deploy again";
const correct = "correct the props, and deploy again";
const tooLong = "the service asks to wait <ages>, longer than the time left of 100 s for the whole call";

const refusals: readonly Refusal[] = [
  {
    what: "429 with a huge Retry-After",
    fault: { status: 429, headers: { "Retry-After": "999999999999" } },
    service: { retryBudgetSeconds: 100 },
    error: `was answered with 429: Too Many Requests; gave up after 1 attempt: ${tooLong}`,
    next: "deploy again; if it persists, contact the service's operator",
  },
  {
    what: "429 with Retry-After in a far future",
    fault: { status: 429, headers: { "Retry-After": "Fri, 31 Dec 9999 23:59:59 GMT" } },
    service: { retryBudgetSeconds: 100 },
    error: `was answered with 429: Too Many Requests; gave up after 1 attempt: ${tooLong}`,
    next: "deploy again; if it persists, contact the service's operator",
  },
  {
    what: "400 with errors",
    fault: {
      status: 400,
      body: {
        message: "Invalid request.",
        errors: [
          { property: "name", errorMessage: "too short" },
          { property: "groups[0].size", errorMessage: "not a number" },
        ],
      },
    },
    error: "was answered with 400: Invalid request\n  - name: too short\n  - groups[0].size: not a number",
    next: correct,
  },
  {
    what: "400 without errors",
    fault: { status: 400, body: { code: 17 } },
    error: 'was answered with 400: {"code":17}',
    next: `${correct}; if it means that the experiment exists, set adopt: true to take it over`,
  },
  {
    what: "400 that says no more",
    fault: { status: 400, body: { message: "Invalid request. Please check the documentation." } },
    error: "was answered with 400: Invalid request. Please check the documentation",
    next: `${correct}; if it means that the experiment exists, set adopt: true to take it over`,
  },
  {
    what: "400 with a list of messages besides its error",
    fault: { status: 400, body: { statusCode: 400, message: ["name is short", "size is no number"], error: "Bad" } },
    error: "was answered with 400: Bad\n  - name is short\n  - size is no number",
    next: correct,
  },
  {
    what: "400 with problem details",
    fault: {
      status: 400,
      headers: { "content-type": "application/problem+json" },
      body: { type: "about:blank", title: "Too large", detail: "The body has too many bytes.", status: 400 },
    },
    error: "was answered with 400: Too large: The body has too many bytes",
    next: correct,
  },
  {
    what: "401 whose body repeats the key",
    fault: { status: 401, body: { message: "emulator-key is no key" } },
    error: "was answered with 401: *** is no key",
    next: key,
  },
  {
    what: "401 whose body repeats the key in another encoding",
    fault: { status: 401, body: { message: "No such key", errors: ["Basic ZW11bGF0b3Ita2V5", "emulator%2Dkey"] } },
    error: `was answered with 401: No such key${"\n  - (not shown: the answer repeats a secret)".repeat(2)}`,
    next: key,
  },
  { what: "403", fault: { status: 403 }, error: "was answered with 403: Forbidden", next: key },
  {
    what: "501",
    fault: { status: 501 },
    error: "was answered with 501: Not Implemented",
    next: "deploy again; if it persists, contact the service's operator",
  },
  {
    what: "505",
    fault: { status: 505 },
    error: "was answered with 505: HTTP Version Not Supported",
    next: "deploy again; if it persists, contact the service's operator",
  },
  {
    what: "a redirect to another host",
    fault: { status: 307, headers: { location: "https://elsewhere.example/?k=emulator-key" } },
    error: "was answered with 307 to https://elsewhere.example/?k=***: Temporary Redirect",
    next: "redirects are not followed, because they would send the key elsewhere: correct the address",
  },
];

test.concurrent.each(
  refusals.flatMap((row) =>
    (row.what === "403" ? [create, update, upsert] : [create]).map((subject) => ({ ...row, subject })),
  ),
)("$what refuses the $subject.what, and the next deploy makes it", ({ fault, service, error, next, subject }) =>
  inScene(
    subject,
    async (scene) => {
      scene.fail(fault);
      const { exitCode, stdout, stderr } = await scene.run();
      const call = subject.calls[subject.action]?.replace(" ", " <service>");

      expect([exitCode, stdout]).toEqual([1, ""]);
      expect(masked(stderr).replace(/\d{3}(,\d{3}){3} s/, "<ages>")).toBe(
        `error: ${subject.entity} (stack/entity): ${call} ${error}\n  next: ${next}\n`,
      );
      expect(await scene.stack.journal()).toEqual({});
      expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.calls()).toEqual([subject.action, subject.action]);
      expect(scene.differences).toEqual([]);
    },
    service,
  ),
);

test.concurrent.each([
  ["a create", create, "check the address of the service and what the answer says is missing, and deploy again"],
  [
    "an update",
    update,
    "check the address and the key in SERVICE_API_KEY: another service, or another project, does not have it; if somebody has deleted it there, or its create was cut off, run `terraform -chdir='<folder>' apply -replace=null_resource.metric_source_1`, which sends the create to this address",
  ],
  [
    "the call of an assignment source",
    upsert,
    "the service has no such assignment source, or no such endpoint: check the address of the service; some services create assignment sources elsewhere (see the page on services of this shape in the docs): create it there, and deploy again",
  ],
])("404 at %s says what to do", (_, subject, next) =>
  inScene(subject, async (scene) => {
    scene.fail({ status: 404 });
    const { stderr } = await scene.run();

    expect(stderr).toContain("was answered with 404: Not Found");
    expect(stderr.replace(scene.stack.folder, "<folder>")).toContain(`\n  next: ${next}\n`);
  }),
);

const missing = "check the address of the service and what the answer says is missing, and deploy again";

test.concurrent.each([
  [404, "Table finance.refunds not found", missing],
  [404, "Cannot POST /console/v1/metrics/metric_source/paid%20orders", missing],
  [405, "Method Not Allowed", missing],
  [400, "Column paid_at not found", correct],
  [409, "Locked by a review", "solve what the answer says, and deploy again"],
])("an update that is answered %d with %s gives no command that creates", (status, message, next) =>
  inScene(update, async (scene) => {
    scene.fail({ status, body: { message } });

    expect((await scene.run()).stderr).toMatch(new RegExp(`with ${status}: ${message}\\n {2}next: ${next}\\n$`));
  }),
);

test.concurrent.each([
  [
    "an ingestion source is looked for before it is created",
    updates[2],
    "SERVICE_ADOPT_EXISTING=true terraform -chdir=",
  ],
  ["a metric source is created", update, "terraform -chdir="],
])("the command after an update that finds nothing: %s", (_, subject, command) =>
  inScene(subject, async (scene) => {
    scene.emulator.reset();

    expect((await scene.run()).stderr).toContain(`run \`${command}`);
  }),
);

test.concurrent("a dry run of what exists says what dryRun is for, and what to do now", () =>
  inScene({ ...update, action: "dryRun" }, async (scene) => {
    await scene.stack.write(requestFile(withFields(update, { dryRun: true })));
    await scene.createTheirs();
    const { stderr } = await scene.run();

    expect(stderr).toContain("already exists\n  next: it exists, and dryRun is for what does not; if this stack had");
    expect(stderr).toContain(
      "replace dryRun: true by adopt: true and deploy again; to ask about what is deployed, run",
    );
  }));

test.concurrent("404 at the update of what is adopted says how to create it", () =>
  inScene(update, async (scene) => {
    await scene.stack.write(requestFile(update, { adopt: true }));
    scene.fail({ status: 400, body: { message: "Metric source does not exist." } });
    const { stderr } = await scene.run();

    expect(stderr).toContain(
      "if the service should have a new one, remove adopt: true, run cdktf synth and `terraform -chdir=",
    );
  }));

test.concurrent.each([
  ["an empty 200", { body: "", effect: true }],
  ["200 without data", { body: { message: "Done." }, effect: true }],
  ["a wrong content type", { headers: { "content-type": "text/plain" } }],
  ["an answer of 100 MiB", { size: 100 * 2 ** 20 }],
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

test.concurrent("a long wait says what is waited for, and until when", () =>
  inScene(create, async (scene) => {
    scene.fail({ status: 429, headers: { "Retry-After": "1" }, body: { message: "Slow down." } });
    const { stdout } = await scene.run();

    expect(masked(stdout).split("\n")[0]).toBe(
      "waiting 1 s for <service>: rate limited: Slow down. (attempt 2; gives up in 1,200 s)",
    );
  }));
