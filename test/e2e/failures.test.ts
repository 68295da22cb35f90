import { type Deployment, deployment } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  experiment,
  together,
} from "./samples";

/** An answer after which no applier sends the call again. */
const refusal = { status: 403, body: { message: "Not today." } };

test.each([
  { what: "an experiment", build: anExperiment(), operation: "POST /console/v1/experiments" },
  { what: "a metric source", build: aMetricSource(), operation: "POST /console/v1/metrics/metric_source" },
  { what: "a segment", build: aSegment(), operation: "POST /console/v1/segments" },
  { what: "an ingestion source", build: anIngestionSource(), operation: "POST /console/v1/ingestion" },
  {
    what: "a prompt version",
    build: aPromptVersion(),
    operation: "POST /console/v1/prompts/support_bot/versions",
  },
  {
    what: "an assignment source",
    build: anAssignmentSource(),
    operation: "POST /console/v1/experiments/assignment_source/exposures",
    status: 403,
  },
])("$what whose create failed is created by the next deploy", ({ build, operation, status = 500 }) =>
  deployment(async (service) => {
    service.emulator.fail({ status, body: { message: "Out of order." } });
    const { calls, output } = await service.deploy(build, { expect: "failure" });

    expect(calls).toMatchObject([{ operation }]);
    expect(output).toMatch(answered(operation, status, "Out of order."));
    expect(service.emulator.records).toEqual([]);

    await service.deploy(build);
    expect(accepted(service)).toEqual([operation]);
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }),
);

test.each([
  {
    what: "an experiment",
    before: anExperiment(),
    after: anExperiment({ allocation: 70 }),
    operation: "POST /console/v1/experiments/checkout_button",
  },
  {
    what: "a metric source",
    before: aMetricSource(),
    after: aMetricSource({ tags: [] }),
    operation: "POST /console/v1/metrics/metric_source/orders",
  },
  {
    what: "an assignment source",
    before: anAssignmentSource(),
    after: anAssignmentSource({ tags: ["new"] }),
    operation: "POST /console/v1/experiments/assignment_source/exposures",
  },
  {
    what: "an ingestion source",
    before: anIngestionSource(),
    after: anIngestionSource({ enabled: false }),
    operation: "PATCH /console/v1/ingestion",
  },
])("$what whose update failed is updated by the next deploy", ({ before, after, operation }) =>
  deployment(async (service) => {
    await service.deploy(before);
    service.emulator.fail(refusal);
    const { calls, output } = await service.deploy(after, { expect: "failure" });

    expect(calls).toMatchObject([{ operation }]);
    expect(output).toMatch(answered(operation, 403, "Not today."));

    expect((await service.deploy(after)).calls).toEqual(calls);
    expect(await service.plan(after)).toMatchObject({ isEmpty: true });
  }),
);

test("after a failed update, going back sends an update with the former content, because the service may hold either", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment());
    service.emulator.fail(refusal);
    await service.deploy(anExperiment({ allocation: 70 }), { expect: "failure" });

    expect((await service.deploy(anExperiment())).calls).toMatchObject([
      { operation: "POST /console/v1/experiments/checkout_button", body: { allocation: 50 } },
    ]);
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

test("what could not be created may still change, also in immutable fields", () =>
  deployment(async (service) => {
    service.emulator.fail({ ...refusal, times: 2 });
    await service.deploy(together(aSegment(), anExperiment({ layerID: "L1" })), { expect: "failure" });
    const { calls } = await service.deploy(
      together(aSegment({ description: "Others." }), anExperiment({ layerID: "L2", allocation: 70 })),
    );

    expect(calls).toHaveLength(2);
    expect(service.emulator.record("segment", "beta_testers")).toMatchObject({ description: "Others." });
    expect(service.emulator.record("experiment", "checkout_button")).toEqual({
      ...experiment,
      layerID: "L2",
      allocation: 70,
    });
  }));

test("an entity that fails does not keep others from being deployed, and the next deploy sends only what is left", () =>
  deployment(async (service) => {
    const all = together(anExperiment(), aMetricSource(), anAssignmentSource());
    service.emulator.fail({ ...refusal, match: { kind: "metric_source" } });
    await service.deploy(all, { expect: "failure" });

    expect(service.emulator.records).toHaveLength(2);
    expect((await service.deploy(all)).calls).toMatchObject([{ operation: "POST /console/v1/metrics/metric_source" }]);
  }));

test("what exists already is not taken over: the error says how to adopt it", () =>
  deployment(async (service) => {
    await service.deploy(aMetricSource());
    await service.deploy(anExperiment());
    const { output, calls } = await service.deploy(aMetricSource({ sql: "select 2" }), { expect: "failure" });

    expect(calls).toMatchObject([{ operation: "POST /console/v1/metrics/metric_source" }]);
    expect(output).toContain("was answered with 409");
    expect(output).toContain("to take over what exists, set adopt: true, or run");
    expect(service.emulator.record("metric_source", "orders")).not.toMatchObject({ sql: "select 2" });
  }));

/** The calls that the service has carried out. */
function accepted({ emulator }: Deployment): string[] {
  return emulator.calls
    .filter(({ status = 0 }) => status >= 200 && status < 300)
    .map(({ method, path }) => `${method} ${path}`);
}

/** Matches a message about an answer to a call, whose path may follow the address of the service. */
function answered(operation: string, status: number, message: string): RegExp {
  return new RegExp(`${operation.replace(" ", " \\S*")} was answered with ${status}: ${message}`);
}
