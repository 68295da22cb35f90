import { readFileSync, writeFileSync } from "node:fs";
import { deployment, unwrapped } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  experiment,
  together,
} from "../support/samples";
import { pasteEach } from "./pasted";

const partial = { id: "partial", hypothesis: undefined, groups: undefined };

test("an entity that the state has in the place of another is refused by the plan, until it is back or made anew", () =>
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
      const state = await workspace.state();
      const resources = state.resources.map((each) => ({ ...each, name: each.name.replace(from, to) }));
      writeFileSync(workspace.statePath, JSON.stringify({ ...state, resources }));
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
      expect.stringContaining("returned 409: Experiment two already exists; nothing here proves"),
    ]);
    expect(service.emulator.record("experiment", "two")).toEqual({ ...experiment, id: "two" });
    await move("two", "one");
    expect(await service.plan(named("one"))).toMatchObject({ exitCode: 1 });
  }));

test("a record that keeps no service is refused in the place of another, too", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment());
    const { statePath } = service.workspace;
    const state = readFileSync(statePath, "utf8");
    const moved = state.replaceAll("experiment_checkout_button", "experiment_other");
    writeFileSync(statePath, moved.replaceAll('"service":', '"not_known_then":'));
    const { exitCode, output } = await service.plan(anExperiment({ id: "other" }));

    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain("it was created as checkout_button at an unknown service, not as other at");
  }));

/** A text as it matches itself. */
function escaped(text = ""): string {
  return text.replace(/[()]/g, "\\$&");
}
