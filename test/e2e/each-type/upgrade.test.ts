import { join } from "node:path";
import { command } from "../../cli/command";
import { accessTo, type Deployment, deployment, unwrapped } from "../../support/deployment";
import { experiment, without } from "../../support/samples";
import { type Changes, deployedBy, formerReleases, takeOverState, variables } from "../former-release";

const environment = (emulator: Parameters<typeof accessTo>[0]) => ({ ...accessTo(emulator), ...variables });

describe.each(formerReleases)("what %s has deployed", (version) => {
  /** Takes over the state, and plans what the version has deployed. */
  const upgraded = (test: (service: Deployment) => Promise<void>, settings: Changes = {}) =>
    deployment(
      async (service) => {
        takeOverState(service, version);
        expect(await service.plan(deployedBy(version, settings))).toMatchObject({ isEmpty: true });
        await test(service);
      },
      { environment },
    );

  test("makes no call, is guarded still, and takes one call for a change", () =>
    upgraded(async (service) => {
      // the service has what the change is of
      const body = { ...experiment, id: "layered", layerID: "l1" };
      await service.callByHand({ operation: "POST /console/v1/experiments", body });
      await service.workspace.shownPlan();
      const plan = join(service.workspace.stackDirectory, "tfplan.json");
      const { stdout } = await command(["review", "--plan", plan], { directory: service.workspace.directory });
      expect(stdout).toMatch(/^Nothing changes\n/);
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

  test("makes no call where the code says the address, and is refused at another one", () => {
    const settings = { baseUrl: "http://127.0.0.1:2" };
    return upgraded(async (service) => {
      expect((await service.applyPlanned()).calls).toEqual([]);
      expect(await service.plan(deployedBy(version, settings))).toMatchObject({ isEmpty: true });
      const elsewhere = { baseUrl: "http://127.0.0.1:3", movedFrom: undefined };
      const { output } = await service.plan(deployedBy(version, elsewhere));
      const { resources } = await service.workspace.state();
      const keeping = resources.filter((each) => JSON.stringify(each).includes("apiKeyVariable"));
      expect(keeping.length).toBeGreaterThan(10);
      expect(output.match(/postcondition failed/g)).toHaveLength(keeping.length);
    }, settings);
  });
});
