import { type App, TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, ExperimentationService, Segment } from "../../lib";
import type { Emulator } from "../../lib/emulator";
import { assignmentSource, experiment, segment } from "../e2e/samples";
import { deployedApp, operationsOf, services } from "./app";

/** An app with a stack for each environment, each with its own service, key and state. */
function environments(app: App, addresses: Readonly<Record<string, Emulator>>): void {
  for (const [name, { address }] of Object.entries(addresses)) {
    const stack = new TerraformStack(app, name);
    new ExperimentationService(stack, "service", {
      baseUrl: address,
      apiKeyVariable: `${name.toUpperCase()}_KEY`,
    });
    new Experiment(stack, "checkout", { ...experiment, allocation: name === "production" ? 5 : 100 });
  }
}

test("staging and production are two stacks of one app, each with its own service and key", () =>
  services(2, (staging, production) =>
    deployedApp({ STAGING_KEY: staging.key, PRODUCTION_KEY: production.key }, async (app) => {
      const synth = () => app.synth((root) => environments(root, { staging, production }));
      synth();
      await app.apply("staging");
      expect(operationsOf(staging)).toEqual(["POST /console/v1/experiments"]);
      expect(operationsOf(production)).toEqual([]);

      await app.apply("production");
      expect(production.calls).toMatchObject([{ status: 201, body: { allocation: 5 } }]);
      expect(staging.calls).toMatchObject([{ status: 201, body: { allocation: 100 } }]);

      synth();
      await app.expectNoChange("staging");
      await app.expectNoChange("production");
    }),
  ));

test("two services in one stack each get the constructs that name them", () =>
  services(2, (european, american) =>
    deployedApp({ EU_KEY: european.key, US_KEY: american.key }, async (app) => {
      app.synth((root) => {
        const stack = new TerraformStack(root, "both");
        const eu = new ExperimentationService(stack, "eu", { baseUrl: european.address, apiKeyVariable: "EU_KEY" });
        const us = new ExperimentationService(stack, "us", { baseUrl: american.address, apiKeyVariable: "US_KEY" });
        new Segment(stack, "beta-eu", { ...segment, service: eu });
        new AssignmentSource(stack, "exposures-us", { ...assignmentSource, service: us });
      });
      await app.apply("both");

      expect(operationsOf(european)).toEqual(["POST /console/v1/segments"]);
      expect(operationsOf(american)).toEqual(["POST /console/v1/experiments/assignment_source/exposures"]);
    }),
  ));
