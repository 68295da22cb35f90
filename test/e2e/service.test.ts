import { ExperimentationService, MetricSource, Segment } from "../../lib";
import { type ReceivedCall, startEmulator } from "../../lib/emulator";
import { deployment } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  aService,
  makingService,
  metricSource,
  oneOfEach,
  resourceType,
  segment,
  together,
} from "./samples";

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

test("of two services, each construct reaches the one that it names", () =>
  deployment(async (service) => {
    const second = await startEmulator({ key: service.emulator.key });
    try {
      await service.deploy(
        makingService((stack) => {
          const here = new ExperimentationService(stack, "here", { resourceType, baseUrl: service.emulator.address });
          const there = new ExperimentationService(stack, "there", { resourceType, baseUrl: second.address });
          new MetricSource(stack, "orders", { ...metricSource, service: here });
          new Segment(stack, "beta", { ...segment, service: there });
        }),
      );

      expect(service.emulator.records.map(({ kind }) => kind)).toEqual(["metric_source"]);
      expect(second.records.map(({ kind }) => kind)).toEqual(["segment"]);
    } finally {
      await second.close();
    }
  }));

test("a vendor's name is in the key header and in the unit ids, of creates and of updates", () =>
  deployment(
    async (service) => {
      const vendor = aService({ vendor: "acme" });
      await service.deploy(together(vendor, aMetricSource(), anAssignmentSource()));
      await service.deploy(
        together(vendor, aMetricSource({ sql: "select 2" }), anAssignmentSource({ sql: "select 2" })),
      );

      const { calls } = service.emulator;
      expect(calls.map(({ status }) => status)).toEqual([201, 201, 200, 200]);
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

test.each([
  {
    what: "a key that is not set",
    settings: {},
    environment: {} as Readonly<Record<string, string>>,
    error: "the key is missing: the environment variable SERVICE_API_KEY is not set",
    missing: "SERVICE_API_KEY",
  },
  {
    what: "a key that is empty, in a variable of the service's choice",
    settings: { apiKeyVariable: "CONSOLE_KEY" },
    environment: { CONSOLE_KEY: "", SERVICE_API_KEY: "another" },
    error: "the key is missing: the environment variable CONSOLE_KEY is empty",
    missing: "CONSOLE_KEY",
  },
])("$what: the error names the variable, nothing is sent, and the next deploy works", (row) =>
  deployment(
    async (service) => {
      const build = together(aService(row.settings), aMetricSource());
      const { output, calls } = await service.deploy(build, { expect: "failure" });

      expect(output).toContain(row.error);
      expect(output).toContain(`set ${row.missing} where the deploy runs, and deploy again`);
      expect(calls).toEqual([]);

      await service.deploy(build, { environment: { [row.missing]: service.emulator.key } });
      expect(service.emulator.records).toHaveLength(1);
    },
    { environment: ({ address }) => ({ SERVICE_BASE_URL: address, ...row.environment }) },
  ),
);

test("an address that is missing is an error that names the variable", () =>
  deployment(
    async (service) => {
      const { output } = await service.deploy(aMetricSource(), { expect: "failure" });

      expect(output).toContain("neither baseUrl nor the environment variable SERVICE_BASE_URL is set");
    },
    { environment: ({ key }) => ({ SERVICE_API_KEY: key }) },
  ));

test("the key is in no file that a deploy leaves, and in no line that it prints", () => {
  const key = "k3y-f0r-the-c0ns0le";
  return deployment(
    async (service) => {
      const said: string[] = [];
      service.emulator.fail({ status: 401, body: { message: `The key ${key} is not known.` } });
      said.push((await service.plan(oneOfEach)).output, (await service.applyPlanned()).output);
      said.push((await service.deploy(oneOfEach)).output);
      said.push((await service.deploy(aMetricSource({ tags: [] }))).output);

      expect(said.join("\n")).toContain("The key *** is not known");
      expect(said.join("\n")).not.toContain(key);
      for (const [path, content] of await service.workspace.files()) {
        expect([path, content.includes(key)]).toEqual([path, false]);
      }
    },
    { emulator: { key } },
  );
});
