import { readFileSync, writeFileSync } from "node:fs";
import { deployment, unwrapped } from "../deployment";
import { pasteEach } from "../pasted";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  experiment,
  resourceType,
  together,
} from "../samples";

const partial = { id: "partial", hypothesis: undefined, groups: undefined };
const remedy = (kind: string, what = "values") =>
  `Put the former ${what} back; to make another ${kind}, give it another identity.`;
const noUpdate = (kind: string) => `changed, but the service has no update for a ${kind}. ${remedy(kind)}`;
const fixed = (kind: string) => `cannot change after creation. ${remedy(kind, "value")}`;
const gains = { id: "gains", layerID: "L1" };

const rows = [
  [
    aSegment(),
    aSegment({ description: "Others.", tags: ["new"], rules: undefined }),
    `segment "beta_testers" (stack/beta): description, tags, rules ${noUpdate("segment")}`,
  ],
  [
    aPromptVersion(),
    aPromptVersion({ temperature: 0.7 }),
    `prompt version "support_bot/v1" (stack/support): temperature ${noUpdate("prompt version")}`,
  ],
  [
    anExperiment({ layerID: "L1" }),
    anExperiment({ layerID: "L2", allocation: 70 }),
    `experiment "checkout_button" (stack/checkout): layerID ${fixed("experiment")}`,
  ],
  [
    anExperiment({ id: "gains" }, "gains"),
    anExperiment(gains, "gains"),
    `experiment "gains" (stack/gains): layerID ${fixed("experiment")}`,
  ],
  [
    anExperiment({ ...gains, id: "loses" }, "loses"),
    anExperiment({ id: "loses" }, "loses"),
    `experiment "loses" (stack/loses): layerID ${fixed("experiment")}`,
  ],
  [
    anExperiment(partial, "partial"),
    anExperiment({ ...partial, allocation: 70, tags: ["new"] }, "partial"),
    'experiment "partial" (stack/partial): allocation, tags changed, but an update also needs hypothesis, groups. ' +
      `Add what is missing, or ${remedy("experiment").replace("Put", "put")}`,
  ],
  [
    anIngestionSource({ use_delta_sharing: false }),
    anIngestionSource({ use_delta_sharing: true }),
    `ingestion source "Metrics/s3/revenue" (stack/revenue): use_delta_sharing ${fixed("ingestion source")}`,
  ],
] as const;

test("changes that no call can make are refused by the plan, which says what to do, and nothing is sent", () =>
  deployment(async (service) => {
    const before = together(...rows.map(([first]) => first));
    const { calls } = await service.deploy(before);
    const { exitCode, output } = await service.plan(together(...rows.map(([, after]) => after)));

    expect(exitCode).toBe(1);
    const refusals = unwrapped(output);
    for (const [, , refusal] of rows) expect(refusals).toContain(refusal);
    expect(output.match(/Resource postcondition failed/g)).toHaveLength(rows.length);
    expect(service.calls).toEqual(calls);
    expect(await service.plan(before)).toMatchObject({ isEmpty: true });
  }));

test("an entity that terraform state mv put in the place of another is refused by the plan, until it is back or made anew", () =>
  deployment(async (service) => {
    const named = (id: string) =>
      together(
        aSegment({ id }),
        aPromptVersion({ id }),
        anExperiment({ ...partial, id: `partial_${id}` }, "partial"),
        anExperiment({ id }),
        aMetricSource({ name: id }),
        anIngestionSource({ source_name: id }),
        anAssignmentSource({ name: id, ignoreChanges: true }),
      );
    await service.deploy(named("one"));
    const { workspace } = service;
    const move = async (from: string, to: string) => {
      const { output } = await workspace.terraform(["state", "list"]);
      for (const address of output.trim().split("\n")) {
        const moved = await workspace.terraform(["state", "mv", address, address.replace(from, to)]);
        expect(moved).toMatchObject({ exitCode: 0 });
      }
    };
    await move("one", "two");
    await service.callByHand({ operation: "POST /console/v1/experiments", body: { ...experiment, id: "two" } });
    const { calls } = service;

    const { exitCode, output } = await service.plan(named("two"));
    expect(exitCode).toBe(1);
    for (const [subject, held, declared] of [
      ['segment "two" (stack/beta)', "one", "two"],
      ['prompt version "support_bot/two" (stack/support)', "support_bot/one", "support_bot/two"],
      ['experiment "partial_two" (stack/partial)', "partial_one", "partial_two"],
      ['experiment "two" (stack/checkout)', "one", "two"],
      ['metric source "two" (stack/orders)', "one", "two"],
      ['ingestion source "Metrics/s3/two" (stack/revenue)', "Metrics/s3/one", "Metrics/s3/two"],
      ['assignment source "two" (stack/exposures)', "one", "two"],
    ]) {
      expect(unwrapped(output)).toMatch(
        new RegExp(
          `${escaped(subject)}: it was created as ${held} at (?:\\{.*?\\}|an unknown service), not as ${declared} at \\{.*?\\}\\. Nothing was`,
        ),
      );
    }
    expect(unwrapped(output)).toContain("If terraform state mv put it here, move it back.");
    expect(service.calls).toEqual(calls);

    const made = await pasteEach(service, output);
    expect(made.filter((each) => !each.includes("Apply complete!"))).toEqual([
      expect.stringContaining("was answered with 409: Experiment two already exists; nothing here proves"),
    ]);
    expect(service.emulator.record("experiment", "two")).toEqual({ ...experiment, id: "two" });
    await move("two", "one");
    expect(await service.plan(named("one"))).toMatchObject({ exitCode: 1 });
  }));

test("the record of an earlier version, which keeps no service, is refused in the place of another, too", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment());
    const { statePath } = service.workspace;
    const state = readFileSync(statePath, "utf8");
    writeFileSync(statePath, state.replaceAll('"service":', '"not_known_then":'));
    const address = `${resourceType}.experiment_`;
    for (const suffix of ["", "_revision"]) {
      const names = [`${address}checkout_button${suffix}`, `${address}other${suffix}`];
      await service.workspace.terraform(["state", "mv", ...names]);
    }
    const { exitCode, output } = await service.plan(anExperiment({ id: "other" }));

    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain("it was created as checkout_button at an unknown service, not as other at");
  }));

/** A text as it matches itself. */
function escaped(text = ""): string {
  return text.replace(/[()]/g, "\\$&");
}
