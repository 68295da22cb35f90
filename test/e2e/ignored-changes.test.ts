import { TerraformVariable } from "cdktf";
import { deployment, operations, sorted } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aService,
  type Build,
  together,
} from "../support/samples";
import { reviewed } from "./reviewed";
import { setVariables } from "./terraform-values";

const ignored = { ignoreChanges: true };

/** One entity of each kind whose changes can be ignored; the second edition changes each. */
const everything = (edition: 1 | 2, settings: { readonly ignoreChanges?: boolean; readonly reapply?: string }) =>
  together(
    anExperiment({ layerID: `l${edition}`, allocation: edition, ...settings }),
    aMetricSource({ sql: `select ${edition}`, ...settings }),
    anIngestionSource({ enabled: edition === 1, ...settings }),
    anAssignmentSource({ sql: `select ${edition}`, ...settings }),
  );

test("what is ignored of what is deployed is told, and no reapply sends it; a reapply does when the setting goes", () =>
  deployment(async (service) => {
    await service.deploy(together(aService(), everything(1, {})));
    const next = together(aService({ reapply: "2" }), everything(2, { ...ignored, reapply: "1" }));
    const review = await reviewed(service, next);
    expect(review.changes).toEqual([]);
    expect(review.notes).toContainEqual(
      expect.stringMatching(
        /^changes ignored once created \(ignoreChanges\): assignment source exposures, .*, ingestion source Metrics\/s3\/revenue, metric source orders; declared otherwise since, and not sent: .*\blayerID and allocation of experiment checkout_button/,
      ),
    );
    const { calls } = await service.deploy(together(aService(), everything(1, { reapply: "again" })));
    expect(operations(calls)).toEqual([
      "PATCH /console/v1/ingestion",
      "POST /console/v1/experiments/assignment_source/exposures",
      "POST /console/v1/experiments/checkout_button",
      "POST /console/v1/metrics/metric_source/orders",
    ]);
  }));

test("another identity that only Terraform knows is another entity, which is created", () =>
  deployment(async (service) => {
    const build =
      (sql: string): Build =>
      (stack) => {
        const name = new TerraformVariable(stack, "named", { type: "string" }).stringValue;
        together(anAssignmentSource({ name, sql, ...ignored }), aMetricSource({ name, sql, ...ignored }))(stack);
      };
    setVariables(service, { named: "a" });
    await service.deploy(build("select 1"));
    setVariables(service, { named: "b" });
    expect(sorted((await service.deploy(build("select 2"))).calls)).toMatchObject([
      { operation: "POST /console/v1/experiments/assignment_source/b", body: { sql: "select 2" } },
      { operation: "POST /console/v1/metrics/metric_source", body: { name: "b", sql: "select 2" } },
    ]);
    expect(await service.plan(build("select 3"))).toMatchObject({ isEmpty: true });
  }));
