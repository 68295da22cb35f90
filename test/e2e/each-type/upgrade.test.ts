import { join } from "node:path";
import { command } from "../../cli/command";
import { accessTo, deployment, unwrapped } from "../deployment";
import { everyForm, formerReleases, takeOverState, variables } from "../former-release";
import { experiment, resourceType, without } from "../samples";

const environment = (emulator: Parameters<typeof accessTo>[0]) => ({ ...accessTo(emulator), ...variables });

/** The companions of the entities that have one call: they keep the service from now on. */
const companions = ["assignment_source_exposures", "prompt_version_at_stack_by-placed-content_be9dbe25"].map(
  (name) => ({
    address: `${resourceType}.experimentation_service_of_${name}`,
    actions: ["create"],
  }),
);

describe.each(formerReleases)("what %s has deployed", (version) => {
  const formerOnes = version === "0.1.0" ? [] : [expect.objectContaining({ actions: ["delete"] })];

  test.each([
    ["", {}],
    [" where the code says the address", { baseUrl: "http://127.0.0.1:2" }],
  ])("makes no call%s, gains what keeps the service of entities with one call, and is guarded still", (_, settings) =>
    deployment(
      async (service) => {
        takeOverState(service, version);
        const { changes } = await service.plan(everyForm(settings));
        expect(changes).toHaveLength(companions.length + formerOnes.length);
        expect(changes).toMatchObject(
          expect.arrayContaining([...companions.map((each) => expect.objectContaining(each)), ...formerOnes]),
        );
        await service.workspace.shownPlan();
        const plan = join(service.workspace.stackDirectory, "tfplan.json");
        const { stdout } = await command(["review", "--plan", plan], { directory: service.workspace.directory });
        expect(stdout).toMatch(/^Nothing changes\n[\s\S]*^ {2}note: the plan changes resources of .* without a call/m);
        expect((await service.applyPlanned()).calls).toEqual([]);
        const left = { ignoreChanges: true };
        for (const next of [
          {},
          { layered: { ...left, layerID: "l2", allocation: 1 }, lacking: { ...left, allocation: 2 } },
        ]) {
          expect(await service.plan(everyForm({ ...settings, ...next }))).toMatchObject({ isEmpty: true });
        }
        if ("baseUrl" in settings) {
          // the two that were added keep their service; what a former version created has none to compare
          const { output: elsewhere } = await service.plan(everyForm({ baseUrl: "http://127.0.0.1:3" }));
          expect(elsewhere.match(/postcondition failed/g)).toHaveLength(companions.length);
        }

        const { exitCode, output } = await service.plan(
          everyForm({
            ...settings,
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
    ),
  );

  test("makes one call for a change", () =>
    deployment(
      async (service) => {
        // the service has what the change is of
        const body = { ...experiment, id: "layered", layerID: "l1" };
        await service.callByHand({ operation: "POST /console/v1/experiments", body });
        takeOverState(service, version);
        expect((await service.deploy(everyForm({ layered: { allocation: 10 } }))).calls).toEqual([
          {
            operation: "POST /console/v1/experiments/layered",
            body: { ...without(experiment, "id"), allocation: 10, links: [{ url: "https://a.test" }] },
          },
        ]);
      },
      { environment },
    ));
});

test("under strict: true, synth names what it warns of now in a stack of 0.1.0", () =>
  deployment(
    async (service) => {
      const refusal = () => service.synth(everyForm({ strict: true }));
      for (const name of ["start-incomplete", "adopt-without-call", "derived-id", "create-only"]) {
        expect(refusal).toThrow(`[an error because of strict; to accept it: acknowledge: ["${name}"]]`);
      }
    },
    { environment },
  ));
