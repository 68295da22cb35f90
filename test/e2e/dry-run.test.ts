import { deployment } from "./deployment";
import { aMetricSource, anAssignmentSource, assignmentSource, metricSource } from "./samples";

test.each([
  {
    what: "a metric source",
    dry: aMetricSource({ dryRun: true }),
    changed: aMetricSource({ dryRun: true, sql: "select 2" }),
    real: aMetricSource(),
    operation: "POST /console/v1/metrics/metric_source",
    sample: metricSource,
  },
  {
    what: "an assignment source",
    dry: anAssignmentSource({ dryRun: true }),
    changed: anAssignmentSource({ dryRun: true, sql: "select 2" }),
    real: anAssignmentSource(),
    operation: "POST /console/v1/experiments/assignment_source/exposures",
    sample: assignmentSource,
  },
])("$what with dryRun is validated and not kept, until dropping dryRun makes it", (row) =>
  deployment(async (service) => {
    const { operation, sample } = row;

    expect((await service.deploy(row.dry)).calls).toEqual([{ operation, body: { ...sample, dryRun: true } }]);
    expect((await service.deploy(row.dry)).calls).toEqual([]);
    expect((await service.deploy(row.changed)).calls).toEqual([
      { operation, body: { ...sample, dryRun: true, sql: "select 2" } },
    ]);
    expect(service.emulator.records).toEqual([]);

    expect((await service.deploy(row.real)).calls).toEqual([{ operation, body: sample }]);
    expect(service.emulator.records).toHaveLength(1);
    expect(await service.plan(row.real)).toMatchObject({ isEmpty: true });
  }),
);

test("a dry run that the service refuses fails the deploy with the reasons, and the next deploy asks again", () =>
  deployment(async (service) => {
    const dry = aMetricSource({ dryRun: true });
    const errors = [{ property: "sql", errorMessage: "no such table" }];
    service.emulator.fail({ status: 400, body: { message: "Not valid.", errors } });
    const { output } = await service.deploy(dry, { expect: "failure" });

    expect(output).toContain("was answered with 400: Not valid - sql: no such table");
    expect((await service.deploy(dry)).calls).toHaveLength(1);
  }));
