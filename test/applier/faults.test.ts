import type { Fault } from "../../lib/emulator";
import { masked } from "./applier";
import { creates, inScene, type Subject, updates, withTheirs } from "./subjects";

const [create] = creates;
const [, update, , upsert] = updates;

// verdict.test.ts has every status, send.test.ts every way to lose an answer: here is one for each decision

test.concurrent.each<[what: string, Fault, calls: string[], said: string]>([
  ["429, which did nothing", { status: 429 }, ["create", "create"], "exists; nothing here proves that this stack"],
  [
    "an answer that cannot be read",
    { body: '{"message":"ok","da' },
    ["create", "create"],
    "; either an earlier attempt",
  ],
  ["500", { status: 500 }, ["create"], "; whether it was created is unknown\n"],
])("after %s, a create that meets somebody else's entity says what it knows, and changes nothing", (...row) =>
  withTheirs(create, async (scene, theirs) => {
    const [, fault, calls, said] = row;
    scene.fail(fault);
    const { exitCode, stderr } = await scene.run();

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(said)]);
    expect(scene.calls()).toEqual(calls);
    expect(scene.emulator.records).toEqual(theirs);
  }),
);

test.concurrent.each<[what: string, Fault, Subject]>([
  ["504 without effect", { status: 504 }, create],
  ["500", { status: 500, effect: true }, update],
])("after %s, the call is made again", (_, fault, subject) =>
  inScene(subject, async (scene) => {
    scene.fail(fault);

    expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
    expect(scene.calls()).toEqual([subject.action, subject.action]);
    expect(scene.differences).toEqual([]);
  }),
);

const limited: Fault = { status: 429, headers: { "Retry-After": "999999999999" } };
const repeated = { message: "No such key", errors: ["Basic ZW11bGF0b3Ita2V5", "x656d756c61746f722d6b6579"] };

test.concurrent.each<[what: string, Subject, Fault, error: string]>([
  ["501", create, { status: 501 }, "501: Not Implemented\n"],
  ["403", upsert, { status: 403 }, "403: Forbidden\n"],
  ["429 that asks for more time than there is", create, limited, "429: Too Many Requests; gave up after 1 attempt: "],
  ["401 that repeats the key", create, { status: 401, body: repeated }, "401: No such key\n  - Basic ***\n  - x***\n"],
])("a refusal ends the deploy, and the next one makes the call: %s", (_, subject, fault, error) =>
  inScene(subject, async (scene) => {
    scene.fail(fault);
    const { exitCode, stdout, stderr } = await scene.run();

    expect([exitCode, stdout]).toEqual([1, ""]);
    const call = (subject.calls[subject.action] ?? "").replace(" ", " <service>");
    expect(masked(stderr)).toContain(`error: ${subject.entity} (stack/entity): ${call} returned ${error}`);
    expect(await scene.stack.journal()).toEqual({});
    expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
    expect(scene.calls()).toEqual([subject.action, subject.action]);
    expect(scene.differences).toEqual([]);
  }),
);

const page: Fault = { headers: { "content-type": "text/html" }, body: "<h1>Log in</h1>" };

test.concurrent.each<[what: string, Fault | undefined, said: RegExp]>([
  ["a refused connection", undefined, /got no response: connection refused; gave up after \d+ attempts?: [^;]*\n/],
  [
    "no answer",
    { hang: true },
    /got no response: timed out after 0\.[345]\d* s; gave up [^;]*; whether it was created is unknown\n.* raise attemptTimeoutSeconds/,
  ],
  ["a page in the place of the service", page, /returned 200: <h1>Log in<\/h1>; gave up after 3 attempts: 3 responses/],
])("under a lasting fault, a create gives up, and the next deploy heals: %s", (_, fault, said) =>
  inScene(create, async (scene) => {
    if (fault !== undefined) scene.fail({ ...fault, times: Number.POSITIVE_INFINITY });
    if (fault !== page) await scene.restate({ retryBudgetSeconds: 0.55 });
    const { exitCode, stderr } = await scene.run(fault === undefined ? { SERVICE_BASE_URL: "http://127.0.0.1:1" } : {});

    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(said)]);
    await scene.forget();
    await scene.restate({});
    expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
    expect(scene.differences).toEqual([]);
  }),
);

test.concurrent("a success is one line of the bundled applier, with the service's sentence", () =>
  inScene(upsert, async (scene) => {
    const { exitCode, stdout, stderr } = await scene.start().ended;
    const line = "saved assignment source exposures in <time>: Assignment source exposures created successfully.\n";

    expect([exitCode, masked(stdout), stderr]).toEqual([0, line, ""]);
  }));

test.concurrent("200 with success: false is an error, and may have taken effect", () =>
  inScene(create, async (scene) => {
    scene.fail({ body: { success: false, message: "Quota exceeded." } });

    expect((await scene.run()).stderr).toContain(
      "returned 200: Quota exceeded; whether it was created is unknown\n  next: resolve what the response says",
    );
    expect(await scene.stack.journal()).toMatchObject({ "entity.create.json": { created: "maybe" } });
    expect(scene.calls()).toEqual(["create"]);
  }));

test.concurrent("a refusal after an unclear create leaves the earlier attempt unknown, and not itself", () =>
  inScene(create, async (scene) => {
    scene.fail({ status: 500 });
    await scene.run();
    scene.fail({ status: 403 });

    expect((await scene.run()).stderr).toContain("403: Forbidden; whether an earlier attempt created it is unknown\n");
    expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
  }));

test.concurrent("a redirect is not followed, and the error shows where it leads without the key", () =>
  inScene(create, async (scene) => {
    scene.fail({ status: 307, headers: { location: `${scene.emulator.baseUrl}/elsewhere?k=${scene.emulator.key}` } });
    const { exitCode, stderr } = await scene.run();

    expect(exitCode).toBe(1);
    expect(masked(stderr)).toContain("returned 307 to <service>/elsewhere?k=***: ");
    expect(stderr).toContain("; whether it was created is unknown\n  next: redirects are not followed");
    expect(scene.calls()).toEqual(["create"]);
  }));
