import { assignmentSource, metricSource, without } from "../support/samples";
import { emulatorWith, paths, send } from "./running";

const emulator = emulatorWith();

describe("a path", () => {
  test.each([
    ["POST /console/v1/experiments/a/b", 404],
    ["POST /console/v1/prompts//versions", 404],
    ["POST /console/v1/metrics/metric_source/%ff", 400],
    ["GET /console/v1/experiments", 405],
    ["DELETE /console/v1/experiments/assignment_source/a", 405],
  ] as const)("%s is answered with %i", async (operation, status) => {
    const reply = await send(emulator(), operation, operation.startsWith("GET") ? undefined : {});

    expect([reply.status, reply.json]).toEqual([status, { message: expect.any(String) }]);
    // says which methods it takes
    if (status === 405) expect(reply.headers.get("allow")).toMatch(/^POST(, PATCH)?$/);
  });

  test.each(["a/b", "50%", "naïve 測試 🙂", "?#&=+"])("holds the name %p percent-encoded", async (name) => {
    const path = `/console/v1/experiments/assignment_source/${encodeURIComponent(name)}`;
    await send(emulator(), `POST ${path}`, without(assignmentSource, "name"));

    expect(emulator().record("assignment_source", name)).toEqual({ ...assignmentSource, name });
    expect(emulator().calls).toMatchObject([{ path, kind: "assignment_source", status: 201 }]);
  });
});

describe("a body", () => {
  test("that breaks rules is refused with every problem", async () => {
    const groups = [{ name: "Control", sise: 50 }];
    const { status, json } = await send(emulator(), paths.experiments, { name: "ab", allocation: 101, groups });

    expect([status, json.errors]).toEqual([
      400,
      [
        { property: "name", errorMessage: "at least 3 characters" },
        { property: "groups[0].sise", errorMessage: 'unknown field; did you mean "size"?' },
        { property: "allocation", errorMessage: "at most 100" },
      ],
    ]);
    expect(emulator().records).toEqual([]);
  });

  test.each([
    ["nothing", "", 400],
    ["deeply nested JSON", "[".repeat(100_000) + "]".repeat(100_000), 400],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), 400],
    ["of more than 16 MiB", { ...metricSource, sql: "x".repeat(17 * 2 ** 20) }, 413],
  ])("that is %s is refused", async (_, body, refused) => {
    const { status, json } = await send(emulator(), paths.metricSources, body);

    expect([status, json.message]).toEqual([refused, expect.any(String)]);
    // a long one is not kept
    if (refused === 413) expect(emulator().calls[0]?.body).toBeUndefined();
  });
});
