import { experiments } from "./experiments";
import { type Cost, type Measurement, rowsOf, takeTurns, wallOf } from "./figures";
import { atSite, plain, replaceSynthesised, type Synthesised, synthesise, terraform } from "./synthesised";

const COUNT = 300;
const APPLY = ["apply", "-input=false", "-auto-approve", "-parallelism=10"];

/** A deploy into an empty service, against as many resources that only start Node or a shell. */
export const firstDeploy: Measurement = {
  name: "first-deploy",
  about: `terraform apply of ${COUNT} new experiments, 10 at a time, after terraform init`,
  measure: async () => {
    const ways = { ours: () => deploy((synthesised) => synthesised), theirs: () => deploy(bare) };
    return rowsOf({
      what: `first deploy of ${COUNT} experiments`,
      against: `${COUNT} that run node -e 0, ${COUNT} that run echo`,
      ...(await takeTurns(ways, 3)),
      goals: { wall: 1.2 },
    });
  },
};

/** The wall time of an apply into an empty state and an empty service. */
function deploy(change: (synthesised: Synthesised) => Synthesised): Promise<Cost> {
  return atSite(async ({ workspace }) => {
    await replaceSynthesised(workspace, change(await synthesise(workspace, experiments(COUNT))));
    await terraform(workspace, ["init", "-input=false"]);
    return wallOf(() => terraform(workspace, APPLY));
  });
}

function bare(synthesised: Synthesised): Synthesised {
  return plain(synthesised, bareStart);
}

/** Node for a record, a shell for what depends on it. */
function bareStart(name: string): unknown {
  return name.endsWith("_revision")
    ? { "local-exec": { command: "echo created with this revision" } }
    : { "local-exec": { command: "0", interpreter: ["node", "-e"] } };
}
