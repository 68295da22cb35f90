import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpBackend } from "cdktf";
import type { RunResult } from "../support/child-process";
import { accessTo, type Deployment, deployment, unwrapped } from "./deployment";
import { applyUntil, type Order, PARALLELISM } from "./killing";
import { differences, manyThings, secret, stackOf } from "./many-things";
import { anExperiment, type Build, together } from "./samples";

const things = manyThings(12);
/** With time for the answers of a busy machine; those that never come are waited for no longer. */
const build = stackOf(things, { attemptTimeoutSeconds: 4 });

describe("a deploy in whose middle", () => {
  test.each<[string, Order]>([
    ["terraform is killed", "terraform SIGKILL"],
    ["an applier is killed", "applier SIGKILL"],
    ["terraform is interrupted", "terraform SIGINT"],
    ["terraform is terminated", "terraform SIGTERM"],
    ["everything is interrupted", "all SIGINT"],
    ["everything is terminated", "all SIGTERM"],
    ["everything is killed", "all SIGKILL"],
  ])("%s is made good by the next", (_, order) =>
    killable(async (service) => {
      const { exitCode } = await killed(service, build, order);
      expect(exitCode).not.toBe(0);

      await service.deploy(build);
      expect(differences(service.emulator, things)).toEqual([]);
      expect((await service.deploy(build)).calls).toEqual([]);
      expect(await service.plan(build)).toMatchObject({ isEmpty: true });
    }),
  );

  test("terraform is killed is made good after plans that look at it", () =>
    killable(async (service) => {
      await killed(service, build, "terraform SIGKILL");
      for (let times = 0; times < 3; times++) expect((await service.plan(build)).exitCode).toBe(2);

      await service.deploy(build);
      expect(differences(service.emulator, things)).toEqual([]);
    }));

  test("terraform is killed, is made good by the next with the content that is declared then", () =>
    killable(async (service) => {
      await killed(service, together(build, anExperiment({ allocation: 10 })), "terraform SIGKILL");
      await service.deploy(together(build, anExperiment({ allocation: 90 })));

      expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 90 });
    }));

  test("terraform is killed is not made good elsewhere: what exists may be others' there, and is to be adopted", () =>
    killable(async (service) => {
      // a state, so that there is one to go on with
      await service.deploy(() => {});
      const { emulator } = service;
      emulator.fail({ hang: true, effect: true });
      service.synth(anExperiment());
      await applyUntil(service, "terraform SIGKILL", () => emulator.records.length === 1);
      const elsewhere = await service.onAnotherRunner();

      expect((await elsewhere.deploy(anExperiment({ allocation: 60 }), { expect: "failure" })).output).toContain(
        "Experiment checkout_button already exists. next: to take over what exists, set adopt: true on the construct",
      );
      expect(emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 50 });

      await elsewhere.deploy(anExperiment({ allocation: 60, adopt: true }));
      expect(emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 60 });
    }));
});

test("an applier that is interrupted says what is unknown, and Terraform shows it", () =>
  killable(async (service) => {
    const { output } = await killed(service, build, "applier SIGTERM");

    expect(unwrapped(output)).toMatch(
      /error: [a-z ]+ \S+( \d)? \(stack\/\w+-\d+\): interrupted during the (create|put); whether it took effect is unknown next: deploy again/,
    );
  }));

test("a lock that a killed Terraform leaves is removed by force-unlock, and the next deploy makes it good", () =>
  killable(async (service) => {
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
    await service.deploy(remote);
    expect(differences(service.emulator, things)).toEqual([]);
    await backend.close();
  }));

/** Runs a test whose appliers obey orders. */
function killable(test: (service: Deployment) => Promise<void>): Promise<void> {
  return deployment(test, {
    environment: (emulator) => ({ ...accessTo(emulator), [secret.variable]: secret.value }),
  });
}

/** Deploys until some things are made and the rest hangs, and kills then. */
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
