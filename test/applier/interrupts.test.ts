import { once } from "node:events";
import { arrived, startByTerraform } from "./parent";
import { creates, inScene, type Subject, subjects, updates } from "./subjects";

const some = [...creates.slice(0, 1), ...updates.slice(0, 1)];
const signals = ["SIGINT", "SIGTERM"] as const;

describe.each(signals)("%s", (signal) => {
  test.each(subjects)(
    "during the $what ends it with a line that says what is unknown, and the next deploy heals",
    (subject) =>
      inScene(subject, async (scene) => {
        scene.fail({ hang: true, effect: true });
        const running = scene.start();
        await arrived(scene);
        running.process.kill(signal);

        expect(await running.ended).toEqual({
          exitCode: 1,
          stdout: "",
          stderr: interrupted(subject, "whether it took effect is unknown"),
        });
        expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
        expect(scene.differences).toEqual([]);
        expect(scene.emulator.records).toHaveLength(1);
      }),
  );

  test.each(some)("during a wait before the $what ends it with a line that says that nothing happened", (subject) =>
    inScene(subject, async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": "60" } });
      const running = scene.start();
      const waiting = "waiting 60 s: rate limited (attempt 2)\n";
      await running.said(waiting);
      running.process.kill(signal);

      expect(await running.ended).toEqual({
        exitCode: 1,
        stdout: waiting,
        stderr: interrupted(subject, "it did not take effect"),
      });
      expect(await scene.stack.notes()).toEqual({});
      await scene.restate({});
      expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.differences).toEqual([]);
    }),
  );

  test.each(some)("during a wait after an unclear $what says that its end is unknown", (subject) =>
    inScene(subject, async (scene) => {
      scene.fail({ status: 504, headers: { "Retry-After": "60" }, effect: true });
      const running = scene.start();
      await running.said("waiting 60 s: gateway time-out (attempt 2)");
      running.process.kill(signal);

      expect((await running.ended).stderr).toBe(interrupted(subject, "whether it took effect is unknown"));
      await scene.restate({});
      expect(await scene.run()).toMatchObject({ exitCode: 0, stderr: "" });
      expect(scene.differences).toEqual([]);
    }),
  );
});

test("an applier whose Terraform was killed stops waiting: its call would come between those of the next deploy", () =>
  inScene(
    subjects.find(({ what }) => what === "update of an experiment"),
    async (scene) => {
      scene.fail({ status: 429, headers: { "Retry-After": "600" } });
      const { terraform, applier } = startByTerraform(scene);
      await arrived(scene);
      terraform.kill("SIGKILL");

      await once(applier.resume(), "end");
      expect(scene.calls()).toEqual(["update"]);
      expect(Object.keys(await scene.stack.notes())).toEqual(["begun/thing.update.json"]);
    },
  ));

function interrupted({ thing, action }: Subject, known: string): string {
  return `error: ${thing} (stack/thing): interrupted during the ${action}; ${known}\n  next: deploy again\n`;
}
