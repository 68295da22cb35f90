import { bodies, emulatorWith, jsonOf, send } from "./running";

const emulator = emulatorWith();

const paths = {
  experiments: "POST /console/v1/experiments",
  experiment: "POST /console/v1/experiments/checkout_button",
  metricSources: "POST /console/v1/metrics/metric_source",
  metricSource: "POST /console/v1/metrics/metric_source/purchases",
  assignmentSource: "POST /console/v1/experiments/assignment_source/exposures",
  assignmentSourcePatch: "PATCH /console/v1/experiments/assignment_source/exposures",
  segments: "POST /console/v1/segments",
  ingestion: "POST /console/v1/ingestion",
  ingestionPatch: "PATCH /console/v1/ingestion",
  versions: "POST /console/v1/prompts/support_bot/versions",
} as const;

const experiment = { name: "Checkout button", id: "checkout_button" };

describe("a create", () => {
  const { metricSource, assignmentSource, segment, ingestionSource, promptVersion } = bodies;
  const kept = { sourceType: "query", timestampAsDay: false };
  const version = { workflow_body: { type: "JSON", value: "{}" } };

  // what exists is a conflict, but for an assignment source, which is changed
  test.each([
    [paths.experiments, experiment, "experiment", "checkout_button", { status: "setup" }],
    [paths.metricSources, metricSource, "metric_source", "purchases", kept],
    [paths.assignmentSource, assignmentSource, "assignment_source", "exposures", { tags: [] }],
    [paths.assignmentSourcePatch, { tags: ["web"] }, "assignment_source", "exposures", { name: "exposures" }],
    [paths.segments, segment, "segment", "Beta users", { id: "Beta users", isEnabled: true, count: 0, tags: [] }],
    [paths.ingestion, ingestionSource, "ingestion_source", "Metrics/s3/revenue", { use_delta_sharing: false }],
    [paths.versions, promptVersion, "prompt_version", "support_bot/1.0", version],
  ] as const)("by %s is answered with data, keeps what was sent, and is not made twice", async (...row) => {
    const [operation, body, kind, id, data] = row;
    const reply = await send(emulator(), operation, body);
    expect(reply.status).toBe(201);
    expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
    const message = expect.stringMatching(/created successfully\.$/);
    expect(jsonOf(reply)).toEqual({ message, data: expect.objectContaining(data) });

    const again = await send(emulator(), operation, body);
    const isUpsert = kind === "assignment_source";
    const label = kind.replace("_", " ").replace(/^./, (letter) => letter.toUpperCase());
    const conflict = { message: `${label} ${id} already exists.` };
    expect([again.status, jsonOf(again)]).toEqual(isUpsert ? [200, expect.anything()] : [409, conflict]);
    expect(emulator().records).toMatchObject([{ kind, id, data: body }]);
    expect(emulator().record(kind, id)).toMatchObject(body);
  });
});

describe("an update", () => {
  test.each([
    [paths.experiment, bodies.experimentUpdate, "Experiment checkout_button does not exist."],
    [paths.metricSource, bodies.metricSource, "Metric source purchases does not exist."],
    [paths.ingestionPatch, bodies.ingestionSource, "Ingestion source Metrics/s3/revenue does not exist."],
  ] as const)("by %s of what does not exist is refused", async (operation, body, message) => {
    const reply = await send(emulator(), operation, body);

    expect([reply.status, jsonOf(reply)]).toEqual([404, { message }]);
    expect(emulator().records).toEqual([]);
  });

  const { metricSource, assignmentSource, ingestionSource } = bodies;

  test.each([
    [paths.experiments, { ...experiment, tags: ["a"] }, paths.experiment, bodies.experimentUpdate],
    [paths.metricSources, { ...metricSource, tags: ["a"] }, paths.metricSource, { ...metricSource, sql: "select 1" }],
    [
      paths.ingestion,
      { ...ingestionSource, use_delta_sharing: true },
      paths.ingestionPatch,
      { ...ingestionSource, column_mapping: { unit_id: "u" } },
    ],
    [paths.assignmentSource, assignmentSource, paths.assignmentSourcePatch, { timestampColumn: "time" }],
  ] as const)("of what %s made lays what it sends over what was there", async (create, first, update, second) => {
    await send(emulator(), create, first);
    const [before] = emulator().records;
    const reply = await send(emulator(), update, second);
    const [after] = emulator().records;

    const message = expect.stringMatching(/updated successfully\.$/);
    expect([reply.status, jsonOf(reply)]).toEqual([200, { message, data: expect.any(Object) }]);
    expect(after?.data).toEqual({ ...before?.data, ...second });
    expect(after?.createdTime).toBe(before?.createdTime);
  });

  test("of a metric source, or of an assignment source by PATCH, does not rename it, nor change the order of what was made", async () => {
    await send(emulator(), paths.metricSources, bodies.metricSource);
    await send(emulator(), paths.assignmentSourcePatch, { name: "views" });
    await send(emulator(), paths.metricSource, { ...bodies.metricSource, name: "sales" });

    expect(emulator().records).toMatchObject([
      { id: "purchases", data: { name: "purchases" } },
      { id: "exposures", data: { name: "exposures" } },
    ]);
  });

  test("of an assignment source by POST renames it to the name in its body, unless that is taken", async () => {
    await send(emulator(), paths.assignmentSource, bodies.assignmentSource);
    await send(emulator(), paths.assignmentSource, { ...bodies.assignmentSource, name: "views" });
    await send(emulator(), paths.assignmentSource, bodies.assignmentSource);
    const onto = await send(emulator(), paths.assignmentSource, { ...bodies.assignmentSource, name: "views" });

    expect(emulator().records).toMatchObject([{ id: "views", data: { name: "views" } }, { id: "exposures" }]);
    expect(onto.status).toBe(409);
  });
});

