import type { Fault } from "../../lib/emulator";
import { requestFile } from "./request";
import { creates, inScene, type Scene, withFields } from "./subjects";

const [experiment, , segment, ingestionSource] = creates;

const ADOPT = { SERVICE_ADOPT_EXISTING: "true" };
const UNPROVEN = "nothing here proves that this stack created it";
const UNCLEAR = "either an earlier attempt, whose response was lost, created it, or it belongs to";
const OTHER_KEY = "an earlier deploy of this stack, with another API key, may have created it";
const CREATED = / created successfully/;
const PROVEN = /by an earlier deploy of this stack/;

const changedBy = (change: object) => (text: string) => JSON.stringify({ ...JSON.parse(text), ...change });
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const succeeds = (scene: Scene) => scene.run();
const losesItsResponse = (scene: Scene) => {
  scene.fail({ status: 500, effect: true });
  return scene.run();
};
const isKilled = (scene: Scene) => {
  scene.fail({ hang: true, effect: true });
  return scene.startAndKill();
};
const isRefused = (scene: Scene) => {
  scene.fail({ status: 403 });
  return scene.run();
};
const isAdopted = async (scene: Scene) => {
  await asTheirs(scene);
  await scene.run(ADOPT);
};
const then = (before: (scene: Scene) => unknown, change: (text: string) => string) => async (scene: Scene) => {
  await before(scene);
  await scene.stack.changeJournal(change);
};
const isNotFound =
  (before: (scene: Scene) => unknown, fault: Fault = { status: 404 }) =>
  async (scene: Scene) => {
    await before(scene);
    scene.fail(fault);
    await scene.stack.run("update", scene.access);
  };

/** What happened before, what the journal holds by then, and what a create does with an entity that exists. */
const table: readonly [before: string, (scene: Scene) => unknown, holds: string, meets: RegExp | string][] = [
  ["nothing", () => {}, "no", UNPROVEN],
  ["a create that was refused", isRefused, "no", UNPROVEN],
  ["a create that succeeded", succeeds, "yes", PROVEN],
  [
    "a create that was refused after one that succeeded",
    async (s) => [await succeeds(s), await isRefused(s)],
    "yes",
    PROVEN,
  ],
  ["a create whose response was lost", losesItsResponse, "maybe", UNCLEAR],
  ["a create that was cut off", isKilled, "maybe", UNCLEAR],
  ["a create, and its construct left the code", then(succeeds, changedBy({ created: "trace" })), "trace", UNPROVEN],
  ["a create 8 days ago", then(succeeds, changedBy({ time: ago(8) })), "trace", UNPROVEN],
  [
    "a create whose response was lost 8 days ago",
    then(losesItsResponse, changedBy({ time: ago(8) })),
    "trace",
    UNPROVEN,
  ],
  ["a create, and the clock was set back", then(succeeds, changedBy({ time: ago(-1) })), "trace", UNPROVEN],
  ["an entry cut in half", then(succeeds, (text) => text.slice(0, text.length / 2)), "trace", UNPROVEN],
  ["an entry that is empty", then(succeeds, () => ""), "trace", UNPROVEN],
  ["a create, and an update that did not find it", isNotFound(succeeds), "trace", UNPROVEN],
  ["a create, and an update that met a 410", isNotFound(succeeds, { status: 410 }), "trace", UNPROVEN],
  [
    "a create, and an update that met a 404 about something else",
    isNotFound(succeeds, { status: 404, body: { message: "No such layer: l1" } }),
    "trace",
    UNPROVEN,
  ],
  [
    "a create, and an update that met a 400 by which it is not there",
    isNotFound(succeeds, { status: 400, body: { message: "It does not exist." } }),
    "trace",
    UNPROVEN,
  ],
  [
    "a create, and an update that succeeded with nothing in the place of the record",
    isNotFound(succeeds, { status: 200, body: { message: "Done.", data: null } }),
    "trace",
    UNPROVEN,
  ],
  ["a create, and an update that was refused", isNotFound(succeeds, { status: 403 }), "yes", PROVEN],
  ["a cut-off create, and an update that did not find it", isNotFound(isKilled), "trace", UNPROVEN],
  ["an update that did not find it", isNotFound(() => {}), "trace", UNPROVEN],
  ["an adoption", isAdopted, "trace", UNPROVEN],
  ["an adoption after a trace", async (s) => [await isNotFound(succeeds)(s), await isAdopted(s)], "trace", UNPROVEN],
  ["an adoption after a lost response", async (s) => [await losesItsResponse(s), await isAdopted(s)], "maybe", UNCLEAR],
  [
    "an update that did not find it, and one that did",
    async (scene) => {
      await isNotFound(succeeds)(scene);
      await scene.stack.run("update", scene.access);
    },
    "trace",
    UNPROVEN,
  ],
  [
    "a create at another address of the service",
    async (scene) => {
      await succeeds(scene);
      await scene.stack.giveJournalOtherAddress();
    },
    "trace elsewhere",
    UNPROVEN,
  ],
  [
    "a create with another key",
    async (scene) => {
      await succeeds(scene);
      await scene.stack.giveJournalOtherKey();
    },
    "other key",
    OTHER_KEY,
  ],
  [
    "a create with another key, 8 days ago",
    async (scene) => {
      await then(succeeds, changedBy({ time: ago(8) }))(scene);
      await scene.stack.giveJournalOtherKey();
    },
    "trace elsewhere",
    UNPROVEN,
  ],
];

