import { HttpBackend } from "cdktf";
import { StateServer } from "../neighbours/state-server";
import type { RunResult } from "../support/child-process";
import { type Deployment, deployment, unwrapped } from "./deployment";
import { ADOPT, applyUntil, type Order, PARALLELISM } from "./killing";
import { differences, manyEntities, stackOf, withSecret } from "./many-entities";
import { type Build, together } from "./samples";

const entities = manyEntities(6);
/** With time for the answers of a busy machine; those that never come are waited for no longer. */
const build = stackOf(entities, { attemptTimeoutSeconds: 4 });

test.concurrent.each<[string, Order]>([
  ["terraform is killed", "terraform SIGKILL"],
  ["an applier is killed", "applier SIGKILL"],
  ["terraform is interrupted", "terraform SIGINT"],
  ["terraform is terminated", "terraform SIGTERM"],
  ["everything is interrupted", "all SIGINT"],
  ["everything is terminated", "all SIGTERM"],
  ["everything is killed", "all SIGKILL"],
])("where %s with creates under way, one command completes it", (_, order) =>
  deployment(async (service) => {
    const { emulator } = service;
    emulator.fail({ hang: true, effect: true, times: PARALLELISM });
    service.synth(build);
    const hasBegun = () => emulator.calls.filter(({ body }) => body !== undefined).length === PARALLELISM;
    expect((await applyUntil(service, order, hasBegun)).exitCode).not.toBe(0);

    await service.deploy(build, ADOPT);
    expect(differences(emulator, entities)).toEqual([]);
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }, withSecret),
);

test.concurrent("an applier that is interrupted says what is unknown, and Terraform shows it", () =>
  deployment(async (service) => {
    const { output } = await killed(service, build, "applier SIGTERM");

    expect(unwrapped(output)).toMatch(
      /error: [a-z ]+ \S+( \d)? \(stack\/\w+-\d+\): interrupted during the (create|upsert); whether it took effect is unknown next: deploy again/,
    );
  }, withSecret));

test.concurrent("a lock that a killed Terraform leaves is removed by force-unlock, and the next deploy completes it", () =>
  deployment(async (service) => {
    const backend = await StateServer.start();
    const { address } = backend;
    const remote = together(build, (stack) => {
      stack.node.tryRemoveChild("backend");
      new HttpBackend(stack, {
        address,
        lockAddress: address,
        unlockAddress: address,
        lockMethod: "LOCK",
        unlockMethod: "UNLOCK",
      });
    });
    await killed(service, remote, "terraform SIGKILL");
    const { output } = await service.deploy(remote, { expect: "failure" });
    const [, id = ""] = /Error acquiring the state lock.* ID: (\S+)/.exec(output) ?? [];
    expect(id).not.toBe("");

    expect(await service.workspace.terraform(["force-unlock", "-force", id])).toMatchObject({ exitCode: 0 });
    await service.deploy(remote, ADOPT);
    expect(differences(service.emulator, entities)).toEqual([]);
    backend.stop();
  }, withSecret));

/** Deploys until some entities are created and the other calls hang, then kills. */
async function killed(service: Deployment, stack: Build, order: Order): Promise<RunResult> {
  const { emulator } = service;
  emulator.fail({ times: 2 });
  emulator.fail({ hang: true, effect: true, times: 2 });
  emulator.fail({ hang: true, times: PARALLELISM - 2 });
  service.synth(stack);
  return applyUntil(
    service,
    order,
    () => emulator.calls.filter(({ body }) => body !== undefined).length === 2 + PARALLELISM,
  );
}
