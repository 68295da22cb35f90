import { type Call, deployment, sorted, unwrapped } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  resourceType,
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

test("entities that could not be created because they exist are fixed by adopt", () =>
  deployment(async (service) => {
    for (const call of byHand) await service.callByHand(call);
    const { output } = await service.deploy(declared(), { expect: "failure" });
    const advice =
      "next: to take over what exists, set adopt: true, or run `SERVICE_ADOPT_EXISTING=true terraform -chdir=";
    for (const id of ["beta", "checkout", "orders", "revenue", "support"]) {
      expect(output).toMatch(new RegExp(`error: [\\w ]+ \\S+ \\(stack/${id}\\): ((?!next:).)*${advice}`));
    }

    expect(sorted((await service.deploy(declared(true))).calls)).toEqual(updates);
    expect(await service.plan(declared())).toMatchObject({ isEmpty: true });
  }));

test("an assignment source makes the same call whether it is adopted or not", () =>
  deployment(async (service) => {
    await service.deploy(anAssignmentSource({ adopt: true }));

    expect(service.calls).toMatchObject([{ operation: "POST /console/v1/experiments/assignment_source/exposures" }]);
    expect(await service.plan(anAssignmentSource())).toMatchObject({ isEmpty: true });
  }));

test("an entity that left the stack and comes back is not overwritten, but an error that advises to adopt it", () =>
  deployment(async (service) => {
    await service.deploy(together(aSegment(), anExperiment()));
    await service.deploy(aSegment());
    const { output } = await service.deploy(together(aSegment(), anExperiment({ allocation: 60 })), {
      expect: "failure",
    });
    expect(output).toContain(
      "Experiment checkout_button already exists; it was not created by this stack next: to take over what exists",
    );
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 50 });

    await service.deploy(together(aSegment(), anExperiment({ allocation: 60, adopt: true })));
    expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({ allocation: 60 });
  }));

test("adopting what does not exist is an error that says how to create it", () =>
  deployment(async (service) => {
    const { output } = await service.deploy(aMetricSource({ adopt: true }), { expect: "failure" });
    expect(output).toContain("/console/v1/metrics/metric_source/orders was answered with 404");
    expect(output).toContain(
      "next: the service does not have it: check its address and the construct's identity; to create it, remove adopt: true and run `terraform -chdir=",
    );

    service.synth(aMetricSource());
    const args = ["apply", "-auto-approve", `-replace=${resourceType}.metric_source_orders`];
    expect((await service.workspace.terraform(args)).exitCode).toBe(0);
    expect(service.emulator.record("metric_source", "orders")).toEqual(metricSource);
    expect(await service.plan(aMetricSource())).toMatchObject({ isEmpty: true });
  }));
