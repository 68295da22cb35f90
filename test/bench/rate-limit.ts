import { ExperimentationService } from "../../lib";
import { leastSeconds } from "../../lib/review/least-seconds";
import { experiments } from "./experiments";
import { type Cost, type Measurement, rowsOf, takeTurns } from "./figures";
import { atSite, synthesise, terraform } from "./synthesised";

const COUNT = 300;
const LIMIT = { changes: 100, seconds: 10 };

/** A first deploy that the service's limit holds back, against the time that the limit leaves no way around. */
export const rateLimit: Measurement = {
  name: "rate-limit",
  about: `terraform apply of ${COUNT} new experiments on terraform_data at ${LIMIT.changes} changes per ${LIMIT.seconds} s; from the first call to the last`,
  measure: async () => {
    const counts: number[] = [];
    const least = leastSeconds(COUNT) * 1_000;
    const ways = {
      ours: async () => {
        const { calls, wall } = await deploy();
        counts.push(calls);
        return { wall };
      },
      theirs: () => Promise.resolve({ wall: least }),
    };
    const costs = await takeTurns(ways, 3);
    return rowsOf({
      what: `last of ${counts.join(", ")} calls for ${COUNT} experiments at ${LIMIT.changes} per ${LIMIT.seconds} s`,
      against: "what the limit dictates",
      ...costs,
      goals: { wall: 1.15 },
    });
  },
};

/** How many calls the deploy made, and how long after the first the last one came. */
function deploy(): Promise<Cost & { readonly calls: number }> {
  return atSite(
    async ({ workspace, emulator }) => {
      await synthesise(workspace, (stack) => {
        new ExperimentationService(stack, "service", { resourceType: "terraform_data" });
        experiments(COUNT)(stack);
      });
      await terraform(workspace, ["init", "-input=false"]);
      await terraform(workspace, ["apply", "-input=false", "-auto-approve"]);
      const times = emulator.calls.map(({ time }) => time);
      return { calls: times.length, wall: Math.max(...times) - Math.min(...times) };
    },
    { rateLimit: LIMIT },
  );
}
