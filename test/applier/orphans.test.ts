import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Running, start } from "../support/process";
import { APPLIER } from "./applier";
import { creates, inScene, type Scene, type Subject, updates } from "./subjects";

const [create, , , ingestionSource] = creates;
const [update] = updates;

/** Programs between Terraform and Node, as version managers have them: each starts the next one, and waits. */
const depths = [0, 1, 2] as const;

/** How long an orphan may still start an attempt, in milliseconds; the service asks it to wait so long. */
const GRACE = 1_000;
const RETRY_AFTER = 2;

describe.each(depths)("an applier behind %i programs that wait for it", (depth) => {
  test.concurrent("sends nothing more once its Terraform was killed, and leaves its entry to synth", () =>
    inScene(update, async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": `${RETRY_AFTER}` } });
      const terraform = await startByTerraform(scene, depth);
      await scene.arrived();
      terraform.process.kill("SIGKILL");
      await pause(RETRY_AFTER * 1_000 + GRACE);

      expect(scene.calls()).toEqual(["update"]);
      expect(await scene.stack.journal()).toMatchObject({ "entity.update.json": { calling: true } });
    }));

  test.concurrent("leaves the entry of a create that was cut off, so that synth warns", () =>
    inScene(create, async (scene) => {
      scene.fail({ status: 403, delay: GRACE });
      const terraform = await startByTerraform(scene, depth);
      await scene.arrived();
      terraform.process.kill("SIGKILL");
      await pause(2 * GRACE);

      expect(await scene.stack.journal()).toMatchObject({ "entity.create.json": { calling: true } });
    }));

  test.concurrent("goes on under nohup, though the shell of the deploy has ended", () =>
    inScene(update, async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": `${RETRY_AFTER}` } });
      await startByTerraform(scene, depth, true);
      await scene.arrived();
      await pause(RETRY_AFTER * 1_000 + GRACE);

      expect(scene.calls()).toEqual(["update", "update"]);
      expect(scene.differences).toEqual([]);
    }));
});

describe("an applier whose entry is another deploy's by now", () => {
  test.concurrent.each<[Subject, next: Subject["action"]]>([
    [update, "update"],
    [update, "create"],
    [create, "create"],
    [create, "update"],
  ])("sends nothing more, and touches nothing: $action", (subject, next) =>
    inScene(subject, async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": "3" } });
      const former = scene.start();
      await former.said("waiting");
      scene.fail({ hang: true });
      const later = scene.stack.start(next, scene.access);
      const { length } = scene.emulator.calls;
      while (scene.emulator.calls[length]?.body === undefined) await pause(5);
      const entries = await scene.stack.journal();
      const { exitCode, stderr } = await former.ended;

      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining(`another deploy has taken over during the ${subject.action}; it did not take effect`),
      ]);
      expect(await scene.stack.journal()).toEqual(entries);
      expect(scene.calls()).toHaveLength(2);
      later.process.kill("SIGKILL");
      await later.ended;
    }),
  );

  test.concurrent("removes no entry of the other one with a call that ends later", () =>
    inScene(update, async (scene) => {
      scene.fail({ status: 403, delay: 1_000 });
      const former = scene.start();
      await scene.arrived();
      scene.fail({ hang: true });
      const later = scene.start();
      await scene.arrived();
      const entries = await scene.stack.journal();
      await former.ended;

      expect(await scene.stack.journal()).toEqual(entries);
      later.process.kill("SIGKILL");
      await later.ended;
    }));

  test.concurrent("makes no second ingestion source after the next deploy has made one", () =>
    inScene(ingestionSource, async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": "3" } });
      const former = scene.start();
      await former.said("waiting");
      // what succeeds leaves an entry of its own
      expect(await scene.run()).toMatchObject({ exitCode: 0 });

      expect((await former.ended).stderr).toContain("another deploy has taken over");
      expect(scene.emulator.records).toHaveLength(1);
    }));
});

/**
 * Starts the applier as Terraform does that a shell has started, with a program named `node` in between that starts the
 * next one and waits.
 *
 * @param isAlone whether the shell of the deploy ends at once, and Terraform goes on
 */
async function startByTerraform({ subject, access, stack }: Scene, depth: number, isAlone = false): Promise<Running> {
  let program = process.execPath;
  for (let level = 0; level < depth; level++) {
    const folder = join(stack.folder, `bin ${level}`);
    await mkdir(folder);
    await writeFile(join(folder, "node"), `#!/bin/sh\n"${program}" "$@"\nexit $?\n`);
    program = join(folder, "node");
    await chmod(program, 0o755);
  }
  const script = `
    const { spawn } = require("node:child_process");
    const [program, ...args] = process.argv.slice(1);
    spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] }).stdout.resume();`;
  const terraform = [process.execPath, "-e", script, program, APPLIER, stack.command(subject.action)];
  const output = join(stack.folder, "nohup.out");
  return isAlone
    ? start("/bin/sh", ["-c", 'out="$1"; shift; nohup "$@" >"$out" 2>&1 &', "sh", output, ...terraform], {
        environment: access,
      })
    : start(process.execPath, terraform.slice(1), { environment: access });
}
