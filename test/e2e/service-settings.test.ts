import { createServer } from "node:http";
import { HttpBackend } from "cdktf";
import type { ExperimentationServiceProps } from "../../lib";
import { accessTo, Deployment, deployment, operations, unwrapped } from "../support/deployment";
import { listen } from "../support/network";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  aSegment,
  aService,
  type Build,
  experiment,
  metricSource,
  together,
} from "../support/samples";
import { Workspace } from "../support/workspace";
import { pasteEach } from "./pasted";
import { planned, reviewOfPlan } from "./reviewed";

test("every call is in the vendor's spelling, and has the header that respects review settings", () =>
  deployment(
    async (service) => {
      const { emulator } = service;
      const build = (tags: readonly string[]) =>
        together(
          aService({ vendor: "acme", respectReviewSettings: "true" }),
          aMetricSource({ ...metricSource, tags }),
          anExperiment({ ...experiment, tags }),
        );
      await service.deploy(build(["first"]));
      await service.deploy(build(["second"]));

      expect(emulator.calls.map(({ status }) => status)).toEqual([201, 201, 200, 200]);
      for (const { headers } of emulator.calls) {
        expect(headers).toMatchObject({ "acme-api-key": "***", "x-respect-review-settings": "true" });
        expect(headers).not.toHaveProperty("service-api-key");
      }
      expect(emulator.record("metric_source", "orders")?.idTypeMapping).toEqual([
        { acmeUnitID: "userID", column: "user_id" },
      ]);
    },
    { emulator: { vendor: "acme" } },
  ));

test("with a remote state, another machine goes on, and its review sees what the first one has sent", () =>
  deployment(async (first) => {
    let state = "";
    const backend = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        if (request.method === "POST") state = Buffer.concat(chunks).toString();
        response.writeHead(state === "" ? 404 : 200).end(request.method === "GET" ? state : "");
      });
    });
    const address = `http://127.0.0.1:${await listen(backend)}/checkout.tfstate`;
    const build = (allocation: number): Build =>
      together(
        (stack) => {
          stack.node.tryRemoveChild("backend");
          new HttpBackend(stack, { address });
        },
        anExperiment({ ...experiment, allocation }),
      );
    const { emulator } = first;
    const other = new Deployment(emulator, await Workspace.create({ environment: accessTo(emulator) }));
    try {
      await first.deploy(build(50));
      expect((await other.plan(build(50))).isEmpty).toBe(true);
      await planned(other, build(40));
      const [change] = (await reviewOfPlan(other)).changes;
      expect(change?.fields).toEqual([expect.objectContaining({ before: 50, after: 40 })]);
      expect(change?.risks.map(({ name }) => name)).toEqual(["running-allocation"]);
      expect(operations((await other.applyPlanned()).calls)).toEqual(["POST /console/v1/experiments/checkout_button"]);
    } finally {
      await other.close();
      backend.closeAllConnections();
      backend.close();
    }
  }));

test("after a mistyped address, entities that are not there yet need nothing, and each command of the message has another one made", () =>
  deployment(async (started) => {
    await started.callByHand({ operation: "POST /console/v1/experiments", body: experiment });
    const at = (settings: ExperimentationServiceProps) =>
      together(
        aService(settings),
        anExperiment({ adopt: true }),
        anAssignmentSource(),
        anAssignmentSource({ name: "others" }, "others"),
        aMetricSource(),
        aSegment(),
      );
    await started.deploy(at({ baseUrl: "http://127.0.0.1:1", retryBudgetSeconds: 0.1 }), { expect: "failure" });

    const right = at({ baseUrl: started.emulator.baseUrl });
    const { exitCode, output } = await started.plan(right);
    expect(exitCode).toBe(1);
    const refused = [...unwrapped(output).matchAll(/\((stack\/[\w-]+)\): it was created/g)].map(([, path]) => path);
    expect(refused.sort()).toEqual(["stack/checkout", "stack/exposures", "stack/others"]);
    const made = await pasteEach(started, output);
    expect(made).toEqual(Array(3).fill(expect.stringContaining("Apply complete! Resources: 2 added")));
    await started.deploy(right);
    expect(started.calls).toHaveLength(6);
    expect(await started.plan(right)).toMatchObject({ isEmpty: true });
  }));
