import { deployment } from "../e2e/deployment";
import { send } from "../emulator/running";
import { adopt, load } from "./adopted";
import { responses } from "./records";

const { experiment, metricSource, assignmentSource, namedSegment: segment, ingestionSource, promptVersion } = responses;

/** What a record holds that a body takes. */
function held(record: object, ...not: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !not.includes(field)));
}

/** What only the service sets, and what is null where a body takes none. */
const answeredOnly = [
  ...["lastModifierID", "lastModifiedTime", "lastModifierName", "lastModifierEmail", "createdTime", "creatorName"],
  ...["holdoutIDs", "experimentType", "startTime", "endTime", "layerID", "decisionReason", "decisionTime"],
  ...["healthChecks", "healthCheckStatus", "inlineTargetingRulesJSON"],
];

const experimentHeld = held(experiment, "id", ...answeredOnly);
const ingestionHeld = held(ingestionSource, "use_delta_sharing", "share", "schema", "table");

test("records from the response tables are sent back as they are, once", async () => {
  await deployment(async ({ emulator, workspace }) => {
    await send(emulator, "POST /console/v1/experiments", { name: "Old", id: experiment.id });
    await send(emulator, "POST /console/v1/metrics/metric_source", { ...metricSource, sql: "old" });
    await send(emulator, "POST /console/v1/ingestion", held(ingestionHeld, "column_mapping"));
    const before = emulator.calls.length;
    const records = [experiment, metricSource, assignmentSource, segment, ingestionSource, promptVersion];
    const build = load(await adopt(records, "--prompt-id", "support_bot"));

    await workspace.deploy(build);
    const sent = emulator.calls
      .slice(before)
      .map(({ method, path, body, status }) => ({ call: `${method} ${path}`, body, status }));
    expect(sent.sort((a, b) => (a.call < b.call ? -1 : 1))).toEqual([
      { call: "PATCH /console/v1/ingestion", body: ingestionHeld, status: 200 },
      { call: "POST /console/v1/experiments/assignment_source/exposures", body: assignmentSource, status: 201 },
      { call: "POST /console/v1/experiments/checkout_button", body: experimentHeld, status: 200 },
      { call: "POST /console/v1/metrics/metric_source/orders", body: metricSource, status: 200 },
    ]);
    workspace.synth(build);
    expect(await workspace.plan()).toMatchObject({ isEmpty: true });
  });
});

test("what the emulator has answered to creates leaves its records as they were", async () => {
  await deployment(async ({ emulator, workspace }) => {
    const { name, ...source } = assignmentSource;
    const answers = [
      await send(emulator, "POST /console/v1/experiments", { id: "checkout_button", ...experimentHeld }),
      await send(emulator, "POST /console/v1/metrics/metric_source", metricSource),
      await send(emulator, `POST /console/v1/experiments/assignment_source/${name}`, source),
      await send(emulator, "POST /console/v1/segments", { name: "Beta testers", id: "beta_testers", type: "id_list" }),
      await send(emulator, "POST /console/v1/ingestion", held(ingestionHeld, "column_mapping")),
      await send(emulator, "POST /console/v1/prompts/support_bot/versions", held(promptVersion, "workflow_body")),
    ];
    const before = emulator.records.map(({ kind, data }) => ({ kind, data }));
    const code = await adopt(
      answers.map(({ text }) => JSON.parse(text) as unknown),
      "--prompt-id",
      "support_bot",
    );
    const build = load(code.replace("name: undefined", 'name: "Beta testers"'));

    await workspace.deploy(build);
    // what a record lacks, its answer shows as the service's default, and that is sent back
    const after = emulator.records.map(({ kind, data }) => ({ kind, data }));
    expect(after).toMatchObject(before);
    expect(
      emulator.calls
        .slice(answers.length)
        .map(({ method, status }) => [method, status])
        .sort(),
    ).toEqual([
      ["PATCH", 200],
      ["POST", 200],
      ["POST", 200],
      ["POST", 200],
    ]);
    workspace.synth(build);
    expect(await workspace.plan()).toMatchObject({ isEmpty: true });
  });
});
