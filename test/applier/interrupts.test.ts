import { once } from "node:events";
import { arrived, startByTerraform } from "./parent";
import { creates, inScene, type Scene, type Subject, subjects, updates } from "./subjects";

const some = [...creates.slice(0, 1), ...updates.slice(0, 1)];
const signals = ["SIGINT", "SIGTERM"] as const;

describe.each(signals)("%s", (signal) => {
  test.each(subjects)(
    "during the $what ends it with a line that says what is unknown, and how to continue, which works",
    (subject) =>
      inScene(subject, async (scene) => {
        scene.fail({ hang: true, effect: true });
        const running = scene.start();
        await arrived(scene);
        running.process.kill(signal);

        expect(await running.ended).toEqual({
          exitCode: 1,
          stdout: "",
          stderr: interrupted(subject, "whether it took effect is unknown", scene),
        });
        const environment = goingOn(subject);
        expect(await scene.run(environment)).toMatchObject({ exitCode: 0, stderr: "" });
        expect(scene.differences).toEqual([]);
        expect(scene.emulator.records).toHaveLength(1);
      }),
  );

  test.each(some)("during a wait before the $what ends it with a line that says that nothing happened", (subject) =>
    inScene(subject, async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": "60" } });
      const running = scene.start();
      await running.said("(attempt 2; gives up in 1,200 s)\n");
      running.process.kill(signal);

      expect(await running.ended).toEqual({
        exitCode: 1,
        stdout: expect.stringMatching(/^waiting 60 s for .*\n$/),
        stderr: interrupted(subject, "it did not take effect"),
      });
      expect(await scene.stack.journal()).toEqual({});
      await scene.restate({});
      expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.differences).toEqual([]);
    }),
  );

  test.each(some)("during a wait after an unclear $what says that its outcome is unknown", (subject) =>
    inScene(subject, async (scene) => {
      scene.fail({ status: 504, headers: { "Retry-After": "60" }, effect: true });
      const running = scene.start();
      await running.said(": answered with 504: Gateway Timeout (attempt 2; gives up in 1,200 s)");
      running.process.kill(signal);

      expect((await running.ended).stderr).toBe(interrupted(subject, "whether it took effect is unknown", scene));
      await scene.restate({});
      const environment = goingOn(subject);
      expect(await scene.run(environment)).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.differences).toEqual([]);
    }),
  );
});

test("an applier whose Terraform was killed stops waiting, because its call would interfere with those of the next deploy", () =>
  inScene(
    subjects.find(({ what }) => what === "update of an experiment"),
    async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": "600" } });
      const { terraform, applier } = startByTerraform(scene);
      await arrived(scene);
      terraform.kill("SIGKILL");

      await once(applier.resume(), "end");
      expect(scene.calls()).toEqual(["update"]);
      expect(await scene.stack.journal()).toMatchObject({ "entity.update.json": { calling: true } });
    },
  ));

/** What the line says to set for an entity that may exist by then. */
function goingOn({ action }: Subject): Record<string, string> {
  return action === "create" ? { SERVICE_ADOPT_EXISTING: "true" } : {};
}

function interrupted({ entity, action }: Subject, known: string, scene?: Scene): string {
  const next =
    scene === undefined || action !== "create"
      ? ""
      : `; if the entity exists by then, run \`SERVICE_ADOPT_EXISTING=true terraform -chdir='${scene.stack.folder}' apply\` to take it over`;
  return `error: ${entity} (stack/entity): interrupted during the ${action}; ${known}\n  next: deploy again${next}\n`;
}
