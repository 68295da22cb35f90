import { deployment, operations } from "./deployment";
import { aMetricSource, anExperiment, aSegment, experiment, resourceType, together } from "./samples";

const record = `${resourceType}.experiment_checkout_button`;
const revision = `${record}_revision`;

test("a targeted apply sends what is targeted, and leaves the rest for the next", () =>
  deployment(async (service) => {
    const first = together(anExperiment(), aMetricSource());
    await service.plan(first);
    // the revision is made after its record, by the one create call
    expect(operations((await service.applyTarget(revision)).calls)).toEqual(["POST /console/v1/experiments"]);
    await service.deploy(first);
    const changed = together(anExperiment({ allocation: 70 }), aMetricSource({ sql: "select 2" }), aSegment());
    await service.plan(changed);

    expect(operations((await service.applyTarget(revision)).calls)).toEqual([
      "POST /console/v1/experiments/checkout_button",
    ]);
    expect(operations((await service.deploy(changed)).calls)).toEqual([
      "POST /console/v1/metrics/metric_source/orders",
      "POST /console/v1/segments",
    ]);
  }));

test("a record that was targeted alone is updated when its revision comes, and created once more when it is replaced", () =>
  deployment(async (service) => {
    await service.plan(anExperiment());
    await service.applyTarget(record);
    const changed = anExperiment({ allocation: 70 });
    expect(operations((await service.deploy(changed)).calls)).toEqual(["POST /console/v1/experiments/checkout_button"]);

    service.emulator.reset();
    await service.workspace.terraform(["apply", "-auto-approve", `-replace=${record}`]);
    expect(service.calls).toEqual([
      { operation: "POST /console/v1/experiments", body: { ...experiment, allocation: 70 } },
    ]);
  }));
