import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { Experiment, MetricSource, Segment } from "../../lib";
import { deployment, operations } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  aSegment,
  experiment,
  metricSource,
  oneOfEach,
  segment,
  together,
} from "./samples";

test("constructs moved under another parent, or renamed in code, plan nothing, and those that change are updated", () =>
  deployment(async (service) => {
    await service.deploy(together(anExperiment({ layerID: "L1" }), aMetricSource(), aSegment()));
    const moved = (allocation: number) => (stack: TerraformStack) => {
      const team = new Construct(new Construct(stack, "company"), "team");
      new Experiment(team, "checkout", { ...experiment, layerID: "L1", allocation });
      new MetricSource(stack, "renamed", metricSource);
      new Segment(team, "renamed-and-moved", segment);
    };
    expect(await service.plan(moved(50))).toMatchObject({ isEmpty: true });

    const { calls } = await service.deploy(moved(70));
    expect(calls).toMatchObject([{ operation: "POST /console/v1/experiments/checkout_button" }]);
  }));

test("a stack inside a package of ES modules is deployed", () =>
  deployment(async (service) => {
    await writeFile(join(service.workspace.directory, "package.json"), '{ "type": "module" }');
    const { calls } = await service.deploy(aSegment());

    expect(operations(calls)).toEqual(["POST /console/v1/segments"]);
  }));

test("another runner with the same state plans nothing, refuses what no call can change, and sends the next change as updates", () =>
  deployment(async (service) => {
    await service.deploy(oneOfEach);
    const there = await service.onAnotherRunner();

    expect(await there.plan(oneOfEach)).toMatchObject({ isEmpty: true });
    expect((await there.plan(aSegment({ tags: ["new"] }))).output).toContain("tags changed");
    const { calls } = await there.deploy(together(anExperiment({ allocation: 70 }), aMetricSource({ tags: [] })));
    expect(operations(calls)).toEqual([
      "POST /console/v1/experiments/checkout_button",
      "POST /console/v1/metrics/metric_source/orders",
    ]);
  }));

test("constructs that are removed, or destroyed with the stack, send nothing, and leave the service and the other constructs as they are", () =>
  deployment(async (service) => {
    await service.deploy(oneOfEach);
    const records = service.emulator.records;
    const rest = together(aMetricSource(), anAssignmentSource());
    const { output, calls } = await service.deploy(rest);

    expect(output).toContain("0 added, 0 changed, 6 destroyed");
    expect(calls).toEqual([]);
    expect(service.emulator.records).toEqual(records);
    expect(await service.plan(rest)).toMatchObject({ isEmpty: true });

    const { exitCode } = await service.workspace.terraform(["destroy", "-auto-approve"]);
    expect(exitCode).toBe(0);
    expect(service.calls).toHaveLength(6);
  }));
