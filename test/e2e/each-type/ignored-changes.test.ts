import { TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource } from "../../../lib";
import { type Deployment, deployment, operations, sorted, unwrapped } from "../deployment";
import { reviewed } from "../reviewed";
import {
  aService,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  resourceType,
  together,
} from "../samples";
import { setVariables } from "../terraform-values";

interface Settings {
  readonly ignoreChanges?: boolean;
  readonly adopt?: boolean;
  readonly reapply?: string;
}

const links = [{ url: "https://wiki.example.com", title: "Plan" }];

/** One entity of each kind that can be left alone, one that its first deploy updates, and one that lacks fields for an update. */
function everything(settings: Settings, declared: "first" | "next" = "first", serviceReapply?: string): Build {
  const isNext = declared === "next";
  const sql = isNext ? "select 2" : "select 1";
  const layerID = isNext ? "l2" : "l1";
  return together(aService({ reapply: serviceReapply }), (stack) => {
    new Experiment(stack, "checkout", { ...experiment, layerID, allocation: isNext ? 70 : 50, ...settings });
    new Experiment(stack, "linked", { ...experiment, id: "linked", links, allocation: isNext ? 70 : 50, ...settings });
    if (!settings.adopt) new Experiment(stack, "lacking", { name: "Lacking", allocation: isNext ? 7 : 5, ...settings });
    new MetricSource(stack, "orders", { ...metricSource, sql, ...settings });
    new IngestionSource(stack, "revenue", { ...ingestionSource, enabled: !isNext, ...settings });
    new AssignmentSource(stack, "exposures", { ...assignmentSource, sql, ...settings });
  });
}

const updates = [
  "PATCH /console/v1/ingestion",
  "POST /console/v1/experiments/assignment_source/exposures",
  "POST /console/v1/experiments/checkout_button",
  "POST /console/v1/experiments/linked",
  "POST /console/v1/metrics/metric_source/orders",
];

const creates = [
  "POST /console/v1/experiments",
  "POST /console/v1/experiments",
  "POST /console/v1/experiments",
  "POST /console/v1/experiments/assignment_source/exposures",
  "POST /console/v1/experiments/linked",
  "POST /console/v1/ingestion",
  "POST /console/v1/metrics/metric_source",
];

const left = { ignoreChanges: true };

async function planned(service: Deployment, build: Build): Promise<string[]> {
  const { exitCode, output, changes } = await service.plan(build);
  if (exitCode === 1) throw new Error(output);
  return changes.map(({ address }) => address.replace(/^\w+\./, ""));
}

test("what is left alone is created; then no change, guard or reapply plans anything, and -replace sends what is declared", () =>
  deployment(async (service) => {
    expect(operations((await service.deploy(everything(left))).calls)).toEqual(creates);
    expect(await planned(service, everything(left))).toEqual([]);
    expect(await planned(service, everything({ ...left, reapply: "1" }, "next", "2"))).toEqual([]);

    const replaced = ["experiment_checkout_button_revision", "assignment_source_exposures"];
    const options = replaced.map((name) => `-replace=${resourceType}.${name}`);
    const { calls } = await service.deploy(everything(left, "next"), { options });
    expect(sorted(calls)).toMatchObject([
      { operation: updates[1], body: { sql: "select 2" } },
      { operation: updates[2], body: { allocation: 70 } },
    ]);
    expect(await planned(service, everything(left))).toEqual([]);
    expect((await service.plan(everything({ ...left, adopt: true }))).output).not.toContain("must be replaced");
  }));

test("what is adopted and left alone has no call, whatever is declared, until the setting goes", () =>
  deployment(async (service) => {
    expect((await service.deploy(everything({ ...left, adopt: true }))).calls).toEqual([]);
    expect(await planned(service, everything({ ...left, adopt: true }, "next"))).toEqual([]);
    expect(await planned(service, everything({ adopt: true, reapply: "1" }))).toEqual([
      "assignment_source_exposures",
      "experiment_checkout_button_revision",
      "experiment_linked_revision",
      "ingestion_source_Metrics__s3__revenue_revision",
      "metric_source_orders_revision",
    ]);
  }));

test("the setting can be given to what is deployed; when it goes, what has changed since is sent, and guarded", () =>
  deployment(async (service) => {
    await service.deploy(everything({}));
    expect(await reviewed(service, everything(left, "next"))).toMatchObject({
      changes: [],
      remarks: expect.arrayContaining([
        expect.stringMatching(
          /^left alone once created \(ignoreChanges\): assignment source exposures, .*, ingestion source Metrics\/s3\/revenue and 1 more; declared otherwise since, and not sent: .*\blayerID and allocation of experiment checkout_button/,
        ),
      ]),
    });
    expect(await planned(service, everything({}))).toEqual([]);
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
    expect(await planned(service, build("select 2"))).toEqual([]);
    setVariables(service, { named: "b" });
    expect(sorted((await service.deploy(build("select 2"))).calls)).toMatchObject([
      { operation: "POST /console/v1/experiments/assignment_source/b", body: { sql: "select 2" } },
      { operation: "POST /console/v1/metrics/metric_source", body: { name: "b", sql: "select 2" } },
    ]);
    expect(await planned(service, build("select 3"))).toEqual([]);
  }));
