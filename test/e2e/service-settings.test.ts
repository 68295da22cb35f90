import { deployment } from "../support/deployment";
import { aMetricSource, anExperiment, aService, together } from "../support/samples";
import { deployAsReviewed, reviewed } from "./reviewed";

test("with the state elsewhere, another machine goes on, and its review sees what the first one has sent; every call is in the vendor's spelling", () =>
  deployment(
    async (first) => {
      const build = (allocation: number) =>
        together(
          aService({ vendor: "acme", respectReviewSettings: "true" }),
          anExperiment({ allocation }),
          aMetricSource(),
        );
      await first.deploy(build(50));
      const other = await first.onAnotherRunner();
      expect((await other.plan(build(50))).isEmpty).toBe(true);
      const review = await reviewed(other, build(40));
      expect(review.changes).toMatchObject([
        { fields: [{ path: "allocation", before: 50, after: 40 }], risks: [{ name: "running-allocation" }] },
      ]);
      await deployAsReviewed(other, review);

      const { calls } = first.emulator;
      expect(calls.map(({ status }) => status)).toEqual([201, 201, 200]);
      for (const { headers } of calls) {
        expect(headers).toMatchObject({ "acme-api-key": "***", "x-respect-review-settings": "true" });
        expect(headers).not.toHaveProperty("service-api-key");
      }
      expect(first.emulator.record("metric_source", "orders")?.idTypeMapping).toEqual([
        { acmeUnitID: "userID", column: "user_id" },
      ]);
    },
    { emulator: { vendor: "acme" } },
  ));
