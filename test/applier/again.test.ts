import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { masked, Stack } from "./applier";
import { arrived, startByTerraform } from "./parent";
import { creates, inScene, requestFile, type Scene, type Subject, subjects, updates } from "./subjects";

describe.each([
  { when: "before it took effect", effect: false },
  { when: "after it took effect", effect: true },
])("what was killed $when", ({ effect }) => {
  test.each(subjects)("is made good for the $what", (subject) =>
    inScene(subject, async (scene) => {
      await killed(scene, effect);
      expect(Object.keys(await scene.stack.notes())).toEqual([`begun/thing.${subject.action}.json`]);

      expect(await again(scene)).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.differences).toEqual([]);
      expect(scene.emulator.records).toHaveLength(1);
      const left = subject.action === "create" ? ["done/thing.create.json"] : [];
      expect(Object.keys(await scene.stack.notes())).toEqual(left);
    }),
  );
});

describe.each(some())("after the $what", (subject) => {
  test("nothing is sent when it was done since", () =>
    inScene(subject, async (scene) => {
      await killed(scene, false);
      await scene.run();
      scene.calls();

      expect(await again(scene)).toEqual({
        exitCode: 0,
        stdout: `${subject.thing}: nothing that was cut off is left to do\n`,
        stderr: "",
      });
      expect(scene.calls()).toEqual([]);
    }));

  test("nothing is left to do when its failure was seen", () =>
    inScene(subject, async (scene) => {
      scene.fail({ status: 400 });
      expect(await scene.run()).toMatchObject({ exitCode: 1 });

      expect(await scene.stack.notes()).toEqual({});
    }));

  test("what fails is left to the next deploy", () =>
    inScene(subject, async (scene) => {
      await killed(scene, false);
      scene.fail({ status: 403 });
      expect(await again(scene)).toMatchObject({ exitCode: 1 });

      expect(await again(scene)).toMatchObject({ exitCode: 0 });
      expect(scene.differences).toEqual([]);
    }));

  test("a note that was torn is as good as a whole one", () =>
    inScene(subject, async (scene) => {
      const folder = join(scene.notesFolder, "begun");
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `thing.${subject.action}.json`), "{");

      expect(await again(scene)).toMatchObject({ exitCode: 0 });
      expect(scene.calls()).toEqual([subject.action]);
    }));

  test("it is done with what is declared now, and left alone when no such call is declared", () =>
    inScene(subject, async (scene) => {
      await killed(scene, false);
      const { calls, ...request } = requestFile(subject);
      await scene.stack.write({ ...request, calls: {} });
      expect(await again(scene)).toMatchObject({ exitCode: 0 });
      expect(scene.calls()).toEqual([]);

      await scene.stack.write({ ...request, calls });
      expect(await again(scene)).toMatchObject({ exitCode: 0 });
      expect(scene.differences).toEqual([]);
    }));
});

test("a create whose Terraform was killed before it could take effect does not make others' thing ours", () =>
  inScene(creates[0], async (scene) => {
    scene.fail({ status: 429, headers: { "Retry-After": "60" } });
    const { terraform, applier } = startByTerraform(scene);
    await arrived(scene);
    terraform.kill("SIGKILL");
    await once(applier.resume(), "end");
    await scene.restate({});
    const theirs = await Stack.with(requestFile(scene.subject));
    await theirs.run("create", { SERVICE_BASE_URL: scene.emulator.address, SERVICE_API_KEY: scene.emulator.key });
    const { exitCode, stderr } = await again(scene);
    expect([exitCode, masked(stderr)]).toEqual([1, expect.stringContaining("already exists.\n  next: to take over")]);
    expect(Object.keys(await scene.stack.notes())).toEqual(["undone/thing.create.json"]);
    await theirs.remove();
  }));

function some(): readonly Subject[] {
  return [...creates.slice(0, 1), ...updates.slice(0, 1), ...updates.slice(-1)];
}

/** Starts the call of a scene, and kills the applier when the service has it. */
async function killed(scene: Scene, effect: boolean): Promise<void> {
  scene.calls();
  scene.fail({ hang: true, effect });
  const running = scene.start();
  await arrived(scene);
  running.process.kill("SIGKILL");
  await running.ended;
  scene.calls();
}

function again({ stack, emulator }: Scene) {
  return stack.run("again", { SERVICE_BASE_URL: emulator.address, SERVICE_API_KEY: emulator.key });
}