describe("dryRun", () => {
  test.each([
    ["the create of a metric source", paths.metricSources, bodies.metricSource],
    ["an assignment source", paths.assignmentSource, bodies.assignmentSource],
  ] as const)("lets %s succeed and keeps nothing", async (_, operation, body) => {
    const reply = await send(emulator(), operation, { ...body, dryRun: true });

    const message = expect.stringContaining("nothing was saved");
    expect([reply.status, jsonOf(reply)]).toEqual([201, { message, data: expect.any(Object) }]);
    expect(emulator().records).toEqual([]);
  });

  test("still meets conflicts, missing entities and invalid fields, and leaves what exists as it was", async () => {
    await send(emulator(), paths.metricSources, { ...bodies.metricSource, dryRun: false });
    const dryRun = { ...bodies.metricSource, dryRun: true };
    const replies = [
      await send(emulator(), paths.metricSources, dryRun),
      await send(emulator(), "POST /console/v1/metrics/metric_source/other", dryRun),
      await send(emulator(), paths.metricSources, { ...dryRun, sql: 1 }),
    ];

    const update = await send(emulator(), paths.metricSource, { ...dryRun, sql: "select 1" });

    expect([...replies, update].map(({ status }) => status)).toEqual([409, 404, 400, 200]);
    expect(emulator().records).toMatchObject([{ data: bodies.metricSource }]);
    expect(emulator().records[0]?.data).not.toHaveProperty("dryRun");
  });
});

test("what a create leaves out is filled in by the service: ids, another for each version, and more", async () => {
  const name = "Checkout button";
  await send(emulator(), paths.experiments, { name });
  await send(emulator(), paths.segments, bodies.segment);
  for (const version of [{ id: "v2" }, {}, {}]) await send(emulator(), paths.versions, version);

  expect(emulator().record("experiment", "Checkout_button")).toEqual({ name, id: "Checkout_button", status: "setup" });
  const idType = "userID";
  expect(emulator().record("segment", "Beta users")).toEqual({ ...bodies.segment, id: "Beta users", idType });
  const versions = emulator()
    .records.slice(2)
    .map(({ id }) => id);
  expect(versions).toEqual(["support_bot/v2", "support_bot/v1", "support_bot/v3"]);
});

describe("the data of an answer", () => {
  test("holds the whole experiment after a create", async () => {
    const body = { ...experiment, targetApps: "web", groups: [{ name: "Control", size: 100 }], controlGroupID: "c" };
    const { data } = jsonOf(await send(emulator(), paths.experiments, body));

    expect(Object.keys(data as object).sort()).toEqual(
      `allocation bonferroniCorrection createdTime creatorEmail creatorID creatorName decisionReason decisionTime
       defaultConfidenceInterval description duration endTime experimentType groups healthCheckStatus healthChecks
       holdoutIDs hypothesis id idType inlineTargetingRulesJSON lastModifiedTime lastModifierEmail lastModifierID
       lastModifierName launchedGroupID layerID name primaryMetricTags primaryMetrics secondaryMetricTags
       secondaryMetrics startTime status tags targetApps targetingGateID`.split(/\s+/),
    );
    expect(data).toMatchObject({
      id: "checkout_button",
      status: "setup",
      targetApps: ["web"],
      groups: [{ name: "Control", id: "Control", size: 100, parameterValues: {}, description: "" }],
      createdTime: expect.any(Number),
    });
  });

  test("holds part of an experiment or an ingestion source after an update", async () => {
    await send(emulator(), paths.experiments, experiment);
    await send(emulator(), paths.ingestion, bodies.ingestionSource);
    const ofExperiment = jsonOf(await send(emulator(), paths.experiment, bodies.experimentUpdate)).data;
    const ofSource = jsonOf(await send(emulator(), paths.ingestionPatch, bodies.ingestionSource)).data;

    expect(ofExperiment).toMatchObject({ id: "checkout_button", status: "active", allocation: 50 });
    expect(ofExperiment).not.toHaveProperty("createdTime");
    expect(ofSource).not.toHaveProperty("use_delta_sharing");
  });
});

describe("with the bare envelope", () => {
  const bare = emulatorWith({ ingestionEnvelope: "bare" });

  test("an ingestion source is answered at the top level, and nothing else is", async () => {
    const created = jsonOf(await send(bare(), paths.ingestion, bodies.ingestionSource));
    const updated = jsonOf(await send(bare(), paths.ingestionPatch, bodies.ingestionSource));
    const segment = jsonOf(await send(bare(), paths.segments, bodies.segment));

    expect(created).toMatchObject(bodies.ingestionSource);
    expect(updated).toMatchObject(bodies.ingestionSource);
    expect(created).not.toHaveProperty("data");
    expect(segment).toHaveProperty("data");
  });
});
