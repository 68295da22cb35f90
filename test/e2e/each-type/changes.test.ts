import { type TerraformStack, TerraformVariable } from "cdktf";
import { Experiment, Segment } from "../../../lib";
import { deployment, sorted, unwrapped } from "../deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  segment,
  together,
  without,
} from "../samples";

interface Row {
  readonly what: string;
  readonly first: Build;
  readonly next: Build;
  /** The call that is made for the change, with its body. */
  readonly operation: string;
  readonly nextBody: object;
  /** The call for the change back, where it is another. */
  readonly backOperation?: string;
  readonly firstBody: object;
}

const named = { ...metricSource, name: "described" };
const exposures = "/console/v1/experiments/assignment_source";

const rows: readonly Row[] = [
  {
    what: "an experiment",
    first: anExperiment({ layerID: "layer" }),
    next: anExperiment({ layerID: "layer", allocation: 70 }),
    operation: "POST /console/v1/experiments/checkout_button",
    firstBody: without(experiment, "id"),
    nextBody: { ...without(experiment, "id"), allocation: 70 },
  },
  {
    what: "an experiment without an id",
    first: anExperiment({ id: undefined, name: "No id" }, "without-id"),
    next: anExperiment({ id: undefined, name: "No id", allocation: 70 }, "without-id"),
    operation: "POST /console/v1/experiments/No_id",
    firstBody: { ...without(experiment, "id"), name: "No id" },
    nextBody: { ...without(experiment, "id"), name: "No id", allocation: 70 },
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
    what: "a metric source that drops a field",
    first: aMetricSource({ name: "described", description: "Paid orders." }, "described"),
    next: aMetricSource({ name: "described" }, "described"),
    operation: "POST /console/v1/metrics/metric_source/described",
    firstBody: { ...named, description: "Paid orders." },
    nextBody: named,
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
    what: "an ingestion source that gains a column_mapping",
    first: anIngestionSource({ source_name: "mapped" }, "mapped"),
    next: anIngestionSource({ source_name: "mapped", column_mapping: { unit_id: "id" } }, "mapped"),
    operation: "PATCH /console/v1/ingestion",
    firstBody: { ...ingestionSource, source_name: "mapped" },
    nextBody: { ...ingestionSource, source_name: "mapped", column_mapping: { unit_id: "id" } },
  },
  {
    what: "an assignment source",
    first: anAssignmentSource(),
    next: anAssignmentSource({ sql: "select 2" }),
    operation: `POST ${exposures}/exposures`,
    firstBody: assignmentSource,
    nextBody: { ...assignmentSource, sql: "select 2" },
  },
  {
    what: "an assignment source without sql",
    first: anAssignmentSource({ name: "bare", sql: undefined }, "bare"),
    next: anAssignmentSource({ name: "bare", sql: undefined, scheduledReloadHour: 3 }, "bare"),
    operation: `PATCH ${exposures}/bare`,
    firstBody: { ...without(assignmentSource, "sql"), name: "bare" },
    nextBody: { ...without(assignmentSource, "sql"), name: "bare", scheduledReloadHour: 3 },
  },
  {
    what: "an assignment source that gains its sql",
    first: anAssignmentSource({ name: "gaining", sql: undefined }, "gaining"),
    next: anAssignmentSource({ name: "gaining" }, "gaining"),
    operation: `POST ${exposures}/gaining`,
    backOperation: `PATCH ${exposures}/gaining`,
    firstBody: { ...without(assignmentSource, "sql"), name: "gaining" },
    nextBody: { ...assignmentSource, name: "gaining" },
  },
];

test("what changes, and changes back, is sent in full by one call each time, whatever the envelope of the answers", () =>
  deployment(
    async (service) => {
      const first = together(...rows.map((row) => row.first));
      await service.deploy(first);

      expect(sorted((await service.deploy(together(...rows.map(({ next }) => next)))).calls)).toEqual(
        sorted(rows.map(({ operation, nextBody: body }) => ({ operation, body }))),
      );
      expect(sorted((await service.deploy(first)).calls)).toEqual(
        sorted(
          rows.map(({ operation, backOperation = operation, firstBody: body }) => ({ operation: backOperation, body })),
        ),
      );
      expect(await service.plan(first)).toMatchObject({ isEmpty: true });
    },
    // other tests meet answers with one
    { emulator: { ingestionEnvelope: "bare" } },
  ));

test("an experiment that gains what its update requires is updated from then on, and guarded", () =>
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

test("another identity makes another entity, also one that only Terraform knows, and the former stays in the service", () =>
  deployment(async (service) => {
    const identified = (id: string) => (stack: TerraformStack) => {
      new Experiment(stack, "literal", { ...experiment, id });
      const known = new TerraformVariable(stack, "id", { default: id }).stringValue;
      new Experiment(stack, "experiment", { ...experiment, id: `${known}_of_terraform` });
      new Segment(stack, "segment", { ...segment, id: known });
    };
    await service.deploy(identified("first"));

    const { calls } = await service.deploy(identified("second"));
    expect(sorted(calls)).toEqual([
      { operation: "POST /console/v1/experiments", body: { ...experiment, id: "second" } },
      { operation: "POST /console/v1/experiments", body: { ...experiment, id: "second_of_terraform" } },
      { operation: "POST /console/v1/segments", body: { ...segment, id: "second" } },
    ]);
    expect(service.emulator.records).toHaveLength(6);
    expect(await service.plan(identified("second"))).toMatchObject({ isEmpty: true });
  }));
