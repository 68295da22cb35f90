import { experiments } from "./experiments";
import { type Cost, compare, type Measurement, type Row, wallOf } from "./figures";
import { atSite, plain, replaceSynthesised, type Site, type Synthesised, synthesise, terraform } from "./synthesised";

const COUNT = 1_000;

/** A plan that finds nothing to do, against a plan of as many resources with the same triggers. */
export const noChangePlan: Measurement = {
  name: "no-change-plan",
  about: `terraform plan of ${COUNT} deployed experiments, none of which has changed`,
  measure: () => atSite((ours) => atSite((theirs) => measure(ours, theirs))),
};

async function measure(ours: Site, theirs: Site): Promise<readonly Row[]> {
  const synthesised = await synthesise(ours.workspace, experiments(COUNT));
  await deploy(ours, withoutCalls(synthesised));
  await replaceSynthesised(ours.workspace, synthesised);
  await synthesise(theirs.workspace, experiments(COUNT));
  await deploy(theirs, plain(synthesised));
  return compare({
    what: `no-change plan of ${COUNT} experiments`,
    ours: () => plan(ours),
    against: "null_resources with the same triggers",
    theirs: () => plan(theirs),
    pairs: 5,
    goals: { wall: 1.15 },
  });
}

async function deploy({ workspace }: Site, synthesised: Synthesised): Promise<void> {
  await replaceSynthesised(workspace, synthesised);
  await terraform(workspace, ["init", "-input=false"]);
  await terraform(workspace, ["apply", "-input=false", "-auto-approve"]);
}

/** The state does not tell how a resource was made: without calls it is made sooner. */
function withoutCalls(synthesised: Synthesised): Synthesised {
  const resources = Object.entries(synthesised.resource.null_resource);
  const silent = resources.map(([name, { provisioner: _, ...rest }]) => [name, rest]);
  return { ...synthesised, resource: { null_resource: Object.fromEntries(silent) } };
}

/** The wall time of a plan that has to find nothing to do. */
function plan({ workspace }: Site): Promise<Cost> {
  // the exit code is 2, and so an error here, when there is something to do
  return wallOf(() => terraform(workspace, ["plan", "-input=false", "-detailed-exitcode"]));
}
