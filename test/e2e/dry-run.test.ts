import { deployment, sorted } from "./deployment";
import { aMetricSource, anAssignmentSource, assignmentSource, metricSource, together } from "./samples";

const both = (changes: { readonly dryRun?: boolean; readonly sql?: string }) =>
  together(aMetricSource(changes), anAssignmentSource(changes));

/** The calls for both, with these changes of their bodies. */
const callsFor = (changes: object) => [
  {
    operation: "POST /console/v1/experiments/assignment_source/exposures",
    body: { ...assignmentSource, ...changes },
  },
  { operation: "POST /console/v1/metrics/metric_source", body: { ...metricSource, ...changes } },
];

test("what has dryRun is validated and not kept, until dropping dryRun makes it", () =>
  deployment(async (service) => {
    const dry = { dryRun: true };
    expect(sorted((await service.deploy(both(dry))).calls)).toEqual(callsFor(dry));
    expect((await service.deploy(both(dry))).calls).toEqual([]);
    const changed = { ...dry, sql: "select 2" };
    expect(sorted((await service.deploy(both(changed))).calls)).toEqual(callsFor(changed));
    expect(service.emulator.records).toEqual([]);

    expect(sorted((await service.deploy(both({}))).calls)).toEqual(callsFor({}));
    expect(service.emulator.records).toHaveLength(2);
    expect(await service.plan(both({}))).toMatchObject({ isEmpty: true });
  }));

test("a dry run that the service refuses fails the deploy with the reasons, and the next deploy asks again", () =>
  deployment(async (service) => {
    const dry = aMetricSource({ dryRun: true });
    const errors = [{ property: "sql", errorMessage: "no such table" }];
    service.emulator.fail({ status: 400, body: { message: "Not valid.", errors } });
    const { output } = await service.deploy(dry, { expect: "failure" });

    expect(output).toContain("was answered with 400: Not valid - sql: no such table");
    expect((await service.deploy(dry)).calls).toHaveLength(1);
  }));
