import { TerraformVariable } from "cdktf";
import { Construct } from "constructs";
import { ExperimentationService, type ExperimentationServiceProps } from "../../lib";
import { deployment, unwrapped } from "../support/deployment";
import {
  anAssignmentSource,
  anExperiment,
  aService,
  type Build,
  makingService,
  resourceType,
  together,
} from "../support/samples";

const elsewhere = "http://127.0.0.1:1";

/** A stack whose service is made by the test. */
function ofService(make: (stack: Construct) => unknown, build: Build): Build {
  return makingService((stack) => {
    make(stack);
    build(stack);
  });
}

function service(scope: Construct, id: string, settings: ExperimentationServiceProps): ExperimentationService {
  return new ExperimentationService(scope, id, { resourceType, ...settings });
}

/** A service as an entity keeps it. */
const kept = (baseUrl: string, apiKeyVariable = "SERVICE_API_KEY") => JSON.stringify({ apiKeyVariable, baseUrl });

test("an entity is refused at another base URL or key variable while planning, whatever else changes", () =>
  deployment(async (started) => {
    const { baseUrl: address } = started.emulator;
    const entities = (allocation: number) => together(anExperiment({ allocation }), anAssignmentSource());
    await started.deploy(together(aService({ baseUrl: address }), entities(50)));
    const nested = (stack: Construct) => service(new Construct(stack, "nested"), "production", { baseUrl: elsewhere });
    const otherPlaces: readonly (readonly [Build, present: string])[] = [
      [ofService(nested, entities(60)), kept(elsewhere)],
      [together(aService({ baseUrl: address, apiKeyVariable: "OTHER_KEY" }), entities(60)), kept(address, "OTHER_KEY")],
    ];
    for (const [build, present] of otherPlaces) {
      const { exitCode, output } = await started.plan(build);
      expect(exitCode).toBe(1);
      for (const difference of [
        `(stack/checkout): it was created as checkout_button at ${kept(address)}, not as checkout_button at ${present}.`,
        `(stack/exposures): it was created at ${kept(address)}, not at ${present}.`,
      ]) {
        expect(unwrapped(output)).toContain(`${difference} Nothing was sent`);
      }
    }
    expect(
      await started.plan(together(aService({ baseUrl: `${address.toUpperCase()}/` }), entities(50))),
    ).toMatchObject({
      isEmpty: true,
    });
  }));

test("a base URL that only the environment says, now or before, is not compared, but the key's variable is", () =>
  deployment(async (started) => {
    const { baseUrl: address } = started.emulator;
    const at = (settings: ExperimentationServiceProps, ...more: Build[]) =>
      together(aService(settings), anExperiment(), ...more);
    await started.deploy(at({}));
    expect(await started.plan(at({ baseUrl: elsewhere }))).toMatchObject({ isEmpty: true });
    await started.deploy(at({ baseUrl: address }, anAssignmentSource()));
    expect(await started.plan(at({}, anAssignmentSource()))).toMatchObject({ isEmpty: true });
    const { exitCode, output } = await started.plan(at({ apiKeyVariable: "OTHER_KEY" }));
    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(
      'it was created as checkout_button at {"apiKeyVariable":"SERVICE_API_KEY"}, not as checkout_button at {"apiKeyVariable":"OTHER_KEY"}. Nothing was sent',
    );
  }));

test("a base URL from Terraform is compared where Terraform knows it, and is not shown", () =>
  deployment(async (started) => {
    const build = (value: string): Build =>
      ofService(
        (stack) => {
          const variable = new TerraformVariable(stack, "place", { type: "string", default: value, sensitive: true });
          service(stack, "service", { baseUrl: variable.stringValue });
        },
        together(anExperiment(), anAssignmentSource()),
      );
    await started.deploy(build(started.emulator.baseUrl));
    const { exitCode, output } = await started.plan(build(elsewhere));
    expect(exitCode).toBe(1);
    for (const what of ["as another experiment, or at", "at"]) {
      expect(unwrapped(output)).toContain(
        `it was created ${what} another service than the declared one. Nothing was sent`,
      );
    }
    expect(output).not.toContain(elsewhere);
  }));
