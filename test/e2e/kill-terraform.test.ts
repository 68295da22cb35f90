import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpBackend } from "cdktf";
import type { RunResult } from "../support/child-process";
import { type Deployment, deployment, unwrapped } from "./deployment";
import { applyUntil, type Order, PARALLELISM } from "./killing";
import { differences, manyEntities, stackOf, withSecret } from "./many-entities";
import type { Build } from "./samples";

const entities = manyEntities(12);
/** With time for the answers of a busy machine; those that never come are waited for no longer. */
const build = stackOf(entities, { attemptTimeoutSeconds: 4 });

test.concurrent("an applier that is interrupted says what is unknown, and Terraform shows it", () =>
  deployment(async (service) => {
    const { output } = await killed(service, build, "applier SIGTERM");

    expect(unwrapped(output)).toMatch(
      /error: [a-z ]+ \S+( \d)? \(stack\/\w+-\d+\): interrupted during the (create|put); whether it took effect is unknown next: deploy again/,
    );
  }, withSecret));

test.concurrent("a lock that a killed Terraform leaves is removed by force-unlock, and the next deploy completes it", () =>
  deployment(async (service) => {
    const backend = await startBackend();
    const remote: Build = (stack) => {
      stack.node.tryRemoveChild("backend");
      new HttpBackend(stack, {
        address: backend.address,
        lockAddress: backend.address,
        unlockAddress: backend.address,
        lockMethod: "LOCK",
        unlockMethod: "UNLOCK",
      });
      build(stack);
    };
    await killed(service, remote, "terraform SIGKILL");
    const { output } = await service.deploy(remote, { expect: "failure" });
    const [, id = ""] = /Error acquiring the state lock.* ID: (\S+)/.exec(output) ?? [];
    expect(id).not.toBe("");

    expect(await service.workspace.terraform(["force-unlock", "-force", id])).toMatchObject({ exitCode: 0 });
    await service.deploy(remote, { environment: { SERVICE_ADOPT_EXISTING: "true" } });
    expect(differences(service.emulator, entities)).toEqual([]);
    await backend.close();
  }, withSecret));

/** Deploys until some entities are created and the other calls hang, then kills. */
async function killed(service: Deployment, stack: Build, order: Order): Promise<RunResult> {
  const { emulator } = service;
  emulator.fail({ times: 4 });
  emulator.fail({ hang: true, effect: true, times: 2 });
  emulator.fail({ hang: true, times: PARALLELISM - 2 });
  service.synth(stack);
  return applyUntil(
    service,
    order,
    () => emulator.calls.filter(({ body }) => body !== undefined).length === 4 + PARALLELISM,
  );
}

/** A place for a state, with a lock, that outlives Terraform. */
async function startBackend(): Promise<{ readonly address: string; close(): Promise<void> }> {
  let state: Buffer | undefined;
  let lock: Buffer | undefined;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const answer = (status: number, content?: Buffer) => response.writeHead(status).end(content);
    switch (request.method) {
      case "GET":
        return answer(state === undefined ? 404 : 200, state);
      case "POST":
        state = body;
        return answer(200);
      case "LOCK":
        if (lock !== undefined) return answer(423, lock);
        lock = body;
        return answer(200);
      default:
        lock = undefined;
        return answer(200);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
