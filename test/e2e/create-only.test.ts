import { writeFileSync } from "node:fs";
import { type Deployment, deployment, unwrapped } from "./deployment";
import { anExperiment, resourceType } from "./samples";

const lacking = { hypothesis: undefined };
const record = `${resourceType}.experiment_checkout_button`;
const revision = `${record}_revision`;

/** Puts a change of an experiment in danger, which can be created but not updated. */
interface Row {
  readonly what: string;
  readonly lose: (service: Deployment) => Promise<unknown>;
}

/** Runs a Terraform command on what was synthesised last. */
async function terraform({ workspace }: Deployment, ...args: string[]): Promise<void> {
  expect((await workspace.terraform(args)).exitCode).toBe(0);
}

/** What `terraform state rm` does. */
async function forgetRevision({ workspace }: Deployment): Promise<void> {
  const state = await workspace.state();
  const resources = state.resources.filter(({ type, name }) => `${type}.${name}` !== revision);
  writeFileSync(workspace.statePath, JSON.stringify({ ...state, resources }));
}

test.each<Row>([
  {
    what: "whose update was refused when it had one",
    lose: async (service) => {
      service.emulator.fail({ status: 400, body: { message: "No." } });
      await service.deploy(anExperiment({ allocation: 25 }), { expect: "failure" });
    },
  },
  { what: "whose revision was tainted", lose: (service) => terraform(service, "taint", revision) },
  { what: "whose revision was taken out of the state", lose: forgetRevision },
])("the change of a create-only experiment $what is refused, until it has what its update needs", ({ lose }) =>
  deployment(async (service) => {
    await service.deploy(anExperiment());
    await lose(service);
    const changed = { allocation: 25 };

    const applied = await service.deploy(anExperiment({ ...lacking, ...changed }), { expect: "failure" });
    expect(applied).toMatchObject({ calls: [] });
    expect(applied.output).toContain(
      'experiment "checkout_button" (stack/checkout): the record of what was sent last is lost, so a change could go ' +
        "unnoticed, and an update also needs hypothesis. Add what is missing, so that the update sends what is declared.",
    );
    expect((await service.plan(anExperiment({ ...lacking, ...changed }))).exitCode).toBe(1);

    const { calls } = await service.deploy(anExperiment(changed));
    expect(calls).toMatchObject([{ operation: "POST /console/v1/experiments/checkout_button", body: changed }]);
    expect(await service.plan(anExperiment(changed))).toMatchObject({ isEmpty: true });
  }),
);

test("a create-only experiment whose revision was left out by -target is refused too", () =>
  deployment(async (service) => {
    service.synth(anExperiment(lacking));
    await terraform(service, "init", "-input=false");
    expect((await service.applyTarget(record)).calls).toHaveLength(1);
    const { exitCode, output } = await service.workspace.apply();

    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain("the record of what was sent last is lost");
  }));

test("a create-only experiment that is created anew with its revision is not refused", () =>
  deployment(async (service) => {
    service.emulator.fail({ status: 400, body: { message: "No." } });
    await service.deploy(anExperiment(lacking), { expect: "failure" });
    await service.deploy(anExperiment(lacking));

    expect(await service.plan(anExperiment(lacking))).toMatchObject({ isEmpty: true });
  }));
