import { type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment, Segment } from "../../lib";
import { deployment, unwrapped } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  assignmentSource,
  experiment,
  ingestionSource,
  metricSource,
  segment,
  without,
} from "./samples";

const changes = [
  {
    what: "an experiment",
    first: anExperiment({ layerID: "layer" }),
    next: anExperiment({ layerID: "layer", allocation: 70 }),
    operation: "POST /console/v1/experiments/checkout_button",
    firstBody: without(experiment, "id"),
    nextBody: { ...without(experiment, "id"), allocation: 70 },
  },
  {
    what: "a metric source",
    first: aMetricSource(),
    next: aMetricSource({ sql: "select 2" }),
    operation: "POST /console/v1/metrics/metric_source/orders",
    firstBody: metricSource,
    nextBody: { ...metricSource, sql: "select 2" },
  },
  {
    what: "an ingestion source",
    first: anIngestionSource({ use_delta_sharing: true }),
    next: anIngestionSource({ use_delta_sharing: true, enabled: false }),
    operation: "PATCH /console/v1/ingestion",
    firstBody: ingestionSource,
    nextBody: { ...ingestionSource, enabled: false },
  },
  {
    what: "an assignment source",
    first: anAssignmentSource(),
    next: anAssignmentSource({ sql: "select 2" }),
    operation: "POST /console/v1/experiments/assignment_source/exposures",
    firstBody: assignmentSource,
    nextBody: { ...assignmentSource, sql: "select 2" },
  },
  {
    what: "an assignment source without sql",
    first: anAssignmentSource({ sql: undefined }),
    next: anAssignmentSource({ sql: undefined, scheduledReloadHour: 3 }),
    operation: "PATCH /console/v1/experiments/assignment_source/exposures",
    firstBody: without(assignmentSource, "sql"),
    nextBody: { ...without(assignmentSource, "sql"), scheduledReloadHour: 3 },
  },
];

test.each(changes)("$what that changes, and changes back, is sent in full by one call each time", (row) =>
  deployment(async (service) => {
    await service.deploy(row.first);

    expect((await service.deploy(row.next)).calls).toEqual([{ operation: row.operation, body: row.nextBody }]);
    expect((await service.deploy(row.first)).calls).toEqual([{ operation: row.operation, body: row.firstBody }]);
    expect(await service.plan(row.first)).toMatchObject({ isEmpty: true });
  }),
);

test("a field that is dropped is not in the next update", () =>
  deployment(async (service) => {
    await service.deploy(aMetricSource({ description: "Paid orders." }));

    expect((await service.deploy(aMetricSource())).calls).toEqual([
      { operation: "POST /console/v1/metrics/metric_source/orders", body: metricSource },
    ]);
  }));

test("an experiment that gains what its update requires is updated from then on", () =>
  deployment(async (service) => {
    const operation = "POST /console/v1/experiments/checkout_button";
    await service.deploy(anExperiment({ hypothesis: undefined, layerID: "L1" }));

    const body = without(experiment, "id");
    expect((await service.deploy(anExperiment({ layerID: "L1" }))).calls).toEqual([{ operation, body }]);
    expect((await service.deploy(anExperiment({ layerID: "L1", allocation: 70 }))).calls).toEqual([
      { operation, body: { ...body, allocation: 70 } },
    ]);
    expect((await service.plan(anExperiment({ layerID: "L2" }))).output).toContain("layerID cannot change");
  }));

test("an experiment that loses what its update requires is compared with what was sent last, not with its creation", () =>
  deployment(async (service) => {
    const bare = { hypothesis: undefined };
    await service.deploy(anExperiment(bare));
    await service.deploy(anExperiment({ allocation: 70 }));

    const { exitCode, output } = await service.plan(anExperiment(bare));
    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(
      'experiment "checkout_button" (stack/checkout): hypothesis, allocation changed, but an update also needs hypothesis.',
    );
  }));

test.each([
  ["an experiment", (stack: TerraformStack, id: string) => new Experiment(stack, "one", { ...experiment, id })],
  ["a segment", (stack: TerraformStack, id: string) => new Segment(stack, "one", { ...segment, id })],
])("another identity that only Terraform knows makes another entity of %s", (_, declare) =>
  deployment(async (service) => {
    const named = (id: string) => (stack: TerraformStack) =>
      void declare(stack, new TerraformVariable(stack, "id", { default: id }).stringValue);
    await service.deploy(named("first_one"));

    const { calls } = await service.deploy(named("second_one"));
    expect(calls.map(({ body }) => body)).toEqual([expect.objectContaining({ id: "second_one" })]);
    expect(service.emulator.records.map(({ id }) => id)).toEqual(["first_one", "second_one"]);
    expect(await service.plan(named("second_one"))).toMatchObject({ isEmpty: true });
  }),
);

test("an assignment source that gains its sql is sent by the post", () =>
  deployment(async (service) => {
    await service.deploy(anAssignmentSource({ sql: undefined }));

    expect((await service.deploy(anAssignmentSource())).calls).toEqual([
      { operation: "POST /console/v1/experiments/assignment_source/exposures", body: assignmentSource },
    ]);
  }));

test("an ingestion source that gains a column_mapping is updated with it, not created again", () =>
  deployment(async (service) => {
    await service.deploy(anIngestionSource());

    expect((await service.deploy(anIngestionSource({ column_mapping: { unit_id: "id" } }))).calls).toEqual([
      { operation: "PATCH /console/v1/ingestion", body: { ...ingestionSource, column_mapping: { unit_id: "id" } } },
    ]);
  }));

test("another identity is another entity, and the former stays in the service", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment());
    const { calls } = await service.deploy(anExperiment({ id: "checkout_button_2" }));

    expect(calls).toEqual([
      { operation: "POST /console/v1/experiments", body: { ...experiment, id: "checkout_button_2" } },
    ]);
    expect(service.emulator.records.map(({ id }) => id)).toEqual(["checkout_button", "checkout_button_2"]);
  }));
