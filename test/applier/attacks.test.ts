import { join } from "node:path";
import type { RequestFile } from "../../lib/protocol/request-file";
import { creates, inScene, updates } from "./subjects";

const [create] = creates;

test.concurrent.each(["http", "*"])("NODE_DEBUG of %s makes Node print nothing that holds the key", (sections) =>
  inScene(
    create,
    async (scene) => {
      const debug = { NODE_DEBUG: sections };
      const first = await scene.start(debug).ended;
      const second = await scene.start({ ...debug, SERVICE_BASE_URL: "http://127.0.0.1:1", DEBUG: "*" }).ended;

      expect(first.exitCode).toBe(0);
      for (const { stdout, stderr } of [first, second]) {
        expect(stdout + stderr).not.toContain(scene.emulator.key);
        expect(stdout + stderr).not.toMatch(/^HTTP /m);
      }
    },
    { retryBudgetSeconds: 1 },
  ),
);

test("commands to a CI system in an answer are none any more in what is printed", () =>
  inScene(create, async (scene) => {
    const message = "::error file=app.js::broken";
    scene.fail({ status: 400, body: { message, errors: [message] } });
    const { stderr } = await scene.run();

    expect(stderr).toContain("was answered with 400");
    expect(stderr).not.toMatch(/::[a-z]/);
  }));

test("an unknown failure ends at once, is reported as a defect of the applier, and shows no secret", () =>
  inScene(create, async (scene) => {
    const { exitCode, stderr } = await scene.start({
      NODE_OPTIONS: `--require "${join(__dirname, "defect.cjs")}"`,
      DEFECT: `cannot use ${scene.emulator.key}`,
    }).ended;

    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      "error: experiment checkout_button (stack/entity): TypeError: cannot use ***\n" +
        "  next: this is a defect of cdktf-experimentation; please report it with this text\n",
    );
    expect(await scene.stack.journal()).toMatchObject({ "entity.create.json": { created: "maybe" } });
  }));

describe("values that are known only at deploy are not printed", () => {
  const values = {
    short: "ab",
    number: 1234567,
    key: { "secret-key-of-an-object": 1 },
    long: "long-and-secret",
  };
  test.each(Object.entries(values))("not even a %s value that the service repeats", (_, value) =>
    inScene(create, async (scene) => {
      const text = typeof value === "object" ? (Object.keys(value)[0] ?? "") : String(value);
      await scene.stack.write({
        ...scene.request,
        deferred: ["create", "update"].map((action) => ({
          at: `/calls/${action}/body/groups/0/parameterValues`,
          parts: [{ terraform: 0 }],
        })),
        calls: withParameters(scene.request.calls),
      });
      scene.fail({ status: 400, body: { message: `not ${text}, but ${text}!` } });
      const { stderr } = await scene.run({
        EXPERIMENTATION_VALUES: JSON.stringify([typeof value === "object" ? value : { value }]),
      });

      expect(stderr).toContain("was answered with 400: not ***, but ***!");
    }),
  );

  test("not even in the path", () =>
    inScene(updates[0], async (scene) => {
      await scene.stack.write({
        ...scene.request,
        name: null,
        deferred: ["/name", "/calls/update/parameters/id"].map((at) => ({ at, parts: [{ terraform: 0 }] })),
      });
      const { stderr } = await scene.run({ EXPERIMENTATION_VALUES: '["secret experiment"]' });

      expect(stderr).toContain("/console/v1/experiments/*** was answered with 404");
      expect(stderr).not.toMatch(/secret(%20| )experiment/);
    }));
});

/** Calls whose group has parameter values that are deferred. */
function withParameters(calls: RequestFile["calls"]): RequestFile["calls"] {
  const text = JSON.stringify(calls).replaceAll('"size":100', '"size":100,"parameterValues":null');
  return JSON.parse(text) as RequestFile["calls"];
}
