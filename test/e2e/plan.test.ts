import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Construct } from "constructs";
import {
  AssignmentSource,
  Experiment,
  IngestionSource,
  MetricSource,
  type MetricSourceProps,
  PromptVersion,
  Segment,
} from "../../lib";
import { deployment, operations } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  resourceType,
  segment,
  together,
} from "./samples";

test("props and keys in another order, undefined props and another place of the construct plan nothing, in a package of ES modules and on another runner, too", () =>
  deployment(async (service) => {
    await writeFile(join(service.workspace.directory, "package.json"), '{ "type": "module" }');
    await service.deploy(oneOfEachIn((props) => props));

    const undefinedProps = { description: undefined, owner: undefined };
    for (const runner of [service, await service.onAnotherRunner()]) {
      expect(await runner.plan(oneOfEachIn(backwards, undefinedProps, "team"))).toMatchObject({ isEmpty: true });
    }
  }));

test("dropping dryRun, of a dry run that was refused, made and made again, makes the entity", () =>
  deployment(async (service) => {
    const both = (changes: object) => together(aMetricSource(changes), anAssignmentSource(changes));
    const errors = [{ property: "sql", errorMessage: "no such table" }];
    service.emulator.fail({ status: 400, body: { message: "Not valid.", errors }, times: 2 });
    const { output } = await service.deploy(both({ dryRun: true }), { expect: "failure" });
    expect(output).toContain("was answered with 400: Not valid - sql: no such table");
    for (const [changes, calls] of [
      [{ dryRun: true }, 2],
      [{ dryRun: true }, 0],
      [{ dryRun: true, sql: "select 2" }, 2],
    ] as const) {
      expect((await service.deploy(both(changes))).calls).toHaveLength(calls);
    }
    expect(service.emulator.records).toEqual([]);

    await service.deploy(both({}));
    expect(service.emulator.records).toHaveLength(2);
    expect(await service.plan(both({}))).toMatchObject({ isEmpty: true });
  }));

test("a targeted apply sends what is targeted, and leaves the rest; a record that was targeted alone is updated later", () =>
  deployment(async (service) => {
    const record = `${resourceType}.experiment_checkout_button`;
    await service.plan(together(anExperiment(), aMetricSource()));
    expect(operations((await service.applyTarget(record)).calls)).toEqual(["POST /console/v1/experiments"]);
    const changed = together(anExperiment({ allocation: 70 }), aMetricSource());
    await service.plan(changed);
    expect(operations((await service.applyTarget(`${record}_revision`)).calls)).toEqual([
      "POST /console/v1/experiments/checkout_button",
    ]);
    expect(operations((await service.deploy(changed)).calls)).toEqual(["POST /console/v1/metrics/metric_source"]);

    service.emulator.reset();
    await service.workspace.terraform(["apply", "-auto-approve", `-replace=${record}`]);
    expect(service.calls.map(({ operation }) => operation)).toEqual(["POST /console/v1/experiments"]);
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 70 });
  }));

test("a saved plan whose request file is another by now, or gone, is refused, and nothing is sent", () =>
  deployment(async (service) => {
    await service.deploy(aMetricSource());
    await service.plan(together(aMetricSource({ sql: "select 2" }), anExperiment()));
    service.synth(aMetricSource({ sql: "select 3" }));
    const { exitCode, output, calls } = await service.applyPlanned();

    expect(exitCode).toBe(1);
    expect(output).toContain("requests/metric_source_orders.json is not the one that was planned");
    expect(output).toContain("run cdktf synth and plan again");
    expect(output).toContain("requests/experiment_checkout_button.json cannot be read (ENOENT)");
    expect(calls).toEqual([]);

    expect((await service.deploy(aMetricSource({ sql: "select 3" }))).calls).toMatchObject([
      { operation: "POST /console/v1/metrics/metric_source/orders", body: { sql: "select 3" } },
    ]);
  }));

/** A stack with one entity of each kind, whose props are in some order; one has more of them. */
function oneOfEachIn(order: <T>(props: T) => T, more: Partial<MetricSourceProps> = {}, parent?: string): Build {
  return (scope) => {
    const stack = parent === undefined ? scope : new Construct(scope, parent);
    new Experiment(stack, "experiment", order({ ...experiment, layerID: "layer", links: [{ url: "u", title: "t" }] }));
    new MetricSource(stack, "metric-source", order({ ...metricSource, ...more }));
    new AssignmentSource(stack, "assignment-source", order(assignmentSource));
    new Segment(stack, "segment", order(segment));
    new IngestionSource(
      stack,
      "ingestion-source",
      order({ ...ingestionSource, column_mapping: { dateid: "day", unit_id: "id" } }),
    );
    new PromptVersion(stack, "prompt-version", order(promptVersion));
    new PromptVersion(stack, "next-prompt-version", order({ ...promptVersion, id: undefined }));
  };
}

/** The same value with the keys of every object in the opposite order. */
function backwards<T>(value: T): T {
  if (Array.isArray(value)) return value.map(backwards) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, inner]) => [key, backwards(inner)])) as T;
}
