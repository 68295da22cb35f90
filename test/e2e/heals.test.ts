import { deployment } from "../support/deployment";
import { anExperiment } from "../support/samples";

test("an update that fails is made by the next deploy", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment({ allocation: 10 }));
    service.emulator.fail({ status: 422, body: { message: "the quota is used up" } });
    const { output } = await service.deploy(anExperiment({ allocation: 20 }), { expect: "failure" });
    expect(output).toContain("the quota is used up");

    await service.deploy(anExperiment({ allocation: 20 }));
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 20 });
  }));
