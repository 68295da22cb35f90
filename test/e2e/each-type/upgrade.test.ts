import { join } from "node:path";
import { command } from "../../cli/command";
import { accessTo, type Deployment, deployment, unwrapped } from "../deployment";
import {
  type Changes,
  deployedBy,
  type FormerRelease,
  formerReleases,
  takeOverState,
  variables,
} from "../former-release";
import { experiment, resourceType, without } from "../samples";

const environment = (emulator: Parameters<typeof accessTo>[0]) => ({ ...accessTo(emulator), ...variables });

/** The companions of the entities that have one call: they keep the service from 1.0.0 on. */
const companions = ["assignment_source_exposures", "prompt_version_at_stack_by-placed-content_be9dbe25"].map((name) =>
  expect.objectContaining({ address: `${resourceType}.experimentation_service_of_${name}`, actions: ["create"] }),
);

/** What a plan changes in what each version has deployed. */
const planned: Readonly<Record<FormerRelease, readonly unknown[]>> = {
  "0.1.0": companions,
  // its one resource for the service goes
  "0.2.0": [...companions, expect.objectContaining({ actions: ["delete"] })],
  "1.0.0": [],
};

describe.each(formerReleases)("what %s has deployed", (version) => {
  /** Takes over the state, and plans what the version has deployed. */
  const upgraded = (test: (service: Deployment) => Promise<void>, settings: Changes = {}) =>
    deployment(
      async (service) => {
        takeOverState(service, version);
        const { changes } = await service.plan(deployedBy(version, settings));
        expect(changes).toHaveLength(planned[version].length);
        expect(changes).toEqual(expect.arrayContaining([...planned[version]]));
        await test(service);
      },
      { environment },
    );

  test("makes no call, has what keeps the service of entities with one call, is guarded still, and takes one call for a change", () =>
    upgraded(async (service) => {
      // the service has what the change is of
      const body = { ...experiment, id: "layered", layerID: "l1" };
      await service.callByHand({ operation: "POST /console/v1/experiments", body });
      await service.workspace.shownPlan();
      const plan = join(service.workspace.stackDirectory, "tfplan.json");
      const { stdout } = await command(["review", "--plan", plan], { directory: service.workspace.directory });
      expect(stdout).toMatch(/^Nothing changes\n/);
      expect(/^ {2}note: the plan changes resources of .* without a call/m.test(stdout)).toBe(
        planned[version].length > 0,
      );
      expect((await service.applyPlanned()).calls).toEqual([]);
      const left = { ignoreChanges: true };
      for (const next of [
        {},
        { layered: { ...left, layerID: "l2", allocation: 1 }, lacking: { ...left, allocation: 2 } },
      ]) {
        expect(await service.plan(deployedBy(version, next))).toMatchObject({ isEmpty: true });
      }

      const { exitCode, output } = await service.plan(
        deployedBy(version, {
          layered: { layerID: "l2" },
          marked: { tags: ["<a> & c"], description: "New." },
          lacking: { allocation: 2 },
        }),
      );
      expect(exitCode).toBe(1);
      for (const refusal of [
        "(stack/layered): layerID cannot change after creation.",
        "(stack/marked): description, tags changed, but the service has no update for a segment.",
        "(stack/lacking): allocation changed, but an update also needs hypothesis, groups.",
      ]) {
        expect(unwrapped(output)).toContain(refusal);
      }
      expect((await service.deploy(deployedBy(version, { layered: { allocation: 10 } }))).calls).toEqual([
        {
          operation: "POST /console/v1/experiments/layered",
          body: { ...without(experiment, "id"), allocation: 10, links: [{ url: "https://a.test" }] },
        },
      ]);
    }));

  test("makes no call where the code says the address, and is refused at another one as far as a service was kept", () => {
    const settings = { baseUrl: "http://127.0.0.1:2" };
    return upgraded(async (service) => {
      expect((await service.applyPlanned()).calls).toEqual([]);
      expect(await service.plan(deployedBy(version, settings))).toMatchObject({ isEmpty: true });
      // what a version before 1.0.0 created has no service to compare, except by a companion
      const elsewhere = { baseUrl: "http://127.0.0.1:3", movedFrom: undefined };
      const { output } = await service.plan(deployedBy(version, elsewhere));
      const { resources } = await service.workspace.state();
      const keeping = resources.filter((each) => JSON.stringify(each).includes("apiKeyVariable"));
      expect(keeping.length).toBeGreaterThanOrEqual(companions.length);
      expect(output.match(/postcondition failed/g)).toHaveLength(keeping.length);
    }, settings);
  });
});
