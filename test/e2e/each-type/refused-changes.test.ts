import { deployment, unwrapped } from "../deployment";
import { anExperiment, anIngestionSource, aPromptVersion, aSegment, resourceType, together } from "../samples";

const partial = { id: "partial", hypothesis: undefined, groups: undefined };
const layerRemedy = "Put the former value back; to make another experiment, give it another identity.";

const rows = [
  {
    what: "a segment",
    before: aSegment(),
    after: aSegment({ description: "Others.", tags: ["new"], rules: undefined }),
    refusal:
      'segment "beta_testers" (stack/beta): description, tags, rules changed, but the service has no update for a segment. ' +
      "Put the former values back; to make another segment, give it another identity.",
  },
  {
    what: "a prompt version with an id",
    before: aPromptVersion(),
    after: aPromptVersion({ temperature: 0.7 }),
    refusal:
      'prompt version "support_bot/v1" (stack/support): temperature changed, but the service has no update for a prompt version. ' +
      "Put the former values back; to make another prompt version, give it another identity.",
  },
  {
    what: "a changed layerID",
    before: anExperiment({ layerID: "L1" }),
    after: anExperiment({ layerID: "L2", allocation: 70 }),
    refusal: `experiment "checkout_button" (stack/checkout): layerID cannot change after creation. ${layerRemedy}`,
  },
  {
    what: "an added layerID",
    before: anExperiment({ id: "gains" }, "gains"),
    after: anExperiment({ id: "gains", layerID: "L1" }, "gains"),
    refusal: `experiment "gains" (stack/gains): layerID cannot change after creation. ${layerRemedy}`,
  },
  {
    what: "a removed layerID",
    before: anExperiment({ id: "loses", layerID: "L1" }, "loses"),
    after: anExperiment({ id: "loses" }, "loses"),
    refusal: `experiment "loses" (stack/loses): layerID cannot change after creation. ${layerRemedy}`,
  },
  {
    what: "an experiment that lacks what the update requires",
    before: anExperiment(partial, "partial"),
    after: anExperiment({ ...partial, allocation: 70, tags: ["new"] }, "partial"),
    refusal:
      'experiment "partial" (stack/partial): allocation, tags changed, but an update also needs hypothesis, groups. ' +
      "Add what is missing, or put the former values back; to make another experiment, give it another identity.",
  },
  {
    what: "a changed use_delta_sharing",
    before: anIngestionSource({ use_delta_sharing: false }),
    after: anIngestionSource({ use_delta_sharing: true }),
    refusal:
      'ingestion source "Metrics/s3/revenue" (stack/revenue): use_delta_sharing cannot change after creation. ' +
      "Put the former value back; to make another ingestion source, give it another identity.",
  },
];

test("changes that no call can make are refused by the plan, which says what to do, and nothing is sent", () =>
  deployment(async (service) => {
    const before = together(...rows.map((row) => row.before));
    const { calls } = await service.deploy(before);
    const { exitCode, output } = await service.plan(together(...rows.map(({ after }) => after)));

    expect(exitCode).toBe(1);
    const refusals = unwrapped(output);
    for (const { what, refusal } of rows) expect(`${what}: ${refusals}`).toContain(refusal);
    expect(output.match(/Resource postcondition failed/g)).toHaveLength(rows.length);
    expect(service.calls).toEqual(calls);
    expect(await service.plan(before)).toMatchObject({ isEmpty: true });
  }));

test("an entity that terraform state mv put in the place of another is refused by the plan, until it is back or made anew", () =>
  deployment(async (service) => {
    const named = (id: string) =>
      together(aSegment({ id }), aPromptVersion({ id }), anExperiment({ ...partial, id }, "partial"));
    await service.deploy(named("one"));
    const addresses = ["segment_", "prompt_version_support_bot__", "experiment_"].map(
      (name) => `${resourceType}.${name}`,
    );
    const move = async (from: string, to: string) => {
      for (const address of [...addresses, `${resourceType}.experiment_`]) {
        const suffix = address.endsWith("experiment_") && address !== addresses[2] ? "_revision" : "";
        await service.workspace.terraform(["state", "mv", `${address}${from}${suffix}`, `${address}${to}${suffix}`]);
      }
    };
    await move("one", "two");

    const { exitCode, output } = await service.plan(named("two"));
    expect(exitCode).toBe(1);
    for (const [subject, kind, address] of [
      ['segment "two" (stack/beta)', "segment", `${addresses[0]}two`],
      ['prompt version "support_bot/two" (stack/support)', "prompt version", `${addresses[1]}two`],
      ['experiment "two" (stack/partial)', "experiment", `${addresses[2]}two`],
    ]) {
      expect(unwrapped(output)).toContain(
        `${subject}: the state has another ${kind} in its place, as after terraform state mv. ` +
          "Put that back where it was. If it is to be left out of the state, this creates the one that is declared: terraform",
      );
      expect(output).toMatch(new RegExp(`^[│ ]*  terraform "-chdir=.*" apply "-replace=${address}"$`, "m"));
    }
    const replacing = addresses.map((address) => `-replace=${address}two`);
    await service.workspace.terraform(["apply", "-input=false", "-auto-approve", ...replacing]);
    expect(service.calls).toHaveLength(6);
    expect(await service.plan(named("two"))).toMatchObject({ isEmpty: true });
    await move("two", "one");
    expect(await service.plan(named("one"))).toMatchObject({ exitCode: 1 });
  }));
