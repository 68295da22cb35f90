import { accessTo } from "../support/deployment";
import { type Running, start } from "../support/process";
import { APPLIER } from "./applier";
import { creates, inScene, type Scene, updates } from "./subjects";

const [create] = creates;
const [update] = updates;

test.concurrent.each([
  ["SIGINT", create],
  ["SIGTERM", create],
  ["SIGTERM", update],
  ["SIGTERM", updates.at(-1)],
] as const)("%s during a call ends it with a line that says what is unknown, and how to continue (%#)", (signal, of) =>
  inScene(of, async (scene) => {
    scene.fail({ hang: true, effect: true });
    const running = scene.start();
    await scene.arrived();
    running.process.kill(signal);

    expect(await running.ended).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: interrupted(scene, "whether it took effect is unknown"),
    });
    await expectToContinue(scene);
    expect(scene.emulator.records).toHaveLength(1);
  }),
);

test.concurrent.each([create, update])(
  "during a wait before the $what, it ends with a line that says that nothing happened",
  (subject) =>
    inScene(subject, async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": "60" } });
      const running = scene.start();
      await running.said("(attempt 2; gives up in 1,");
      running.process.kill("SIGTERM");

      expect(await running.ended).toMatchObject({
        exitCode: 1,
        stdout: expect.stringMatching(/^waiting 60 s for .*\n$/),
        stderr: interrupted(scene, "it did not take effect"),
      });
      expect(await scene.stack.journal()).toEqual({});
      await expectToContinue(scene, {});
    }),
);

test.concurrent.each([create, update])("during a wait after an unclear $what, its outcome is unknown", (subject) =>
  inScene(subject, async (scene) => {
    scene.fail({ status: 504, headers: { "Retry-After": "60" }, effect: true });
    const running = scene.start();
    await running.said(": answered with 504: Gateway Timeout (attempt 2; gives up in 1,");
    running.process.kill("SIGTERM");

    expect((await running.ended).stderr).toBe(interrupted(scene, "whether it took effect is unknown"));
    await expectToContinue(scene);
  }),
);

test("an applier whose Terraform was killed stops waiting, because its call would interfere with those of the next deploy", () =>
  inScene(update, async (scene) => {
    scene.fail({ status: 429, headers: { "Retry-After": "600" } });
    const terraform = startByTerraform(scene);
    await scene.arrived();
    terraform.process.kill("SIGKILL");

    await terraform.ended;
    expect(scene.calls()).toEqual(["update"]);
    expect(await scene.stack.journal()).toMatchObject({ "entity.update.json": { calling: true } });
  }));

/** Expects that the next deploy makes the call. By default a create with what the next error would say. */
async function expectToContinue(
  scene: Scene,
  environment: Readonly<Record<string, string>> = scene.subject === create ? { SERVICE_ADOPT_EXISTING: "true" } : {},
): Promise<void> {
  await scene.restate({});
  expect(await scene.run(environment)).toMatchObject({ exitCode: 0, stderr: "" });
  expect(scene.differences).toEqual([]);
}

function interrupted({ subject: { entity, action } }: Scene, known: string): string {
  const isUnclear = action === "create" && known.includes("unknown");
  const next = isUnclear ? "; if it exists by then, that deploy says how to take it over" : "";
  return `error: ${entity} (stack/entity): interrupted during the ${action}; ${known}\n  next: deploy again${next}\n`;
}

/** Starts a process that starts the applier, as Terraform does. The output of this process ends with the applier. */
function startByTerraform({ subject, emulator, stack }: Scene): Running {
  const script = `
    const { spawn } = require("node:child_process");
    spawn(process.execPath, process.argv.slice(1), { stdio: ["ignore", "pipe", "pipe", 1] }).stdout.resume();`;
  return start(process.execPath, ["-e", script, APPLIER, stack.command(subject.action)], {
    environment: accessTo(emulator),
  });
}