/** Has the entity in the service, as somebody else made it, and nothing of what a test did before. */
async function asTheirs(scene: Scene): Promise<void> {
  scene.emulator.reset();
  await scene.create({ description: "theirs" });
  scene.calls();
}

describe.each(table)("after %s", (_, deployed, holds, meets) => {
  test.concurrent("a create takes nothing over without proof, and goes on by what its error prints", () =>
    inScene(experiment, async (scene) => {
      await deployed(scene);
      await asTheirs(scene);
      const theirs = scene.contents;
      const { exitCode, stdout, stderr } = await scene.run();

      expect(stdout + stderr).toEqual(
        typeof meets === "string" ? expect.stringContaining(meets) : expect.stringMatching(meets),
      );
      expect(exitCode).toBe(holds === "yes" ? 0 : 1);
      if (holds !== "yes") {
        expect(scene.contents).toEqual(theirs);
        expect(stderr).toContain("run `SERVICE_ADOPT_EXISTING=true terraform");
        expect(await scene.run(ADOPT)).toMatchObject({ exitCode: 0 });
      }
      expect(scene.differences).toEqual([]);
    }));

  test.concurrent("a create that could make a duplicate looks first, unless there is no trace", () =>
    inScene(ingestionSource, async (scene) => {
      await deployed(scene);
      await asTheirs(scene);
      const first = await scene.run();

      const { length } = scene.emulator.records;
      expect(length).toBe(1);
      expect(scene.calls()[0]).toBe(holds === "no" ? "create" : "update");
      if (holds !== "yes" && holds !== "no") expect(first.stderr).toContain(typeof meets === "string" ? meets : "");
      expect(await scene.run(ADOPT)).toMatchObject({ exitCode: 0 });
    }));

  test.concurrent("a create of what is not there makes it", () =>
    inScene(ingestionSource, async (scene) => {
      await deployed(scene);
      await scene.forget();

      expect((await scene.run()).stdout).toMatch(CREATED);
      expect(scene.calls()).toEqual(holds === "no" ? ["create"] : ["update", "create"]);
      expect((await scene.run()).stdout).toMatch(PROVEN);
    }));

  test.concurrent("unclearCreates adopts only what an attempt of this lifetime may have made", () =>
    inScene(experiment, async (scene) => {
      await deployed(scene);
      await scene.stack.write(requestFile(experiment, { service: { unclearCreates: "adopt" } }));
      await asTheirs(scene);

      expect((await scene.run()).exitCode).toBe(holds === "yes" || holds === "maybe" ? 0 : 1);
    }));
});

test("a trace that a look did not find stays where the create fails, so that the next one looks again", () =>
  inScene(ingestionSource, async (scene) => {
    await losesItsResponse(scene);
    scene.fail({ match: { method: "PATCH" }, status: 404 });
    scene.fail({ match: { method: "POST" }, status: 403 });
    expect(await scene.run()).toMatchObject({ exitCode: 1 });
    scene.calls();

    expect((await scene.run()).stderr).toContain(UNPROVEN);
    expect(scene.calls()).toEqual(["update"]);
    expect(scene.emulator.records).toHaveLength(1);
  }));

const withLayer = withFields(experiment, { layerID: "l1" });

test.concurrent.each([
  ["its construct has left the code", then(succeeds, changedBy({ created: "trace" })), withLayer, { layerID: "l2" }],
  ["an update did not find it", isNotFound(succeeds), withLayer, { layerID: "l2" }],
  ["it is 8 days ago", then(succeeds, changedBy({ time: ago(8) })), segment, { description: "Others." }],
] as const)("what an earlier create sent, and no update can change, still counts where %s", (...row) => {
  const [, before, former, change] = row;
  return inScene(former, async (scene) => {
    await before(scene);
    const kept = scene.contents;
    await scene.stack.write(requestFile(withFields(former, change)));

    expect((await scene.run(ADOPT)).stderr).toContain(`sent its create with a different ${Object.keys(change)}`);
    expect(scene.contents).toEqual(kept);
  });
});

test("what nobody knows an earlier create to have sent does not count", () =>
  inScene(withLayer, async (scene) => {
    await isNotFound(() => {})(scene);
    await scene.create({});

    expect(await scene.run(ADOPT)).toMatchObject({ exitCode: 0 });
  }));

test("a create that is refused makes no earlier proof younger", () =>
  inScene(experiment, async (scene) => {
    const time = ago(6);
    await then(succeeds, changedBy({ time }))(scene);
    await isRefused(scene);
    await scene.run();

    expect(await scene.stack.journal()).toMatchObject({ "entity.create.json": { created: "yes", since: time } });
  }));
