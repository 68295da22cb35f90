import { TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource } from "../../lib";
import { deployment, operations, sorted, unwrapped } from "../support/deployment";
import {
  aService,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  together,
} from "../support/samples";
import { reviewed } from "./reviewed";
import { setVariables } from "./terraform-values";

interface Settings {
  readonly ignoreChanges?: boolean;
  readonly reapply?: string;
}

/** One entity of each kind that can be left alone, and one that lacks fields for an update. */
function everything(settings: Settings, declared: "first" | "next" = "first", serviceReapply?: string): Build {
  const isNext = declared === "next";
  const sql = isNext ? "select 2" : "select 1";
  const layerID = isNext ? "l2" : "l1";
  return together(aService({ reapply: serviceReapply }), (stack) => {
    new Experiment(stack, "checkout", { ...experiment, layerID, allocation: isNext ? 70 : 50, ...settings });
    new Experiment(stack, "lacking", { name: "Lacking", allocation: isNext ? 7 : 5, ...settings });
    new MetricSource(stack, "orders", { ...metricSource, sql, ...settings });
    new IngestionSource(stack, "revenue", { ...ingestionSource, enabled: !isNext, ...settings });
    new AssignmentSource(stack, "exposures", { ...assignmentSource, sql, ...settings });
  });
}

const updates = [
  "PATCH /console/v1/ingestion",
  "POST /console/v1/experiments/assignment_source/exposures",
  "POST /console/v1/experiments/checkout_button",
  "POST /console/v1/metrics/metric_source/orders",
];

const left = { ignoreChanges: true };

test("the setting can be given to what is deployed; when it goes, what has changed since is sent, and guarded", () =>
  deployment(async (service) => {
    await service.deploy(everything({}));
    expect(await reviewed(service, everything(left, "next"))).toMatchObject({
      changes: [],
      notes: expect.arrayContaining([
        expect.stringMatching(
          /^changes ignored once created \(ignoreChanges\): assignment source exposures, .*, ingestion source Metrics\/s3\/revenue, metric source orders; declared otherwise since, and not sent: .*\blayerID and allocation of experiment checkout_button/,
        ),
      ]),
    });
    expect(await service.plan(everything({ ...left, reapply: "1" }, "next", "2"))).toMatchObject({ isEmpty: true });
    const { exitCode, output } = await service.plan(everything({}, "next"));
    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain("(stack/checkout): layerID cannot change after creation.");
    expect(unwrapped(output)).toContain("(stack/lacking): allocation changed, but an update also needs");
    expect(operations((await service.deploy(everything({ reapply: "again" }))).calls)).toEqual(updates);
  }));

test("another identity that only Terraform knows is another entity, which is created", () =>
  deployment(async (service) => {
    const build =
      (sql: string): Build =>
      (stack) => {
        const name = new TerraformVariable(stack, "named", { type: "string" }).stringValue;
        new AssignmentSource(stack, "exposures", { ...assignmentSource, name, sql, ...left });
        new MetricSource(stack, "orders", { ...metricSource, name, sql, ...left });
      };
    setVariables(service, { named: "a" });
    await service.deploy(build("select 1"));
    expect(await service.plan(build("select 2"))).toMatchObject({ isEmpty: true });
    setVariables(service, { named: "b" });
    expect(sorted((await service.deploy(build("select 2"))).calls)).toMatchObject([
      { operation: "POST /console/v1/experiments/assignment_source/b", body: { sql: "select 2" } },
      { operation: "POST /console/v1/metrics/metric_source", body: { name: "b", sql: "select 2" } },
    ]);
    expect(await service.plan(build("select 3"))).toMatchObject({ isEmpty: true });
  }));
