import { ExperimentationService } from "../../lib";
import { deployment } from "../support/deployment";
import { type Cost, type Measurement, type Row, rowsOf, takeTurns } from "./figures";
import { experiments } from "./props";
import { bareStart, costOfTerraform, plain, replaceSynthesised, type Synthesised, synthesise } from "./synthesised";

const COUNT = 300;
const LIMIT = { changes: 100, seconds: 10 };
const APPLY = ["apply", "-auto-approve", "-parallelism=10"];

/** A deploy into an empty service, against as many resources that only start Node or a shell, and under a rate limit. */
export const firstDeploy: Measurement = {
  name: "first-deploy",
  about: `terraform apply of ${COUNT} new experiments, 10 at a time; then at ${LIMIT.changes} changes per ${LIMIT.seconds} s, on terraform_data, from the first call to the last`,
  measure: async () => {
    const what = `first deploy of ${COUNT} experiments`;
    const ways = { ours: () => deploy((all) => all), theirs: () => deploy((all) => plain(all, bareStart)) };
    const against = `${COUNT} that run node -e 0, ${COUNT} that run echo`;
    const free = rowsOf({ what, against, ...(await takeTurns(ways, 3)), goals: { wall: 1.2 } });
    return [...free, ...(await underLimit(what))];
  },
};

/** An apply into an empty state and an empty service. */
function deploy(change: (synthesised: Synthesised) => Synthesised): Promise<Cost> {
  return deployment(async (site) => {
    const { workspace } = site;
    await replaceSynthesised(workspace, change(await synthesise(workspace, experiments(COUNT))));
    await workspace.succeed(["init"]);
    return costOfTerraform(site, APPLY);
  });
}

/** Against the time that the limit leaves no way around. */
async function underLimit(what: string): Promise<Row[]> {
  const least = { wall: Math.floor((COUNT - 1) / LIMIT.changes) * LIMIT.seconds * 1_000 };
  const ways = { ours: deployUnderLimit, theirs: () => Promise.resolve(least) };
  const costs = await takeTurns(ways, 3);
  return rowsOf({ what: `${what} under a limit`, against: "what it dictates", ...costs, goals: { wall: 1.15 } });
}

function deployUnderLimit(): Promise<Cost> {
  return deployment(
    async ({ workspace, emulator }) => {
      await synthesise(workspace, (stack) => {
        new ExperimentationService(stack, "service", { resourceType: "terraform_data" });
        experiments(COUNT)(stack);
      });
      await workspace.succeed(["init"]);
      await workspace.succeed(APPLY);
      const times = emulator.calls.map(({ time }) => time);
      return { wall: Math.max(...times) - Math.min(...times) };
    },
    { emulator: { rateLimit: LIMIT } },
  );
}
