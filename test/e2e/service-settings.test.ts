import type { ExperimentationServiceProps } from "../../lib";
import { deployment, unwrapped } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  aSegment,
  aService,
  experiment,
  together,
} from "../support/samples";
import { pasteEach } from "./pasted";
import { deployAsReviewed, reviewed } from "./reviewed";

test("every call is in the vendor's spelling, and has the header that respects review settings", () =>
  deployment(
    async (service) => {
      const { emulator } = service;
      const build = (tags: readonly string[]) =>
        together(
          aService({ vendor: "acme", respectReviewSettings: "true" }),
          aMetricSource({ tags }),
          anExperiment({ tags }),
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

test("with the state elsewhere, another machine goes on, and its review sees what the first one has sent", () =>
  deployment(async (first) => {
    await first.deploy(anExperiment({ allocation: 50 }));
    const other = await first.onAnotherRunner();
    expect((await other.plan(anExperiment({ allocation: 50 }))).isEmpty).toBe(true);
    const review = await reviewed(other, anExperiment({ allocation: 40 }));
    expect(review.changes).toMatchObject([
      { fields: [{ path: "allocation", before: 50, after: 40 }], risks: [{ name: "running-allocation" }] },
    ]);
    await deployAsReviewed(other, review);
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
