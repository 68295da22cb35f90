import fc from "fast-check";
import { resourceType } from "../../support/samples";
import { stepsOf } from "../random-walks/steps";
import { Walk } from "../random-walks/walk";

/**
 * Another one for each type of resource. Set `RANDOM_WALKS` to the number of further walks, each of its own seed, and
 * longer.
 */
const first = resourceType === "null_resource" ? 875 : 1319;
const seeds = [first, ...Array.from({ length: Number(process.env.RANDOM_WALKS ?? 0) }, (_, index) => 2_000 + index)];

test.each(seeds)("a random walk goes as the model says: seed %i", (seed) =>
  Walk.start((walk) => {
    const [steps = []] = fc.sample(stepsOf(seed === first ? 10 : 20), { seed, numRuns: 1 });
    return walk.takeAll(steps.map((step) => [JSON.stringify(step), step]));
  }),
);
