import { Fn, type TerraformStack, TerraformVariable } from "cdktf";
import { MetricSource } from "../../lib";
import type { ReceivedCall } from "../../lib/emulator";
import { deployment } from "./deployment";
import { aMetricSource, anAssignmentSource, aService, metricSource, together } from "./samples";

test("a vendor's name is in the key header and in the unit ids, of creates and of updates", () =>
  deployment(
    async (service) => {
      const vendor = aService({ vendor: "acme" });
      // a whole list that only Terraform knows
      const mapped = (sql: string) => (stack: TerraformStack) => {
        const json = JSON.stringify(metricSource.idTypeMapping);
        const { stringValue } = new TerraformVariable(stack, "mapping", { type: "string", default: json });
        const idTypeMapping = Fn.jsondecode(stringValue);
        new MetricSource(stack, "mapped", { ...metricSource, name: "mapped", sql, idTypeMapping });
      };
      const withSql = (sql: string) =>
        together(vendor, aMetricSource({ sql }), anAssignmentSource({ sql }), mapped(sql));
      await service.deploy(withSql("select 1"));
      await service.deploy(withSql("select 2"));

      const { calls } = service.emulator;
      expect(calls.map(({ status }) => status)).toEqual([201, 201, 201, 200, 200, 200]);
      for (const { headers, body } of calls) {
        expect(headers).toHaveProperty("acme-api-key");
        expect(headers).not.toHaveProperty("service-api-key");
        expect(body).toMatchObject({ idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }] });
      }
    },
    { emulator: { vendor: "acme" } },
  ));

test("respectReviewSettings is sent as a header with every call, and without it there is none; settings plan nothing", () =>
  deployment(async (service) => {
    const respecting = aService({ respectReviewSettings: "true", attemptTimeoutSeconds: 5, retryBudgetSeconds: 60 });
    const withSql = (sql: string) => together(aMetricSource({ sql }), anAssignmentSource({ sql }));
    await service.deploy(together(respecting, withSql("select 1")));
    await service.deploy(together(respecting, withSql("select 2")));
    await service.deploy(together(aService(), withSql("select 3")));

    const sent = ({ headers }: ReceivedCall) => headers["x-respect-review-settings"];
    expect(service.emulator.calls.map(sent)).toEqual(["true", "true", "true", "true", undefined, undefined]);
    expect(await service.plan(together(respecting, withSql("select 3")))).toMatchObject({ isEmpty: true });
  }));
