import {
  AssignmentSource,
  Experiment,
  IngestionSource,
  MetricSource,
  type MetricSourceProps,
  PromptVersion,
  Segment,
} from "../../lib";
import { deployment } from "./deployment";
import {
  aMetricSource,
  anExperiment,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  segment,
  together,
} from "./samples";

test("props and keys in another order, and props that are undefined, plan nothing", () =>
  deployment(async (service) => {
    await service.deploy(oneOfEachIn((props) => props));

    const undefinedProps = { description: undefined, owner: undefined };
    expect(await service.plan(oneOfEachIn(backwards, undefinedProps))).toMatchObject({ isEmpty: true });
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
function oneOfEachIn(order: <T>(props: T) => T, more: Partial<MetricSourceProps> = {}): Build {
  return (stack) => {
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
