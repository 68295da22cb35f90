import { SharedAvailability } from "../../lib/applier/retry-budget";
import type { Fault } from "../../lib/emulator";
import { type Running, start } from "../support/process";
import { APPLIER } from "./applier";
import { creates, inScene, type Scene, type Subject, updates } from "./subjects";

const [create] = creates;
const [update] = updates;

const later: Fault = { status: 429, headers: { "Retry-After": "60" } };
const unclear: Fault = { status: 504, headers: { "Retry-After": "60" }, effect: true };

const hanging: Fault = { hang: true, effect: true };
const unknown = "whether it took effect is unknown";

test.concurrent.each<
  [NodeJS.Signals, when: string, Subject, Fault | undefined, waits: string | undefined, known: string]
>([
  ["SIGINT", "before its response", create, hanging, undefined, unknown],
  ["SIGTERM", "before its response", update, hanging, undefined, unknown],
  ["SIGTERM", "in a wait that all make", create, undefined, "the service asks all calls", "it did not take effect"],
  ["SIGTERM", "in a wait after 429", update, later, "(attempt 2; gives up in 1,", "it did not take effect"],
  ["SIGTERM", "in a wait after 504", create, unclear, "(attempt 2; gives up in 1,", unknown],
])("%s %s ends the call with a line that says what is known of it", (signal, _, subject, fault, waits, known) =>
  inScene(subject, async (scene) => {
    if (fault !== undefined) scene.fail(fault);
    else new SharedAvailability(scene.stack.file, scene.emulator.baseUrl, String(process.pid)).extendPause(600_000);
    const running = scene.start();
    await (waits === undefined ? scene.arrived() : running.said(waits));
    running.process.kill(signal);

    const { entity, action } = subject;
    const isUnclear = action === "create" && known.includes("unknown");
    const next = isUnclear ? "; if it exists by then, that deploy says how to adopt it" : "";
    const { exitCode, stderr } = await running.ended;
    expect([exitCode, stderr]).toEqual([
      1,
      `error: ${entity} (stack/entity): interrupted during the ${action}; ${known}\n  next: deploy again${next}\n  more: npx --no-install cdktf-experimentation explain interrupted\n`,
    ]);
    // the next synth removes what calls have found out
    await scene.restate({});
    const adopting = isUnclear ? { SERVICE_ADOPT_EXISTING: "true" } : undefined;
    expect(await scene.run(adopting)).toMatchObject({ exitCode: 0, stderr: "" });
    expect(scene.differences).toEqual([]);
  }),
);

test.concurrent("a create that is interrupted before it took effect leaves an earlier attempt unknown", () =>
  inScene(create, async (scene) => {
    scene.fail({ status: 500 });
    await scene.run();
    scene.fail(later);
    const running = scene.start();
    await running.said("(attempt 2; gives up in 1,");
    running.process.kill("SIGTERM");

    expect((await running.ended).stderr).toContain(
      "it did not take effect, and whether an earlier attempt did is unknown\n  next: deploy again; if it exists by then",
    );
  }));

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

/** Starts a process that starts the applier, as Terraform does. The output of this process ends with the applier. */
function startByTerraform({ subject, access, stack }: Scene): Running {
  const script = `
    const { spawn } = require("node:child_process");
    spawn(process.execPath, process.argv.slice(1), { stdio: ["ignore", "pipe", "pipe", 1] }).stdout.resume();`;
  return start(process.execPath, ["-e", script, APPLIER, stack.command(subject.action)], {
    environment: access,
  });
}
