import { accessTo, deployment, unwrapped } from "../deployment";
import { everyForm, takeOverState, variables } from "../first-release";
import { experiment, without } from "../samples";

const environment = (emulator: Parameters<typeof accessTo>[0]) => ({ ...accessTo(emulator), ...variables });

test("what 0.1.0 has deployed plans no change at all where the code does not say the address, and is guarded still", () =>
  deployment(
    async (service) => {
      takeOverState(service);
      expect(await service.plan(everyForm())).toMatchObject({ isEmpty: true });

      const { exitCode, output } = await service.plan(
        everyForm({
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
    },
    { environment },
  ));

test("what 0.1.0 has deployed makes no call where the code says the address, which the state takes in, then one for a change", () =>
  deployment(
    async (service) => {
      const { address: baseUrl } = service.emulator;
      // the service has what the change is of
      const body = { ...experiment, id: "layered", layerID: "l1" };
      await service.callByHand({ operation: "POST /console/v1/experiments", body });
      takeOverState(service);
      const { changes } = await service.plan(everyForm({ baseUrl }));
      expect(changes).toMatchObject([
        { actions: ["create"], address: expect.stringContaining("experimentation_service") },
      ]);
      expect((await service.applyPlanned()).calls).toEqual([]);
      expect(await service.plan(everyForm({ baseUrl }))).toMatchObject({ isEmpty: true });

      expect((await service.deploy(everyForm({ baseUrl, layered: { allocation: 10 } }))).calls).toEqual([
        {
          operation: "POST /console/v1/experiments/layered",
          body: { ...without(experiment, "id"), allocation: 10, links: [{ url: "https://a.test" }] },
        },
      ]);
    },
    { environment },
  ));
