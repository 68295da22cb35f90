import { writeFileSync } from "node:fs";
import { type Deployment, deployment, unwrapped } from "./deployment";
import { anExperiment, anIngestionSource, resourceType, together } from "./samples";

const lacking = { hypothesis: undefined };
const address = (id: string) => `${resourceType}.experiment_${id}`;

async function terraform({ workspace }: Deployment, ...args: string[]): Promise<void> {
  expect(await workspace.terraform(args)).toMatchObject({ exitCode: 0 });
}

test("a change that no update can make is refused also after -replace, taint or destroy, and the service keeps what it has", () =>
  deployment(async (service) => {
    const records = [address("checkout_button"), `${resourceType}.ingestion_source_Metrics__s3__revenue`];
    const former = together(anExperiment({ layerID: "l1" }), anIngestionSource({ use_delta_sharing: true }));
    const changed = together(anExperiment({ layerID: "l2" }), anIngestionSource({ use_delta_sharing: false }));
    for (const again of ["-replace", "taint", "destroy"]) {
      await service.deploy(former);
      const kept = service.emulator.records.map(({ data }) => data);
      if (again === "taint") for (const record of records) await terraform(service, "taint", record);
      if (again === "destroy") await terraform(service, "destroy", "-auto-approve", "-input=false");
      service.synth(changed);
      const options = again === "-replace" ? records.map((record) => `-replace=${record}`) : [];
      const { exitCode, output } = await service.workspace.apply({ options });

      expect([again, exitCode]).toEqual([again, 1]);
      for (const field of ["layerID", "use_delta_sharing"]) {
        expect(unwrapped(output)).toContain(
          `an earlier deploy of this stack sent its create with a different ${field}, which no update can change`,
        );
      }
      expect(service.emulator.records.map(({ data }) => data)).toEqual(kept);
    }
    await service.deploy(former);
    expect(await service.plan(former)).toMatchObject({ isEmpty: true });
  }));

test("an experiment whose revision failed, is tainted, or left the state or the plan is refused until its update has all it needs", () =>
  deployment(async (service) => {
    const lost = ["refused", "tainted", "removed"];
    const all = (changes: object) => together(...lost.map((id) => anExperiment({ ...changes, id }, id)));
    await service.deploy(all({}));
    service.emulator.fail({ match: { path: /refused/ }, status: 400, body: { message: "No." } });
    await service.deploy(all({ allocation: 25 }), { expect: "failure" });
    await terraform(service, "taint", `${address("tainted")}_revision`);
    // what terraform state rm does
    const state = await service.workspace.state();
    const resources = state.resources.filter(({ name }) => name !== "experiment_removed_revision");
    writeFileSync(service.workspace.statePath, JSON.stringify({ ...state, resources }));

    const { calls, output } = await service.deploy(all({ ...lacking, allocation: 25 }), { expect: "failure" });
    expect(calls).toEqual([]);
    for (const id of lost) {
      expect(output).toContain(
        `experiment "${id}" (stack/${id}): the record of what was sent last is lost, so a change could go ` +
          "unnoticed, and an update also needs hypothesis. Add what is missing, so that the update sends what is declared.",
      );
    }
    expect((await service.deploy(all({ allocation: 25 }))).calls).toHaveLength(lost.length);

    const late = together(all({ allocation: 25 }), anExperiment({ ...lacking, id: "late" }, "late"));
    service.synth(late);
    expect((await service.applyTarget(address("late"))).calls).toHaveLength(1);
    const { output: refusal } = await service.deploy(late, { expect: "failure" });
    expect(refusal).toContain('"late" (stack/late): the record of what was sent last is lost');
  }));
