import { bareStart } from "./bare-start";
import { experiments } from "./experiments";
import { type Cost, type Measurement, rowsOf, takeTurns } from "./figures";
import { atSite, plain, replaceSynthesised, type Synthesised, synthesise, terraform } from "./synthesised";
import { costOfTerraform } from "./terraform-cost";

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

/** An apply into an empty state and an empty service. */
function deploy(change: (synthesised: Synthesised) => Synthesised): Promise<Cost> {
  return atSite(async (site) => {
    const { workspace } = site;
    await replaceSynthesised(workspace, change(await synthesise(workspace, experiments(COUNT))));
    await terraform(workspace, ["init", "-input=false"]);
    return costOfTerraform(site, APPLY);
  });
}

function bare(synthesised: Synthesised): Synthesised {
  return plain(synthesised, bareStart);
}
