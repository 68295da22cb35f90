import { accessTo, type Deployment, deployment, unwrapped } from "../deployment";
import { type Changes, everyForm, takeOverState, variables } from "../first-release";
import { experiment, without } from "../samples";

/** Runs a test on a service and a state as version 0.1.0 left them. */
function upgraded(
  test: (service: Deployment, addressed: (changes: Changes) => Changes) => Promise<void>,
): Promise<void> {
  return deployment(
    async (service) => {
      const { address, key } = service.emulator;
      const headers = { "content-type": "application/json", "service-api-key": key };
      const body = JSON.stringify({ ...experiment, id: "layered_too" });
      await fetch(`${address}/console/v1/experiments`, { method: "POST", headers, body });
      await service.deploy(everyForm());
      takeOverState(service);
      await test(service, (changes) => ({ baseUrl: address, ...changes }));
    },
    { environment: (emulator) => ({ ...accessTo(emulator), ...variables }) },
  );
}

test("what 0.1.0 has deployed plans no change at all where the code does not say the address", () =>
  upgraded(async (service) => {
    expect(await service.plan(everyForm())).toMatchObject({ isEmpty: true });
  }));

test("what 0.1.0 has deployed makes no call where the code says the address, which the state takes in", () =>
  upgraded(async (service, addressed) => {
    const { changes } = await service.plan(everyForm(addressed({})));
    expect(changes).toMatchObject([
      { actions: ["create"], address: expect.stringContaining("experimentation_service") },
    ]);

    expect((await service.applyPlanned()).calls).toEqual([]);
    expect(await service.plan(everyForm(addressed({})))).toMatchObject({ isEmpty: true });
  }));

test.each<{ readonly what: string; readonly changes: Changes; readonly refusal: string }>([
  {
    what: "a layer",
    changes: { layered: { layerID: "l2" } },
    refusal: "(stack/layered): layerID cannot change after creation.",
  },
  {
    what: "a segment",
    changes: { marked: { tags: ["<a> & c"], description: "New." } },
    refusal: "(stack/marked): description, tags changed, but the service has no update for a segment.",
  },
  {
    what: "an experiment that lacks what its update needs",
    changes: { lacking: { allocation: 2 } },
    refusal: "(stack/lacking): allocation changed, but an update also needs hypothesis, groups.",
  },
])("$what that 0.1.0 has deployed is guarded still", ({ changes, refusal }) =>
  upgraded(async (service, addressed) => {
    const { exitCode, output } = await service.plan(everyForm(addressed(changes)));

    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(refusal);
  }),
);

test("what 0.1.0 has deployed is changed by the update alone", () =>
  upgraded(async (service, addressed) => {
    const { calls } = await service.deploy(everyForm(addressed({ layered: { allocation: 10 } })));

    expect(calls).toEqual([
      {
        operation: "POST /console/v1/experiments/layered",
        body: { ...without(experiment, "id"), allocation: 10, links: [{ url: "https://a.test" }] },
      },
    ]);
  }));
