import { join } from "node:path";
import { Redactor } from "../../lib/applier/redactor";
import type { RequestFile } from "../../lib/protocol/request-file";
import { creates, inScene, type Subject, subjects } from "./subjects";

const create = creates[0] as Subject;

describe("NODE_DEBUG", () => {
  test.each(["http", "net,http,stream", "*"])("of %s makes Node print nothing that holds the key", (sections) =>
    inScene(
      create,
      async (scene) => {
        const debug = { NODE_DEBUG: sections };
        const first = await scene.run(debug);
        const second = await scene.run({ ...debug, SERVICE_BASE_URL: "http://127.0.0.1:1", DEBUG: "*" });

        expect(first.exitCode).toBe(0);
        for (const { stdout, stderr } of [first, second]) {
          expect(stdout + stderr).not.toContain(scene.emulator.key);
          expect(stdout + stderr).not.toMatch(/^HTTP /m);
        }
      },
      { retryBudgetSeconds: 1 },
    ),
  );
});

describe("commands to a CI system in an answer", () => {
  test.each([
    "##vso[task.setvariable variable=x]y",
    "##[error]broken",
    "##teamcity[buildStop comment='x']",
    "::error file=app.js::broken",
    "::add-mask::x",
    "ok\n::set-output name=x::y",
    "ok\r##[group]x",
  ])("%j are none any more in what is printed", (message) =>
    inScene(create, async (scene) => {
      scene.fail({ status: 400, body: { message, errors: [message] } });
      const { stderr } = await scene.run();

      expect(stderr).not.toMatch(/##\w*\[|::[a-z]/);
      expect(stderr).toContain("was answered with 400");
    }),
  );
});

test("an unknown failure ends at once, is reported as a defect of the applier, and shows no secret", () =>
  inScene(create, async (scene) => {
    const { exitCode, stderr } = await scene.run({
      NODE_OPTIONS: `--require "${join(__dirname, "defect.cjs")}"`,
      DEFECT: `cannot use ${scene.emulator.key}`,
    });

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
    inScene(
      subjects.find(({ what }) => what === "update of an experiment"),
      async (scene) => {
        await scene.stack.write({
          ...scene.request,
          name: null,
          deferred: ["/name", "/calls/update/parameters/id"].map((at) => ({ at, parts: [{ terraform: 0 }] })),
        });
        const { stderr } = await scene.run({ EXPERIMENTATION_VALUES: '["secret experiment"]' });

        expect(stderr).toContain("/console/v1/experiments/*** was answered with 404");
        expect(stderr).not.toMatch(/secret(%20| )experiment/);
      },
    ));
});

describe("the key", () => {
  const key = 'Key/with+all: "sorts" & kinds=';
  const bytes = Buffer.from(key);
  test.each([
    ["in upper case", key.toUpperCase()],
    ["in lower case", key.toLowerCase()],
    ["in hexadecimal form", bytes.toString("hex")],
    ["in upper hexadecimal form", bytes.toString("hex").toUpperCase()],
    ["in hexadecimal form with colons", bytes.toString("hex").replace(/..(?=.)/g, "$&:")],
    ["in base64 with line breaks", bytes.toString("base64").replace(/.{8}(?=.)/g, "$&\r\n")],
    ["in base64 of a header", Buffer.from(`user:${key}`).toString("base64")],
    ["in base64 in JSON", JSON.stringify(bytes.toString("base64").replace(/.{8}(?=.)/g, "$&\n"))],
    ["in base64 in a query", encodeURIComponent(bytes.toString("base64"))],
    ["in JSON in a query", encodeURIComponent(JSON.stringify(key))],
  ])("is hidden %s", (_, text) => {
    const line = new Redactor([key]).line(`<${text}>`);

    expect(line.replaceAll(/[<>"*=]|%22|%3D|\\n/g, "").length).toBeLessThan(8);
    expect(line).toContain("***");
  });
});

describe("a redactor", () => {
  test("handles long texts and many secrets quickly", () => {
    const secrets = Array.from({ length: 50_000 }, (_, index) => `secret value number ${index}`);
    const text = "secret value number 49999, ".repeat(40_000);
    const line = new Redactor(secrets).line(text);

    expect(line).toMatch(/^(\*\*\*, )+/);
    expect(line).not.toContain("secret");
  });

  test("hides a long secret of which an answer repeats only the beginning", () => {
    const secret = Array.from({ length: 4_000 }, (_, index) => index.toString(36)).join("-");

    expect(new Redactor([secret]).line(`said: ${secret.slice(0, 640)}`)).toBe("said: ***");
  });

  test("prints nothing of a secret that begins where it stops searching", () => {
    const secret = "x1y2z3".repeat(100);
    const line = new Redactor([secret]).line(`${" a".repeat(8_100)}${secret}`);

    expect(line).not.toContain("x1y2");
  });
});

/** Calls whose group has parameter values that are deferred. */
function withParameters(calls: RequestFile["calls"]): RequestFile["calls"] {
  const text = JSON.stringify(calls).replaceAll('"size":100', '"size":100,"parameterValues":null');
  return JSON.parse(text) as RequestFile["calls"];
}
