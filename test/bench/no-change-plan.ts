import { readFile, writeFile } from "node:fs/promises";
import { deployment } from "../support/deployment";
import { type Cost, type Measurement, type Row, rowsOf, takeTurns } from "./figures";
import { experiments, numbered } from "./props";
import {
  bareStart,
  costOfTerraform,
  plain,
  replaceSynthesised,
  type Site,
  type Synthesised,
  synthesise,
} from "./synthesised";

const COUNT = 1_000;

/** A plan that finds nothing to do, against a plan of as many resources with the same triggers. */
export const noChangePlan: Measurement = {
  name: "no-change-plan",
  about: `terraform plan of ${COUNT} deployed experiments, none of which has changed; CPU of Terraform, without a stand-in's`,
  measure: () => deployment((ours) => deployment((theirs) => measure(ours, theirs))),
};

async function measure(ours: Site, theirs: Site): Promise<readonly Row[]> {
  await deploy(ours, withoutCalls);
  await deploy(theirs, plain);
  await synthesise(ours.workspace, experiments(COUNT));
  const synthesised = await synthesise(theirs.workspace, experiments(COUNT));
  const planPlain = async (provisionerOf?: (name: string) => unknown) => {
    // the state does not tell how a resource was made
    await replaceSynthesised(theirs.workspace, plain(synthesised, provisionerOf));
    return plan(theirs);
  };
  const costs = await takeTurns({ ours: () => plan(ours), bare: planPlain, running: () => planPlain(bareStart) }, 3);
  const what = `no-change plan of ${COUNT} experiments`;
  const against = "null_resources with the same triggers";
  return [
    ...rowsOf({ what, ours: costs.ours, against, theirs: costs.bare, goals: { cpu: 1.2, wall: 1.2 } }),
    ...rowsOf({ what, ours: costs.ours, against: `${against}, which run node or echo`, theirs: costs.running }),
  ];
}

/**
 * Deploys one experiment, and multiplies it in the state: to apply so many takes minutes here, and time is not what the
 * plan needs them for. The plan itself shows that the state is right: it finds nothing to do.
 *
 * @param change what is deployed in the place of what is synthesised
 */
async function deploy({ workspace }: Site, change: (synthesised: Synthesised) => Synthesised): Promise<void> {
  await replaceSynthesised(workspace, change(await synthesise(workspace, experiments(1))));
  await workspace.succeed(["init"]);
  await workspace.succeed(["apply", "-auto-approve"]);
  const state = JSON.parse(await readFile(workspace.statePath, "utf8")) as { resources: unknown[] };
  const first = JSON.stringify(state.resources);
  const numbers = Array.from({ length: COUNT }, (_, index) => index);
  state.resources = numbers.flatMap((index) => JSON.parse(numbered(first, index)) as unknown[]);
  await writeFile(workspace.statePath, JSON.stringify(state));
}

/** Without calls, a resource is made sooner. */
function withoutCalls(synthesised: Synthesised): Synthesised {
  const resources = Object.entries(synthesised.resource.null_resource);
  const silent = resources.map(([name, { provisioner: _, ...rest }]) => [name, rest]);
  return { ...synthesised, resource: { null_resource: Object.fromEntries(silent) } };
}

/** A plan that has to find nothing to do: the exit code is 2, and so an error here, when there is something. */
function plan(site: Site): Promise<Cost> {
  return costOfTerraform(site, ["plan", "-detailed-exitcode"]);
}
