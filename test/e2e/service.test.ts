import { Fn, type TerraformStack, TerraformVariable } from "cdktf";
import { MetricSource } from "../../lib";
import { deployment } from "./deployment";
import { aMetricSource, anAssignmentSource, aService, metricSource, together } from "./samples";

test("a vendor's name is in the key header and in unit ids, and respectReviewSettings in a header of its own; settings plan nothing", () =>
  deployment(
    async (service) => {
      const plain = aService({ vendor: "acme", attemptTimeoutSeconds: 5 });
      const respecting = aService({ vendor: "acme", respectReviewSettings: "true" });
      // a whole list that only Terraform knows
      const mapped = (sql: string) => (stack: TerraformStack) => {
        const json = JSON.stringify(metricSource.idTypeMapping);
        const { stringValue } = new TerraformVariable(stack, "mapping", { type: "string", default: json });
        const idTypeMapping = Fn.jsondecode(stringValue);
        new MetricSource(stack, "mapped", { ...metricSource, name: "mapped", sql, idTypeMapping });
      };
      const withSql = (sql: string) => together(aMetricSource({ sql }), anAssignmentSource({ sql }), mapped(sql));
      await service.deploy(together(plain, withSql("select 1")));
      await service.deploy(together(respecting, withSql("select 2")));
      expect(await service.plan(together(plain, withSql("select 2")))).toMatchObject({ isEmpty: true });

      const { calls } = service.emulator;
      expect(calls.map(({ status }) => status)).toEqual([201, 201, 201, 200, 200, 200]);
      const respects = calls.map(({ headers }) => headers["x-respect-review-settings"]);
      expect(respects).toEqual([undefined, undefined, undefined, "true", "true", "true"]);
      for (const { headers, body } of calls) {
        expect(headers).toHaveProperty("acme-api-key");
        expect(headers).not.toHaveProperty("service-api-key");
        expect(body).toMatchObject({ idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }] });
      }
    },
    { emulator: { vendor: "acme" } },
  ));
