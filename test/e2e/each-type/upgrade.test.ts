import { accessTo, deployment, unwrapped } from "../../support/deployment";
import { experiment, without } from "../../support/samples";
import { type Changes, deployedBy, formerReleases, takeOverState, variables } from "../former-release";
import { reviewOfPlan } from "../reviewed";

test.each(formerReleases)(
  "what %s has deployed makes no call, is guarded still, and takes one call for a change",
  (version) =>
    deployment(
      async (service) => {
        takeOverState(service, version);
        const planned = (changes: Changes) => service.plan(deployedBy(changes));
        // the service has what the change is of
        const body = { ...experiment, id: "layered", layerID: "l1" };
        await service.callByHand({ operation: "POST /console/v1/experiments", body });
        expect(await planned({})).toMatchObject({ isEmpty: true });
        expect(await reviewOfPlan(service)).toMatchObject({ changes: [] });
        expect((await service.applyPlanned()).calls).toEqual([]);

        const left = { ignoreChanges: true };
        const same = {
          layered: { ...left, layerID: "l2", allocation: 1 },
          lacking: { ...left, allocation: 2 },
          // where the service was when the state was made, the code says
          baseUrl: "http://127.0.0.1:2",
        };
        expect(await planned(same)).toMatchObject({ isEmpty: true });
        const elsewhere = await planned({ baseUrl: "http://127.0.0.1:3", movedFrom: undefined });
        const { resources } = await service.workspace.state();
        const keeping = resources.filter((each) => JSON.stringify(each).includes("apiKeyVariable"));
        expect(keeping.length).toBeGreaterThan(10);
        expect(elsewhere.output.match(/postcondition failed/g)).toHaveLength(keeping.length);

        const { exitCode, output } = await planned({
          layered: { layerID: "l2" },
          marked: { tags: ["<a> & c"], description: "New." },
          lacking: { allocation: 2 },
        });
        expect(exitCode).toBe(1);
        for (const refusal of [
          "(stack/layered): layerID cannot change after creation.",
          "(stack/marked): description, tags changed, but the service has no update for a segment.",
          "(stack/lacking): allocation changed, but an update also needs hypothesis, groups.",
        ]) {
          expect(unwrapped(output)).toContain(refusal);
        }
        expect((await service.deploy(deployedBy({ layered: { allocation: 10 } }))).calls).toEqual([
          {
            operation: "POST /console/v1/experiments/layered",
            body: { ...without(experiment, "id"), allocation: 10, links: [{ url: "https://a.test" }] },
          },
        ]);
      },
      { environment: (emulator) => ({ ...accessTo(emulator), ...variables }) },
    ),
);
