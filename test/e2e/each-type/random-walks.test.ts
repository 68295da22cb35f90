import fc from "fast-check";
import { step } from "../random-walks/steps";
import { Walk } from "../random-walks/walk";
import { resourceType } from "../samples";

/** Another one for each type of resource. Set `RANDOM_WALKS` to the number of further walks, each of its own seed. */
const first = resourceType === "null_resource" ? 1 : 2;
const seeds = [first, ...Array.from({ length: Number(process.env.RANDOM_WALKS ?? 0) }, (_, index) => 1_000 + index)];
const STEPS = 9;

test.each(seeds)("a random walk goes as the model says: seed %i", (seed) =>
  Walk.start(async (walk) => {
    for (const [index, each] of fc.sample(step, { seed, numRuns: STEPS }).entries()) {
      await walk.take(each).catch((cause: unknown) => {
        throw new Error(`step ${index}: ${JSON.stringify(each)}`, { cause });
      });
    }
  }),
);
