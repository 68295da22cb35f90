import { Fn, type TerraformStack, TerraformVariable } from "cdktf";
import { MetricSource } from "../../lib";
import type { ReceivedCall } from "../../lib/emulator";
import { deployment } from "./deployment";
import { aMetricSource, anAssignmentSource, aService, metricSource, together } from "./samples";

test("without a service in the stack, address and key come from SERVICE_BASE_URL and SERVICE_API_KEY", () =>
  deployment(
    async (service) => {
      const { address: SERVICE_BASE_URL, key: SERVICE_API_KEY } = service.emulator;
      await service.deploy(aMetricSource(), { environment: { SERVICE_BASE_URL, SERVICE_API_KEY } });

      expect(service.emulator.records).toHaveLength(1);
    },
    { environment: () => ({}) },
  ));

test("a service of the stack gives address and key variable to the constructs that name none", () =>
  deployment(
    async (service) => {
      const settings = { baseUrl: `${service.emulator.address}/`, apiKeyVariable: "CONSOLE_KEY" };
      await service.deploy(together(aService(settings), aMetricSource()));

      expect(service.emulator.calls).toMatchObject([
        {
          path: "/console/v1/metrics/metric_source",
          headers: { "content-type": "application/json", "service-api-key": "***" },
          status: 201,
        },
      ]);
    },
    {
      environment: ({ key }) => ({
        CONSOLE_KEY: key,
        SERVICE_API_KEY: "wrong",
        SERVICE_BASE_URL: "http://127.0.0.1:1",
      }),
    },
  ));

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

test("a key that is empty, in a variable of the service's choice, is named by the error, nothing is sent, and the next deploy works", () =>
  deployment(
    async (service) => {
      const build = together(aService({ apiKeyVariable: "CONSOLE_KEY" }), aMetricSource());
      const { output, calls } = await service.deploy(build, { expect: "failure" });

      expect(output).toContain("the key is missing: the environment variable CONSOLE_KEY is empty");
      expect(output).toContain("set CONSOLE_KEY where the deploy runs, and deploy again");
      expect(calls).toEqual([]);

      await service.deploy(build, { environment: { CONSOLE_KEY: service.emulator.key } });
      expect(service.emulator.records).toHaveLength(1);
    },
    { environment: ({ address }) => ({ SERVICE_BASE_URL: address, CONSOLE_KEY: "", SERVICE_API_KEY: "another" }) },
  ));
