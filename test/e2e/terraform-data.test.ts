import { ExperimentationService } from "../../lib";
import { deployment, operations, unwrapped } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aSegment,
  type Build,
  metricSource,
  oneOfEach,
  together,
} from "./samples";

/** A stack whose entities are `terraform_data`, which needs no provider from a registry. */
function asTerraformData(...builds: readonly Build[]): Build {
  return together(
    (stack) => new ExperimentationService(stack, "service", { resourceType: "terraform_data" }),
    ...builds,
  );
}

test("entities that are terraform_data are created by one call each, then left alone", () =>
  deployment(async (service) => {
    const all = asTerraformData(oneOfEach);

    expect((await service.deploy(all)).calls).toHaveLength(6);
    expect(await service.plan(all)).toMatchObject({ isEmpty: true });
    const { resources } = await service.workspace.state();
    expect(new Set(resources.map(({ type }) => type))).toEqual(new Set(["terraform_data"]));
  }));

test("entities that are terraform_data are updated when they change, and when they change back", () =>
  deployment(async (service) => {
    const first = asTerraformData(anExperiment(), aMetricSource(), anIngestionSource(), anAssignmentSource());
    const next = asTerraformData(
      anExperiment({ allocation: 70 }),
      aMetricSource({ idTypeMapping: [], tags: ["a", "b"] }),
      anIngestionSource({ enabled: false }),
      anAssignmentSource({ scheduledReloadHour: null }),
    );
    const updates = [
      "PATCH /console/v1/ingestion",
      "POST /console/v1/experiments/assignment_source/exposures",
      "POST /console/v1/experiments/checkout_button",
      "POST /console/v1/metrics/metric_source/orders",
    ];
    await service.deploy(first);

    expect(operations((await service.deploy(next)).calls)).toEqual(updates);
    expect(operations((await service.deploy(first)).calls)).toEqual(updates);
    expect(service.emulator.record("metric_source", "orders")).toEqual(metricSource);
  }));

test("what no call can change is refused for terraform_data too", () =>
  deployment(async (service) => {
    await service.deploy(asTerraformData(aSegment(), anExperiment({ layerID: "L1" })));
    const { output, exitCode } = await service.plan(
      asTerraformData(aSegment({ rules: [], tags: ["new"] }), anExperiment({ layerID: "L2" })),
    );

    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain('segment "beta_testers" (stack/beta): tags, rules changed');
    expect(unwrapped(output)).toContain('experiment "checkout_button" (stack/checkout): layerID cannot change');
  }));
