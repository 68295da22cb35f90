import { writeFileSync } from "node:fs";
import { deployment, unwrapped } from "../support/deployment";
import { anAssignmentSource, anExperiment, aPromptVersion, aSegment, experiment, together } from "../support/samples";
import { pasteEach } from "./pasted";

test("an entity that the state has in the place of another is refused by the plan, until it is back or made anew", () =>
  deployment(async (service) => {
    const named = (id: string) =>
      together(
        aSegment({ id }),
        aPromptVersion({ id }),
        anExperiment({ id: `partial_${id}`, hypothesis: undefined }, "partial"),
        anExperiment({ id }),
        anAssignmentSource({ name: id, ignoreChanges: true }),
      );
    await service.deploy(named("one"));
    const { workspace } = service;
    const move = async (from: string, to: string) => {
      const state = await workspace.state();
      const resources = state.resources.map((each) => {
        const moved = JSON.stringify({ ...each, name: each.name.replace(from, to) });
        // one resource keeps no service
        return JSON.parse(each.name.includes("partial") ? moved.replaceAll('"service":', '"not_known":') : moved);
      });
      writeFileSync(workspace.statePath, JSON.stringify({ ...state, resources }));
    };
    await move("one", "two");
    await service.callByHand({ operation: "POST /console/v1/experiments", body: { ...experiment, id: "two" } });
    const before = service.calls.length;

    const { exitCode, output } = await service.plan(named("two"));
    expect(exitCode).toBe(1);
    for (const [subject = "", held, declared, where = ""] of [
      ['segment "two" (stack/beta)', "one", "two"],
      ['prompt version "support_bot/two" (stack/support)', "support_bot/one", "support_bot/two"],
      ['experiment "partial_two" (stack/partial)', "partial_one", "partial_two", "an unknown service"],
      ['experiment "two" (stack/checkout)', "one", "two"],
      ['assignment source "two" (stack/exposures)', "one", "two"],
    ]) {
      const [, refusal = ""] = unwrapped(output).split(`${subject}: it was created `);
      expect(refusal).toMatch(new RegExp(`^as ${held} at .*?${where}, not as ${declared} at \\{.*?\\}\\. Nothing was`));
    }
    expect(unwrapped(output)).toContain("If terraform state mv put it here, move it back.");
    expect(service.calls).toHaveLength(before);

    const made = await pasteEach(service, output);
    expect(made.filter((each) => !each.includes("Apply complete!"))).toEqual([
      expect.stringContaining("returned 409: Experiment two already exists; nothing here proves"),
    ]);
    expect(service.emulator.record("experiment", "two")).toEqual({ ...experiment, id: "two" });
    await move("two", "one");
    expect(await service.plan(named("one"))).toMatchObject({ exitCode: 1 });
  }));
