import { writeFileSync } from "node:fs";
import { type Deployment, deployment, unwrapped } from "./deployment";
import { anExperiment, type Build, resourceType, together } from "./samples";

const lacking = { hypothesis: undefined };
const address = (id: string) => `${resourceType}.experiment_${id}`;

/** Experiments, each of which loses what was sent last in its own way. */
const lost = ["refused", "tainted", "removed"] as const;

/** Those experiments with these changes. */
const all = (changes: Parameters<typeof anExperiment>[0]): Build =>
  together(...lost.map((id) => anExperiment({ ...changes, id }, id)));

/** Runs a Terraform command on what was synthesised last. */
async function terraform({ workspace }: Deployment, ...args: string[]): Promise<void> {
  expect((await workspace.terraform(args)).exitCode).toBe(0);
}

/** What `terraform state rm` does. */
async function forget({ workspace }: Deployment, gone: string): Promise<void> {
  const state = await workspace.state();
  const resources = state.resources.filter(({ type, name }) => `${type}.${name}` !== gone);
  writeFileSync(workspace.statePath, JSON.stringify({ ...state, resources }));
}

test("a create-only experiment whose revision failed, is tainted or left the state is refused until its update has all it needs", () =>
  deployment(async (service) => {
    await service.deploy(all({}));
    service.emulator.fail({ match: { path: /refused/ }, status: 400, body: { message: "No." } });
    await service.deploy(all({ allocation: 25 }), { expect: "failure" });
    await terraform(service, "taint", `${address("tainted")}_revision`);
    await forget(service, `${address("removed")}_revision`);

    const { calls, output } = await service.deploy(all({ ...lacking, allocation: 25 }), { expect: "failure" });
    expect(calls).toEqual([]);
    for (const id of lost) {
      expect(output).toContain(
        `experiment "${id}" (stack/${id}): the record of what was sent last is lost, so a change could go ` +
          "unnoticed, and an update also needs hypothesis. Add what is missing, so that the update sends what is declared.",
      );
    }

    const complete = all({ allocation: 25 });
    expect((await service.deploy(complete)).calls).toHaveLength(lost.length);
    for (const id of lost) expect(service.emulator.record("experiment", id)).toMatchObject({ allocation: 25 });
    expect(await service.plan(complete)).toMatchObject({ isEmpty: true });
  }));

test("a create-only experiment whose revision was left out by -target is refused too", () =>
  deployment(async (service) => {
    service.synth(anExperiment(lacking));
    await terraform(service, "init", "-input=false");
    expect((await service.applyTarget(address("checkout_button"))).calls).toHaveLength(1);
    const { exitCode, output } = await service.workspace.apply();

    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain("the record of what was sent last is lost");
  }));
