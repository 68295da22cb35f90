import { deployment, operations } from "./deployment";
import { aMetricSource, anAssignmentSource, anExperiment, anIngestionSource, oneOfEach, together } from "./samples";

/** An answer after which no applier sends the call again. */
const refusal = { status: 403, body: { message: "Not today." } };

const creates = [
  "POST /console/v1/experiments",
  "POST /console/v1/experiments/assignment_source/exposures",
  "POST /console/v1/ingestion",
  "POST /console/v1/metrics/metric_source",
  "POST /console/v1/prompts/support_bot/versions",
  "POST /console/v1/segments",
];

test("entities of all kinds whose create failed are created by the next deploy", () =>
  deployment(async (service) => {
    const { emulator } = service;
    // a failure of a repeatable call is tried again
    emulator.fail({ ...refusal, match: { kind: "assignment_source" } });
    emulator.fail({ status: 500, body: { message: "Out of order." }, times: 5 });
    const { calls, output } = await service.deploy(oneOfEach, { expect: "failure" });

    expect(operations(calls)).toEqual(creates);
    for (const operation of creates) {
      const answer = operation.includes("assignment") ? "403: Not today" : "500: Out of order";
      expect(output).toMatch(answered(operation, answer));
    }
    expect(emulator.records).toEqual([]);

    // an ingestion source may be duplicated, so its update looks for it first
    expect(operations((await service.deploy(oneOfEach)).calls)).toEqual(["PATCH /console/v1/ingestion", ...creates]);
    expect(emulator.records).toHaveLength(creates.length);
    expect(await service.plan(oneOfEach)).toMatchObject({ isEmpty: true });
  }));

test("entities of all kinds whose update failed are updated by the next deploy, also by going back: the service may hold either", () =>
  deployment(async (service) => {
    const before = together(anExperiment(), aMetricSource(), anAssignmentSource(), anIngestionSource());
    const after = together(
      anExperiment({ allocation: 70 }),
      aMetricSource({ tags: [] }),
      anAssignmentSource({ tags: ["new"] }),
      anIngestionSource({ enabled: false }),
    );
    const updates = [
      "PATCH /console/v1/ingestion",
      "POST /console/v1/experiments/assignment_source/exposures",
      "POST /console/v1/experiments/checkout_button",
      "POST /console/v1/metrics/metric_source/orders",
    ];
    await service.deploy(before);
    service.emulator.fail({ ...refusal, times: 2 * updates.length });
    const { calls, output } = await service.deploy(after, { expect: "failure" });
    expect(operations(calls)).toEqual(updates);
    for (const operation of updates) expect(output).toMatch(answered(operation, "403: Not today"));

    const back = await service.deploy(before, { expect: "failure" });
    expect(operations(back.calls)).toEqual(updates);
    expect(back.calls.map(({ body }) => body)).toContainEqual(expect.objectContaining({ allocation: 50 }));
    expect(operations((await service.deploy(after)).calls)).toEqual(updates);
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 70 });
    expect(await service.plan(after)).toMatchObject({ isEmpty: true });
  }));

test("an experiment whose links could not be sent at first is updated, not created, by the next deploy", () =>
  deployment(async (service) => {
    const build = anExperiment({ links: [{ url: "https://wiki.example.com", title: "Plan" }] });
    service.emulator.fail({ ...refusal, match: { path: /checkout_button$/ } });
    await service.deploy(build, { expect: "failure" });

    expect((await service.deploy(build)).calls).toMatchObject([
      { operation: "POST /console/v1/experiments/checkout_button" },
    ]);
  }));

/** Matches a message about an answer to a call, whose path may follow the address of the service. */
function answered(operation: string, answer: string): RegExp {
  return new RegExp(`${operation.replace(" ", " \\S*")} was answered with ${answer}`);
}
