import { DataTerraformRemoteStateLocal, HttpBackend, LocalBackend, TerraformOutput, TerraformStack } from "cdktf";
import { Experiment, MetricSource } from "../../lib";
import { experiment, metricSource } from "../e2e/samples";
import { type DeployedApp, deployedApp, operationsOf, services } from "./app";
import { StateServer } from "./state-server";

test("a stack keeps its state in the http backend, and another runner goes on from there", () =>
  services(1, async (service) => {
    const server = await StateServer.start();
    const { address } = server;
    const environment = { SERVICE_BASE_URL: service.address, SERVICE_API_KEY: service.key };
    const synthOn = (allocation: number) => (app: DeployedApp) =>
      app.synth((root) => {
        const stack = new TerraformStack(root, "remote");
        new HttpBackend(stack, { address, lockAddress: address, unlockAddress: address });
        new Experiment(stack, "checkout", { ...experiment, allocation });
      });
    try {
      await deployedApp(environment, async (app) => {
        synthOn(10)(app);
        await app.apply("remote");
      });
      await deployedApp(environment, async (app) => {
        synthOn(20)(app);
        await app.apply("remote");
        await app.expectNoChange("remote");
      });
    } finally {
      server.stop();
    }

    expect(server.requests).toEqual(expect.arrayContaining(["LOCK", "GET", "POST", "UNLOCK"]));
    expect(operationsOf(service)).toEqual([
      "POST /console/v1/experiments",
      "POST /console/v1/experiments/checkout_button",
    ]);
    expect(server.state).not.toContain(service.key);
  }));

test("a value from the remote state of another stack goes into the call", () =>
  services(1, (service) =>
    deployedApp({ SERVICE_BASE_URL: service.address, SERVICE_API_KEY: service.key }, async (app) => {
      const path = `${app.directory}/warehouse.tfstate`;
      app.synth((root) => {
        const warehouse = new TerraformStack(root, "warehouse");
        new LocalBackend(warehouse, { path });
        new TerraformOutput(warehouse, "table", { value: "shop.orders", staticId: true });

        const metrics = new TerraformStack(root, "metrics");
        const state = new DataTerraformRemoteStateLocal(metrics, "warehouse-state", { path });
        new MetricSource(metrics, "orders", { ...metricSource, sql: `select * from ${state.getString("table")}` });
      });
      await app.apply("warehouse");
      await app.apply("metrics");

      expect(service.calls).toMatchObject([{ body: { sql: "select * from shop.orders" } }]);
      await app.expectNoChange("metrics");
    }),
  ));
