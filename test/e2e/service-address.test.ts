import type { ExperimentationServiceProps } from "../../lib";
import { startEmulator } from "../../lib/emulator";
import { type Deployment, deployment, unwrapped } from "./deployment";
import { aMetricSource, aSegment, aService, type Build, together } from "./samples";

/** A stack with one entity in a service that has these settings. */
function at(settings: ExperimentationServiceProps): Build {
  return together(aService(settings), aMetricSource());
}

/** Runs a test on two services, the first of which a stack has been deployed to. */
function deployedTo(test: (first: string, second: string, service: Deployment) => Promise<void>): Promise<void> {
  return deployment(async (service) => {
    const other = await startEmulator({ key: service.emulator.key });
    try {
      const { address } = service.emulator;
      await service.deploy(at({ baseUrl: address }));
      await test(address, other.address, service);
      expect(other.calls).toEqual([]);
    } finally {
      await other.close();
    }
  });
}

const addressResource = "terraform_data.experimentation_service_service";

test("another address of the service is refused by the plan, which says where the entities are and what to do; another spelling is not", () =>
  deployedTo(async (first, second, service) => {
    const { exitCode, output } = await service.plan(at({ baseUrl: second }));

    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(
      `stack/service: its entities are at ${first}, not at ${second}. Nothing was sent. ` +
        `If it is the same service at a new address, give it movedFrom: "${first}"; another service belongs in another stack.`,
    );
    expect(service.calls).toHaveLength(1);
    const spelled = `HTTP://${new URL(first).host.toUpperCase()}/`;
    expect(await service.plan(at({ baseUrl: spelled }))).toMatchObject({ isEmpty: true });
  }));

test("a service that says where it has moved from keeps its entities without a call, and the state takes in where it is", () =>
  deployedTo(async (first, second, service) => {
    const moved = { baseUrl: second, movedFrom: `${first}/` };
    const { changes } = await service.plan(at(moved));
    expect(changes).toMatchObject([{ address: addressResource, actions: ["delete", "create"] }]);
    expect((await service.applyPlanned()).calls).toEqual([]);

    expect(await service.plan(at(moved))).toMatchObject({ isEmpty: true });
    expect(await service.plan(at({ baseUrl: second }))).toMatchObject({ isEmpty: true });
  }));

test("after a move, one more is refused, whatever movedFrom says, but can be followed, and back", () =>
  deployedTo(async (first, second, service) => {
    await service.deploy(at({ baseUrl: second, movedFrom: first }));
    for (const settings of [
      { baseUrl: "http://127.0.0.1:1", movedFrom: first },
      { baseUrl: "http://127.0.0.1:1" },
      { baseUrl: first },
    ]) {
      const { exitCode, output } = await service.plan(at(settings));
      expect(exitCode).toBe(1);
      expect(unwrapped(output)).toContain(`its entities are at ${second}, not at`);
    }

    await service.deploy(at({ baseUrl: first, movedFrom: second }));
    await service.deploy(at({ baseUrl: first }));
    await service.deploy(at({ baseUrl: second, movedFrom: first }));
    expect(await service.plan(at({ baseUrl: second }))).toMatchObject({ isEmpty: true });
    expect(service.calls).toHaveLength(1);
  }));

test("a service whose address is not in the code is not guarded", () =>
  deployedTo(async (_, second, service) => {
    expect((await service.plan(at({}))).changes).toMatchObject([{ address: addressResource, actions: ["delete"] }]);
    expect((await service.plan(at({ baseUrl: second }))).exitCode).toBe(1);
  }));

test("another address is refused as soon as one entity is there, though the deploy failed for another", () =>
  deployment(async (service) => {
    const both = (settings: ExperimentationServiceProps) => together(at(settings), aSegment());
    const { address } = service.emulator;
    service.emulator.fail({ match: { kind: "segment" }, status: 400, body: { message: "No." } });
    await service.deploy(both({ baseUrl: address }), { expect: "failure" });

    const { exitCode, output } = await service.plan(both({ baseUrl: "http://127.0.0.1:1" }));
    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(`its entities are at ${address}, not at http://127.0.0.1:1. Nothing was sent.`);
    expect((await service.deploy(both({ baseUrl: address }))).calls).toHaveLength(1);
  }));

test("an address at which nothing could be created can be corrected, also when the first entity is adopted", () =>
  deployment(async (service) => {
    const both = (settings: ExperimentationServiceProps) =>
      together(aService(settings), aSegment({ adopt: true }), aMetricSource());
    const wrong = both({ baseUrl: "http://127.0.0.1:1", retryBudgetSeconds: 0.1 });
    expect((await service.deploy(wrong, { expect: "failure" })).calls).toEqual([]);

    expect((await service.deploy(both({ baseUrl: service.emulator.address }))).calls).toHaveLength(1);
  }));
