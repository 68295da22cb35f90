import { TerraformVariable } from "cdktf";
import { ExperimentationService, type ExperimentationServiceProps } from "../../lib";
import { type Call, deployment, operations, sorted, unwrapped } from "./deployment";
import { ADOPT } from "./killing";
import {
  aMetricSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  oneOfEach,
  promptVersion,
  segment,
  together,
  without,
} from "./samples";

/** What somebody made by hand: one entity of each kind that can exist before its create. */
const byHand: readonly Call[] = [
  { operation: "POST /console/v1/experiments", body: { ...experiment, allocation: 1, tags: ["by hand"] } },
  { operation: "POST /console/v1/metrics/metric_source", body: { ...metricSource, sql: "select 0" } },
  { operation: "POST /console/v1/ingestion", body: { ...ingestionSource, enabled: false } },
  { operation: "POST /console/v1/segments", body: { ...segment, description: "By hand." } },
  {
    operation: "POST /console/v1/prompts/support_bot/versions",
    body: { ...without(promptVersion, "promptID"), temperature: 1 },
  },
];

/** The same entities in code. */
const declared = (adopt?: boolean): Build =>
  together(
    ...[anExperiment, aMetricSource, anIngestionSource, aSegment, aPromptVersion].map((build) => build({ adopt })),
  );

/** What adopting them sends: nothing where there is no update. */
const updates: readonly Call[] = [
  { operation: "PATCH /console/v1/ingestion", body: ingestionSource },
  { operation: "POST /console/v1/experiments/checkout_button", body: without(experiment, "id") },
  { operation: "POST /console/v1/metrics/metric_source/orders", body: metricSource },
];

test("entities that exist are adopted by one update each, or by no call and guarded, and are then like any others", () =>
  deployment(async (service) => {
    for (const call of byHand) await service.callByHand(call);
    expect(sorted((await service.deploy(declared(true))).calls)).toEqual(updates);
    expect(await service.plan(declared(true))).toMatchObject({ isEmpty: true });
    expect(await service.plan(declared())).toMatchObject({ isEmpty: true });

    const { output, exitCode } = await service.plan(
      together(aSegment({ description: "Others." }), aPromptVersion({ temperature: 0.7 })),
    );
    expect(exitCode).toBe(1);
    for (const refusal of [
      'segment "beta_testers" (stack/beta): description changed, but the service has no update for a segment.',
      'prompt version "support_bot/v1" (stack/support): temperature changed, but the service has no update',
    ]) {
      expect(unwrapped(output)).toContain(refusal);
    }
  }));

test("the recipe for another type of resource takes over everything on a fresh runner, and makes no second ingestion source", () =>
  deployment(async (service) => {
    const onType =
      (type: ExperimentationServiceProps["resourceType"]): Build =>
      (stack) => {
        new ExperimentationService(stack, "service", { resourceType: type });
        oneOfEach(stack);
      };
    await service.workspace.deploy(onType("null_resource"));
    const { workspace } = await service.onAnotherRunner();
    const before = service.calls.length;
    await workspace.deploy(onType("terraform_data"), ADOPT);

    // a service without a unique key would make a second one of any create
    expect(operations(service.calls.slice(before))).not.toContain("POST /console/v1/ingestion");
    expect(service.emulator.records).toHaveLength(6);
    expect(await workspace.plan()).toMatchObject({ isEmpty: true });
  }));

test("of two constructs whose identities turn out to be one, the second is refused as what exists", () =>
  deployment(async (service) => {
    const { output } = await service.deploy(
      (stack) => {
        for (const id of ["one", "other"]) {
          const value = new TerraformVariable(stack, id, { type: "string", default: "same" }).stringValue;
          anExperiment({ id: value }, `of-${id}`)(stack);
        }
      },
      { expect: "failure" },
    );

    expect(operations(service.calls)).toEqual(["POST /console/v1/experiments", "POST /console/v1/experiments"]);
    expect(output).toContain("already exists; nothing here proves that this stack created it");
    expect(service.emulator.records).toHaveLength(1);
  }));
