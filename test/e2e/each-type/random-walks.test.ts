import fc from "fast-check";
import { words } from "../random-walks/comparison";
import { route } from "../random-walks/route";
import { acts, edits, type Step, stepsOf } from "../random-walks/steps";
import { Walk } from "../random-walks/walk";
import { resourceType } from "../samples";

/** Takes the steps one after the other; an error says which they were. */
async function take(walk: Walk, steps: readonly (readonly [what: string, step: Step])[]): Promise<void> {
  for (const [index, [, step]] of steps.entries()) {
    await walk.take(step).catch((cause: unknown) => {
      throw new Error(
        `after these steps:\n${steps
          .slice(0, index + 1)
          .map(([what]) => what)
          .join("\n")}`,
        { cause },
      );
    });
  }
}

test("a walk by every refusal goes as the model says, with every edit and every act", () =>
  Walk.start(async (walk) => {
    await take(walk, route);

    expect([...walk.comparison.met].sort()).toEqual(Object.keys(words).sort());
    const made = route.flatMap(([, step]) => [step.act[0], ...step.edits.map(([name]) => name)]);
    expect([...new Set(made)].sort()).toEqual([...Object.keys(acts), ...Object.keys(edits)].sort());
  }));

/**
 * Another one for each type of resource. Set `RANDOM_WALKS` to the number of further walks, each of its own seed, and
 * longer.
 */
const first = resourceType === "null_resource" ? 875 : 1319;
const seeds = [first, ...Array.from({ length: Number(process.env.RANDOM_WALKS ?? 0) }, (_, index) => 2_000 + index)];

test.each(seeds)("a random walk goes as the model says: seed %i", (seed) =>
  Walk.start(async (walk) => {
    const [steps = []] = fc.sample(stepsOf(seed === first ? 14 : 20), { seed, numRuns: 1 });
    await take(
      walk,
      steps.map((step) => [JSON.stringify(step), step]),
    );
  }),
);
