import { type Call, type Deployment, deployment, unwrapped } from "./deployment";
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

/** Creates an entity in the service, as if by hand. */
async function makeByHand({ emulator }: Deployment, { operation, body }: Call): Promise<void> {
  const [method = "", path = ""] = operation.split(" ");
  const headers = { "content-type": "application/json", "service-api-key": emulator.key };
  const { status } = await fetch(`${emulator.address}${path}`, { method, headers, body: JSON.stringify(body) });
  expect(status).toBe(201);
}

interface Row {
  readonly what: string;
  readonly byHand: Call;
  readonly build: (props: { readonly adopt?: boolean }) => Build;
}

const byHand = {
  experiment: { operation: "POST /console/v1/experiments", body: { ...experiment, allocation: 1, tags: ["by hand"] } },
  metricSource: { operation: "POST /console/v1/metrics/metric_source", body: { ...metricSource, sql: "select 0" } },
  ingestionSource: { operation: "POST /console/v1/ingestion", body: { ...ingestionSource, enabled: false } },
  segment: { operation: "POST /console/v1/segments", body: { ...segment, description: "By hand." } },
  promptVersion: {
    operation: "POST /console/v1/prompts/support_bot/versions",
    body: { ...without(promptVersion, "promptID"), temperature: 1 },
  },
} as const;

const updatable: readonly (Row & { readonly update: Call })[] = [
  {
    what: "an experiment",
    byHand: byHand.experiment,
    build: anExperiment,
    update: { operation: "POST /console/v1/experiments/checkout_button", body: without(experiment, "id") },
  },
  {
    what: "a metric source",
    byHand: byHand.metricSource,
    build: aMetricSource,
    update: { operation: "POST /console/v1/metrics/metric_source/orders", body: metricSource },
  },
  {
    what: "an ingestion source",
    byHand: byHand.ingestionSource,
    build: anIngestionSource,
    update: { operation: "PATCH /console/v1/ingestion", body: ingestionSource },
  },
];

test.each(updatable)(
  "$what that exists is adopted by one update to what is declared, and is then like any other",
  (row) =>
    deployment(async (service) => {
      await makeByHand(service, row.byHand);
      expect((await service.deploy(row.build({ adopt: true }))).calls).toEqual([row.update]);
      expect(await service.plan(row.build({ adopt: true }))).toMatchObject({ isEmpty: true });

      expect(await service.plan(row.build({}))).toMatchObject({ isEmpty: true });
      expect((await service.deploy(row.build({}))).calls).toEqual([]);
      expect(await service.plan(row.build({ adopt: true }))).toMatchObject({ isEmpty: true });
    }),
);

const recorded: readonly (Row & { readonly changed: Build; readonly refusal: string })[] = [
  {
    what: "a segment",
    byHand: byHand.segment,
    build: aSegment,
    changed: aSegment({ description: "Others." }),
    refusal: 'segment "beta_testers" (stack/beta): description changed, but the service has no update for a segment.',
  },
  {
    what: "a prompt version",
    byHand: byHand.promptVersion,
    build: aPromptVersion,
    changed: aPromptVersion({ temperature: 0.7 }),
    refusal: 'prompt version "support_bot/v1" (stack/support): temperature changed, but the service has no update',
  },
];

test.each(recorded)("$what that exists is adopted by no call, and guarded from then on", (row) =>
  deployment(async (service) => {
    await makeByHand(service, row.byHand);
    expect((await service.deploy(row.build({ adopt: true }))).calls).toEqual([]);
    expect(await service.plan(row.build({}))).toMatchObject({ isEmpty: true });

    const { output, exitCode } = await service.plan(row.changed);
    expect(exitCode).toBe(1);
    expect(unwrapped(output)).toContain(row.refusal);
  }),
);

test("an assignment source makes the same call whether it is adopted or not", () =>
  deployment(async (service) => {
    await service.deploy(anAssignmentSource({ adopt: true }));

    expect(service.calls).toMatchObject([{ operation: "POST /console/v1/experiments/assignment_source/exposures" }]);
    expect(await service.plan(anAssignmentSource())).toMatchObject({ isEmpty: true });
  }));

const advice = "next: to take over what exists, set adopt: true, or run `SERVICE_ADOPT_EXISTING=true terraform -chdir=";

const refusals = [
  { says: "409", fault: { status: 409 } },
  {
    says: "400: Experiment name already in use",
    fault: { status: 400, body: { message: "Experiment name already in use." } },
  },
  {
    says: "400: Invalid",
    fault: {
      status: 400,
      body: { message: "Invalid.", errors: [{ property: "id", errorMessage: "This id already exists" }] },
    },
  },
  { says: "400: Duplicate key", fault: { status: 400, body: { error: "Duplicate key" } } },
];

test.each(refusals)("a create that is answered with $says fails with the advice to adopt", ({ says, fault }) =>
  deployment(async (service) => {
    service.emulator.fail(fault);
    const { output } = await service.deploy(anExperiment(), { expect: "failure" });

    expect(output).toContain(`/console/v1/experiments was answered with ${says}`);
    expect(output).toContain(advice);
  }),
);

test("a 400 that says something else does not advise to adopt", () =>
  deployment(async (service) => {
    service.emulator.fail({ status: 400, body: { message: "The layer does not exist." } });
    const { output } = await service.deploy(anExperiment(), { expect: "failure" });

    expect(output).toContain("was answered with 400: The layer does not exist next: correct the props");
    expect(output).not.toContain("adopt");
  }));

test.each(updatable)("$what that could not be created because it exists is fixed by adopt", (row) =>
  deployment(async (service) => {
    await makeByHand(service, row.byHand);
    expect((await service.deploy(row.build({}), { expect: "failure" })).output).toContain(advice);

    expect((await service.deploy(row.build({ adopt: true }))).calls).toEqual([row.update]);
    expect(await service.plan(row.build({}))).toMatchObject({ isEmpty: true });
  }),
);

test.each(recorded)("$what that could not be created because it exists is fixed by adopt, without a call", (row) =>
  deployment(async (service) => {
    await makeByHand(service, row.byHand);
    expect((await service.deploy(row.build({}), { expect: "failure" })).output).toContain(advice);

    expect((await service.deploy(row.build({ adopt: true }))).calls).toEqual([]);
    expect(await service.plan(row.build({}))).toMatchObject({ isEmpty: true });
  }),
);

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
