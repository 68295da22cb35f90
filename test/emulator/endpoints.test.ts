import {
  assignmentSource,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  segment,
  without,
} from "../support/samples";
import { emulatorWith, paths, send } from "./running";

const emulator = emulatorWith();
const call = (operation: string, body: object) => send(emulator(), operation, body);
const changed = without(experiment, "id", "name");
const exposures = without(assignmentSource, "name");
const version = without(promptVersion, "promptID");

describe("a create", () => {
  test.each([
    [paths.experiments, experiment, "experiment", "checkout_button", { groups: expect.any(Array), layerID: null }],
    [paths.metricSources, metricSource, "metric_source", "orders", { sourceType: "query", timestampAsDay: false }],
    [paths.segments, segment, "segment", "beta_testers", { isEnabled: true, count: 0, tags: [] }],
    [paths.ingestion, ingestionSource, "ingestion_source", "Metrics/s3/revenue", { use_delta_sharing: false }],
    [paths.versions, version, "prompt_version", "support_bot/v1", { workflow_body: { type: "JSON", value: "{}" } }],
  ] as const)("by %s keeps what was sent, shows it in its data, and is refused again", async (...row) => {
    const [operation, body, kind, id, data] = row;
    const { status, json } = await call(operation, body);
    expect([status, json]).toEqual([201, { message: expect.any(String), data: expect.objectContaining(data) }]);
    const again = await call(operation, body);

    const label = kind.replace("_", " ").replace(/^./, (letter) => letter.toUpperCase());
    expect([again.status, again.json]).toEqual([409, { message: `${label} ${id} already exists.` }]);
    expect(emulator().records).toMatchObject([{ kind, id, data: body }]);
  });

  test.each([
    [paths.assignmentSource, exposures],
    [paths.assignmentSourcePatch, { tags: ["web"] }],
  ])("by %s is an update where the assignment source exists", async (operation, body) => {
    expect([(await call(operation, body)).status, (await call(operation, body)).status]).toEqual([201, 200]);
    expect(emulator().record("assignment_source", "exposures")).toEqual({ ...body, name: "exposures" });
  });

  test("has the service fill in what it leaves out: ids, another for each version, and more", async () => {
    const { name, type } = segment;
    const sent = { name: "Checkout button", targetApps: "web", groups: [{ name: "Control", size: 100 }] };
    const { data } = (await call(paths.experiments, sent)).json;
    await call(paths.segments, { name, type });
    for (const sent of [{ id: "v2" }, {}, {}]) await call(paths.versions, sent);

    expect(data).toMatchObject({
      targetApps: ["web"],
      groups: [{ name: "Control", id: "Control", size: 100, parameterValues: {}, description: "" }],
      createdTime: expect.any(Number),
      healthCheckStatus: "waiting",
    });
    expect(emulator().records.map(({ id }) => id)).toEqual(
      "Checkout_button|Beta testers|support_bot/v2|support_bot/v1|support_bot/v3".split("|"),
    );
    expect(emulator().record("experiment", "Checkout_button")).toMatchObject({ status: "setup" });
    expect(emulator().record("segment", "Beta testers")).toEqual({ name, type, id: "Beta testers", idType: "userID" });
  });
});

describe("an update", () => {
  test.each([
    [paths.experiments, experiment, paths.experiment, { ...changed, tags: ["a"] }, "Experiment checkout_button"],
    [paths.metricSources, metricSource, paths.metricSource, { ...metricSource, sql: "s" }, "Metric source orders"],
    [
      ...([paths.ingestion, ingestionSource, paths.ingestionPatch, { ...ingestionSource, enabled: false }] as const),
      "Ingestion source Metrics/s3/revenue",
    ],
  ])("of what %s made lays what it sends over what was there, and is refused before", async (...row) => {
    const [create, first, update, second, title] = row;
    const early = await call(update, second);
    expect([early.status, early.json]).toEqual([404, { message: `${title} does not exist.` }]);
    await call(create, first);
    const [before] = emulator().records;
    const { status, json } = await call(update, second);
    const [after] = emulator().records;

    expect([status, json]).toEqual([200, { message: expect.any(String), data: expect.any(Object) }]);
    // only a create's response has all fields
    for (const field of ["createdTime", "use_delta_sharing"]) expect(json.data).not.toHaveProperty(field);
    expect(after?.data).toEqual({ ...before?.data, ...second });
    expect(after?.createdTime).toBe(before?.createdTime);
  });

  test("renames nothing but an assignment source by POST, unless that name is taken", async () => {
    await call(paths.metricSources, metricSource);
    await call(paths.metricSource, { ...metricSource, name: "sales" });
    await call(paths.assignmentSourcePatch, { name: "views" });
    await call(paths.assignmentSource, { ...exposures, name: "views" });
    await call(paths.assignmentSource, exposures);
    const onto = await call(paths.assignmentSource, { ...exposures, name: "views" });

    expect(emulator().records.map(({ id, data }) => [id, data.name])).toEqual([
      ["orders", "orders"],
      ["views", "views"],
      ["exposures", "exposures"],
    ]);
    expect(onto.status).toBe(409);
  });
});

test("dryRun keeps nothing, and meets conflicts, missing entities and invalid fields", async () => {
  const dryRun = { ...metricSource, dryRun: true };
  expect((await call(paths.metricSources, dryRun)).status).toBe(201);
  expect(emulator().records).toEqual([]);

  await call(paths.metricSources, { ...metricSource, dryRun: false });
  const replies = [
    await call(paths.metricSources, dryRun),
    await call("POST /console/v1/metrics/metric_source/other", dryRun),
    await call(paths.metricSources, { ...dryRun, sql: 1 }),
    await call(paths.metricSource, { ...dryRun, sql: "select 1" }),
  ];
  expect(replies.map(({ status }) => status)).toEqual([409, 404, 400, 200]);
  expect(emulator().record("metric_source", "orders")).toEqual(metricSource);
});

describe("with the bare envelope", () => {
  const bare = emulatorWith({ ingestionEnvelope: "bare" });

  test("an ingestion source is answered at the top level, and nothing else is", async () => {
    const { json } = await send(bare(), paths.ingestion, ingestionSource);

    expect(json).toMatchObject(ingestionSource);
    expect(json).not.toHaveProperty("data");
    expect((await send(bare(), paths.segments, segment)).json).toHaveProperty("data");
  });
});
