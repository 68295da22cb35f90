import { TerraformVariable } from "cdktf";
import { Construct } from "constructs";
import {
  AssignmentSource,
  Experiment,
  ExperimentationService,
  type ExperimentationServiceProps,
  PromptVersion,
  Segment,
} from "../../lib";
import { deployment, unwrapped } from "../support/deployment";
import {
  anAssignmentSource,
  anExperiment,
  aService,
  type Build,
  experiment,
  makingService,
  oneOfEach,
  promptVersion,
  resourceType,
  segment,
  together,
} from "../support/samples";

const elsewhere = "http://127.0.0.1:1";

/** Every form that an entity takes in a state, each with a change of its own. */
const everyForm = (change = ""): Build =>
  together(oneOfEach, (stack) => {
    const model = new TerraformVariable(stack, "model", { type: "string", default: "small" }).stringValue;
    new Experiment(stack, "lacking", { ...experiment, id: "lacking", groups: undefined });
    new Experiment(stack, "placed", { ...experiment, id: `placed_${model}`, allocation: change === "" ? 1 : 2 });
    new Segment(stack, "adopted", { ...segment, id: "adopted", adopt: true });
    new AssignmentSource(stack, "patched", { name: "patched", description: `Exposures.${change}` });
    new PromptVersion(stack, "by-placed-content", { ...promptVersion, id: undefined, model });
  });

/** The entities of `everyForm`, as messages name them, and as which a record was created. */
const subjects: readonly (readonly [subject: string, as?: string])[] = [
  ['experiment "checkout_button" (stack/checkout)', "checkout_button"],
  ['experiment "lacking" (stack/lacking)', "lacking"],
  ["experiment (stack/placed)"],
  ['metric source "orders" (stack/orders)', "orders"],
  ['assignment source "exposures" (stack/exposures)'],
  ['assignment source "patched" (stack/patched)'],
  ['segment "beta_testers" (stack/beta)', "beta_testers"],
  ['segment "adopted" (stack/adopted)', "adopted"],
  ['ingestion source "Metrics/s3/revenue" (stack/revenue)', "Metrics/s3/revenue"],
  ['prompt version "support_bot/v1" (stack/support)', "support_bot/v1"],
  ["prompt version (stack/by-placed-content)"],
];

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

/** What differs in a refusal. */
function difference(before: string, present: string, identity?: string): string {
  const as = identity === undefined ? "" : ` as ${identity}`;
  return `it was created${as} at ${before}, not${as} at ${present}. Nothing was sent`;
}

/** A service as an entity keeps it. */
function kept(baseUrl: string, apiKeyVariable = "SERVICE_API_KEY"): string {
  return JSON.stringify({ apiKeyVariable, baseUrl });
}

test("an entity of every form is refused at another service while planning, whatever else changes, and nothing is sent", () =>
  deployment(async (started) => {
    const { address } = started.emulator;
    await started.deploy(together(aService({ baseUrl: address }), everyForm()));
    const calls = started.calls.length;
    const nested = (stack: Construct) => service(new Construct(stack, "nested"), "production", { baseUrl: elsewhere });
    const otherPlaces: readonly (readonly [Build, present: string])[] = [
      [ofService(nested, everyForm(" And a change.")), kept(elsewhere)],
      [
        together(aService({ baseUrl: address, apiKeyVariable: "OTHER_KEY" }), everyForm(".")),
        kept(address, "OTHER_KEY"),
      ],
    ];
    for (const [build, present] of otherPlaces) {
      const { exitCode, output } = await started.plan(build);
      expect(exitCode).toBe(1);
      for (const [subject, identity] of subjects) {
        expect(unwrapped(output)).toContain(`${subject}: ${difference(kept(address), present, identity)}`);
      }
    }
    expect(started.calls).toHaveLength(calls);
    const same = together(aService({ baseUrl: `${address.toUpperCase()}/` }), everyForm());
    expect(await started.plan(same)).toMatchObject({ isEmpty: true });
  }));

test("an address that only the environment says is not compared, but the key's variable is", () =>
  deployment(async (started) => {
    const at = (settings: ExperimentationServiceProps) =>
      together(aService(settings), anExperiment(), anAssignmentSource());
    for (const settings of [{}, { baseUrl: started.emulator.address }, {}]) await started.deploy(at(settings));
    expect(await started.plan(at({ baseUrl: elsewhere }))).toMatchObject({ isEmpty: true });
    const { exitCode, output } = await started.plan(at({ apiKeyVariable: "OTHER_KEY" }));
    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(
      'it was created at {"apiKeyVariable":"SERVICE_API_KEY"}, not at {"apiKeyVariable":"OTHER_KEY"}. Nothing was sent',
    );
  }));

test("an address from Terraform is compared where Terraform knows it, and is not shown", () =>
  deployment(async (started) => {
    const { address } = started.emulator;
    const build = (value: string, sensitive: boolean): Build =>
      ofService(
        (stack) => {
          const { stringValue } = new TerraformVariable(stack, "place", { type: "string", default: value, sensitive });
          service(stack, "service", { baseUrl: stringValue });
        },
        together(anExperiment(), anAssignmentSource()),
      );
    for (const sensitive of [false, true]) {
      await started.deploy(build(address, sensitive));
      const { exitCode, output } = await started.plan(build(elsewhere, sensitive));
      expect(exitCode).toBe(1);
      for (const what of ["as another experiment, or at", "at"]) {
        expect(unwrapped(output)).toContain(
          `it was created ${what} another service than the declared one. Nothing was sent`,
        );
      }
      expect(output).not.toContain(elsewhere);
    }
    expect(started.calls).toHaveLength(2);
  }));
