import { TerraformVariable } from "cdktf";
import { ExperimentationService, type ExperimentationServiceProps } from "../../lib";
import { type Deployment, deployment, unwrapped } from "../support/deployment";
import { anAssignmentSource, anExperiment, aService, makingService, resourceType, together } from "../support/samples";

const elsewhere = "http://127.0.0.1:1";

/** A service as an entity keeps it. */
const kept = (baseUrl?: string, apiKeyVariable = "SERVICE_API_KEY") => JSON.stringify({ apiKeyVariable, baseUrl });

const entities = (allocation = 50) => together(anExperiment({ allocation }), anAssignmentSource());
const at = (settings: ExperimentationServiceProps, allocation?: number) =>
  together(aService(settings), entities(allocation));

/** Expects that a plan is refused because of these differences. */
async function expectRefused({ exitCode, output }: Awaited<ReturnType<Deployment["plan"]>>, ...differences: string[]) {
  expect(exitCode).toBe(1);
  for (const difference of differences) expect(unwrapped(output)).toContain(`${difference}. Nothing was sent`);
}

test("a base URL that only the environment says, now or before, is not compared, but the key's variable is", () =>
  deployment(async (started) => {
    await started.deploy(at({}));
    expect(await started.plan(at({ baseUrl: elsewhere }))).toMatchObject({ isEmpty: true });
    await started.deploy(at({ baseUrl: started.emulator.baseUrl }, 60));
    expect(await started.plan(at({}, 60))).toMatchObject({ isEmpty: true });
    await expectRefused(
      await started.plan(at({ apiKeyVariable: "OTHER_KEY" }, 60)),
      `it was created as checkout_button at ${kept()}, not as checkout_button at ${kept(undefined, "OTHER_KEY")}`,
    );
  }));

test("a base URL from Terraform is compared where Terraform knows it, and is not shown", () =>
  deployment(async (started) => {
    const build = (value: string) =>
      makingService((stack) => {
        const variable = new TerraformVariable(stack, "place", { type: "string", default: value, sensitive: true });
        new ExperimentationService(stack, "service", { resourceType, baseUrl: variable.stringValue });
        entities()(stack);
      });
    await started.deploy(build(started.emulator.baseUrl));
    const plan = await started.plan(build(elsewhere));
    const other = "another service than the declared one";
    await expectRefused(plan, `it was created as another experiment, or at ${other}`, `it was created at ${other}`);
    expect(plan.output).not.toContain(elsewhere);
  }));
