import { TerraformResource, type TerraformStack, TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, fromEnvironment, MetricSource, PromptVersion, Segment } from "../../lib";
import { type Deployment, deployment } from "./deployment";
import { planned, reviewed, reviewedAndDeployed, reviewOfPlan } from "./reviewed";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  aPromptVersion,
  aSegment,
  aService,
  type Build,
  experiment,
  metricSource,
  oneOfEach,
  promptVersion,
  resourceType,
  segment,
  together,
} from "./samples";
import { setVariables } from "./terraform-values";

const [control, green] = experiment.groups as [object, object];

const update = "/console/v1/experiments/checkout_button";

/** A resource of the user, which is replaced when its number changes. */
class UserResource extends TerraformResource {
  constructor(
    stack: TerraformStack,
    private readonly number: number,
    name = "made_by_the_user",
  ) {
    super(stack, name, { terraformResourceType: "terraform_data" });
    this.overrideLogicalId(name);
  }

  /** Not known before the resource is made. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes() {
    return { triggers_replace: { id: `${this.number}` } };
  }
}

/** The changed fields of the one entity that changes. */
async function fieldsOf(service: Deployment, build: Build) {
  const { changes } = await reviewedAndDeployed(service, build);
  expect(changes).toHaveLength(1);
  return changes[0]?.fields;
}

test("a first deploy is shown as one create for each entity, with all that is declared", () =>
  deployment(async (service) => {
    const { changes, calls, remarks, leastSeconds } = await reviewedAndDeployed(service, oneOfEach);

    expect(changes.map(({ action, kind, name, construct }) => [action, kind, name, construct])).toEqual([
      ["create", "segment", "beta_testers", "stack/beta"],
      ["create", "experiment", "checkout_button", "stack/checkout"],
      ["create", "assignment_source", "exposures", "stack/exposures"],
      ["create", "metric_source", "orders", "stack/orders"],
      ["create", "ingestion_source", "Metrics/s3/revenue", "stack/revenue"],
      ["create", "prompt_version", "support_bot/v1", "stack/support"],
    ]);
    expect(changes.find(({ kind }) => kind === "metric_source")?.fields).toEqual([
      { path: "name", after: "orders" },
      { path: "sql", after: metricSource.sql },
      { path: "timestampColumn", after: "paid_at" },
      { path: "idTypeMapping", after: metricSource.idTypeMapping },
      { path: "tags", after: ["checkout"] },
    ]);
    expect({ calls, remarks, leastSeconds }).toEqual({ calls: 6, remarks: [], leastSeconds: 0 });
  }));

test("a plan with no change lists no change", () =>
  deployment(async (service) => {
    await service.deploy(oneOfEach);

    expect(await reviewedAndDeployed(service, oneOfEach)).toMatchObject({ calls: 0, changes: [], remarks: [] });
  }));

test("changes are shown down to the smallest value, typed as the interface has them", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment());

    expect(
      await fieldsOf(service, anExperiment({ allocation: 70, targetingGateID: "gate", description: "null" })),
    ).toEqual([
      { path: "description", before: "The colour of the button.", after: "null" },
      { path: "allocation", before: 50, after: 70 },
      { path: "targetingGateID", before: null, after: "gate" },
    ]);
    const groups = [control, { ...green, size: 30, parameterValues: { colour: "lime", "rounded corners": true } }];
    expect(
      await fieldsOf(service, anExperiment({ allocation: 70, targetingGateID: "gate", description: "null", groups })),
    ).toEqual([
      { path: "groups[1].parameterValues.colour", before: "green", after: "lime" },
      { path: 'groups[1].parameterValues["rounded corners"]', after: true },
      { path: "groups[1].size", before: 50, after: 30 },
    ]);
    expect(await fieldsOf(service, anExperiment({ groups, tags: [] }))).toEqual([
      { path: "description", before: "null", after: "The colour of the button." },
      { path: "allocation", before: 70, after: 50 },
      { path: "tags", after: [] },
      { path: "targetingGateID", before: "gate", after: null },
    ]);
  }));

test("elements of lists are matched by their names: inserted, removed and in another order", () =>
  deployment(async (service) => {
    const red = { id: "red", name: "Red", size: 0 };
    await service.deploy(anExperiment({ tags: ["one", "two", "three"] }));

    expect(
      await fieldsOf(service, anExperiment({ groups: [red, control, green], tags: ["one", "three", "four"] })),
    ).toEqual([
      { path: "groups[0]", after: red },
      { path: "tags[1]", before: "two" },
      { path: "tags[2]", after: "four" },
    ]);
    expect(await fieldsOf(service, anExperiment({ groups: [green, control], tags: ["one", "three", "four"] }))).toEqual(
      [
        { path: "groups", before: [red, control, green], after: [green, control] },
        { path: "groups[0]", before: red },
      ],
    );
  }));

test("a text too long for a plan is given whole where it is declared, and by its digest where it was", () =>
  deployment(async (service) => {
    const [first, second] = ["select 1 -- ".padEnd(40_000, "x"), "select 2 -- ".padEnd(40_000, "y")] as const;
    expect((await reviewedAndDeployed(service, aMetricSource({ sql: first }))).changes[0]?.fields).toContainEqual({
      path: "sql",
      after: first,
    });

    expect(await fieldsOf(service, aMetricSource({ sql: second }))).toEqual([
      { path: "sql", before: expect.stringMatching(/^sha256 [0-9a-f]{64} of 40,000 characters$/), after: second },
    ]);
    expect(await fieldsOf(service, aMetricSource({ sql: "select 3" }))).toMatchObject([{ after: "select 3" }]);
  }));

test("a long text that stays is no change, also when another text or field changes", () =>
  deployment(async (service) => {
    const sql = "select 1 -- ".padEnd(40_000, "x");
    await service.deploy(aMetricSource({ sql, description: "one" }));

    expect(await fieldsOf(service, aMetricSource({ sql, description: "two" }))).toEqual([
      { path: "description", before: "one", after: "two" },
    ]);
  }));

test("an experiment that gains what its update requires is shown as an update with only that", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment({ hypothesis: undefined }));

    expect(await fieldsOf(service, anExperiment())).toEqual([{ path: "hypothesis", after: "Green sells more." }]);
  }));

test("groups too many for a plan are shown as changed, without an invented risk", () =>
  deployment(async (service) => {
    const many = (size: number) =>
      Array.from({ length: 400 }, (_, index) => ({ id: `group_${index}`, size, description: "d".repeat(100) }));
    await service.deploy(anExperiment({ groups: many(1) }));

    const { changes, remarks } = await reviewedAndDeployed(service, anExperiment({ groups: many(2) }));
    expect(changes).toMatchObject([{ fields: [{ path: "groups", after: many(2) }], risks: [] }]);
    expect(remarks).toContainEqual(
      expect.stringContaining("experiment checkout_button: the plan does not show groups"),
    );
  }));

test("a secret is shown by its variable, and one that stands in the code is not shown", () =>
  deployment(
    async (service) => {
      const withToken = (value: string) =>
        aPromptVersion({ id: undefined, auth_workflow_headers: [{ name: "x", value }] });
      await service.deploy(withToken(`Bearer ${fromEnvironment("FIRST")}`));

      expect(await fieldsOf(service, withToken(`Bearer ${fromEnvironment("SECOND")}`))).toContainEqual({
        path: "auth_workflow_headers[0].value",
        before: "Bearer (environment variable FIRST)",
        after: "Bearer (environment variable SECOND)",
      });
      const { changes } = await reviewedAndDeployed(service, withToken("in the code"));
      expect(changes[0]?.fields).toContainEqual({
        path: "auth_workflow_headers[0].value",
        before: "Bearer (environment variable SECOND)",
        sensitive: true,
      });
      expect(JSON.stringify(changes)).not.toMatch(/in the code|not-to-be-seen/);
    },
    {
      environment: ({ address, key }) => ({
        SERVICE_BASE_URL: address,
        SERVICE_API_KEY: key,
        FIRST: "not-to-be-seen-1",
        SECOND: "not-to-be-seen-2",
      }),
    },
  ));

test("a sensitive value is not shown, and is shown as changed only where it is", () =>
  deployment(async (service) => {
    const build =
      (allocation: number): Build =>
      (stack) => {
        const team = new TerraformVariable(stack, "team", { type: "string", sensitive: true }).stringValue;
        aService()(stack);
        new Experiment(stack, "checkout", { ...experiment, description: `of ${team}`, allocation });
      };
    service.synth(build(50));
    setVariables(service, { team: "hidden-one" });
    await service.deploy(build(50));

    expect(await fieldsOf(service, build(60))).toEqual([{ path: "allocation", before: 50, after: 60 }]);
    setVariables(service, { team: "hidden-two" });
    const review = await reviewed(service, build(60));
    expect(review.changes[0]?.fields).toEqual([{ path: "description", sensitive: true }]);
    expect(JSON.stringify(review)).not.toContain("hidden-");
  }));

test("what is known only after the deploy is shown as such, with all that the code says about it", () =>
  deployment(async (service) => {
    const build = (size: number): Build =>
      together(aService(), (stack) => {
        const made = new UserResource(stack, size);
        const groups = [
          { ...control, description: made.id },
          { ...green, size },
        ];
        new Experiment(stack, "checkout", { ...experiment, hypothesis: made.id, groups });
      });
    await service.deploy(build(50));

    const { changes, remarks, applied } = await reviewedAndDeployed(service, build(40));
    expect(changes).toMatchObject([
      {
        action: "update",
        fields: [
          { path: "hypothesis", before: expect.any(String), unknown: true },
          { path: "groups[0].description", before: expect.any(String), unknown: true },
          { path: "groups[1].size", before: 50, after: 40 },
        ],
        risks: [{ name: "running-groups" }],
      },
    ]);
    expect(remarks).toContainEqual(expect.stringContaining("also changes 1 other resource,"));
    expect(applied.exitCode).toBe(0);
  }));

test("adopt is shown as an update of what is there, or as no call", () =>
  deployment(async (service) => {
    const { address, key } = service.emulator;
    const create = (path: string, body: object) =>
      fetch(`${address}/console/v1/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "service-api-key": key },
        body: JSON.stringify(body),
      });
    await create("experiments", experiment);
    await create("segments", segment);
    const review = await reviewed(service, together(anExperiment({ adopt: true }), aSegment({ adopt: true })));

    expect(review.changes).toMatchObject([
      {
        action: "adopt",
        name: "beta_testers",
        calls: [],
        fields: expect.arrayContaining([{ path: "type", after: "rule_based" }]),
      },
      { action: "adopt", name: "checkout_button", calls: [{ method: "POST", path: update }], risks: [] },
    ]);
    expect((await service.applyPlanned()).calls).toHaveLength(1);
  }));

test("reapply, on a construct or on the service, is shown as sent again without a change", () =>
  deployment(async (service) => {
    const build = (ofService: string, ofOrders: string) =>
      together(aService({ reapply: ofService }), oneOfEach, (stack) => {
        new MetricSource(stack, "refunds", { ...metricSource, name: "refunds", reapply: ofOrders });
      });
    await service.deploy(build("1", "1"));

    const one = await reviewedAndDeployed(service, build("1", "2"));
    expect(one.changes).toEqual([
      expect.objectContaining({ action: "reapply", name: "refunds", fields: [], calls: [expect.anything()] }),
    ]);
    const all = await reviewedAndDeployed(service, build("2", "2"));
    expect(all.changes.map(({ action, name }) => `${action} ${name}`)).toEqual([
      "reapply checkout_button",
      "reapply exposures",
      "reapply orders",
      "reapply refunds",
      "reapply Metrics/s3/revenue",
    ]);
    expect(all.remarks).toEqual([expect.stringContaining("experiment checkout_button sends the status active again")]);
  }));

test("a prompt version by content is shown as a new version next to the former one", () =>
  deployment(async (service) => {
    // too long for a plan, and the same in both
    const prompts = [{ role: "system", content: "Be kind. ".repeat(5_000) }];
    const version = (temperature: number) => aPromptVersion({ id: undefined, temperature, prompts });
    expect((await reviewedAndDeployed(service, version(0.2))).changes).toMatchObject([{ action: "create" }]);

    const { changes } = await reviewedAndDeployed(service, version(0.7));
    expect(changes).toMatchObject([
      {
        action: "version",
        construct: "stack/support",
        calls: [{ method: "POST", path: "/console/v1/prompts/support_bot/versions" }],
        fields: [{ path: "id" }, { path: "temperature", before: 0.2, after: 0.7 }],
      },
    ]);
  }));

test("a prompt version whose content only Terraform knows is shown as a new version, too", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const model = new TerraformVariable(stack, "model", { type: "string" }).stringValue;
      aService()(stack);
      new PromptVersion(stack, "support", { ...promptVersion, id: undefined, model });
    };
    service.synth(build);
    setVariables(service, { model: "small" });
    await service.deploy(build);
    setVariables(service, { model: "large" });

    expect((await reviewedAndDeployed(service, build)).changes).toMatchObject([
      { action: "version", fields: [{ path: "id" }, { path: "model", before: "small", after: "large" }] },
    ]);
  }));

test("a call that failed is shown as tried again, with all that is sent", () =>
  deployment(async (service) => {
    service.emulator.fail({ status: 400, body: { message: "no" } });
    await service.deploy(anExperiment(), { expect: "failure" });

    const { changes, remarks } = await reviewedAndDeployed(service, anExperiment());
    expect(changes).toMatchObject([
      { action: "retry", calls: [{ method: "POST", path: "/console/v1/experiments" }], risks: [] },
    ]);
    expect(changes[0]?.fields).toContainEqual({ path: "allocation", after: 50 });
    expect(remarks).toContainEqual(expect.stringContaining("experiment checkout_button: the last call failed"));

    service.emulator.fail({ status: 400, body: { message: "no" } });
    await service.deploy(anExperiment({ allocation: 40 }), { expect: "failure" });
    const again = await reviewedAndDeployed(service, anExperiment({ allocation: 30 }));
    expect(again.changes).toMatchObject([{ action: "retry", calls: [{ method: "POST", path: update }] }]);
    expect(again.changes[0]?.fields).toContainEqual({ path: "allocation", after: 30 });
    expect(again.changes[0]?.risks).toMatchObject([{ name: "running-allocation" }]);
  }));

test("what left the code is shown to stay in the service, and an active experiment as a risk", () =>
  deployment(async (service) => {
    await service.deploy(oneOfEach);

    const { changes } = await reviewedAndDeployed(service, aSegment());
    expect(changes.map(({ action, kind, name, calls, fields }) => ({ action, kind, name, calls, fields }))).toEqual(
      [
        ["assignment_source", "exposures"],
        ["experiment", "checkout_button"],
        ["ingestion_source", "Metrics/s3/revenue"],
        ["metric_source", "orders"],
        ["prompt_version", "support_bot/v1"],
      ].map(([kind, name]) => ({ action: "release", kind, name, calls: [], fields: [] })),
    );
    expect(changes.flatMap(({ risks }) => risks)).toMatchObject([{ name: "running-release", acknowledged: false }]);
  }));

test("a construct with another name, or elsewhere in the code, is no change", () =>
  deployment(async (service) => {
    await service.deploy((stack) => new Segment(stack, "old", segment));

    const review = await reviewedAndDeployed(service, (stack) => new Segment(stack, "new", segment));
    expect(review).toMatchObject({ calls: 0, changes: [], remarks: [] });
  }));

test("a dry run is shown as one, and dropping it as the create", () =>
  deployment(async (service) => {
    const dry = await reviewedAndDeployed(
      service,
      together(aMetricSource({ dryRun: true }), anAssignmentSource({ dryRun: true })),
    );
    expect(dry.changes.map(({ action, name }) => `${action} ${name}`)).toEqual(["dry-run exposures", "dry-run orders"]);

    const { changes } = await reviewedAndDeployed(service, together(aMetricSource(), anAssignmentSource()));
    expect(changes.map(({ action, name }) => `${action} ${name}`)).toEqual(["create exposures", "create orders"]);
  }));

test("a partial plan shows what it leaves out, and a requested replacement is shown as sent again", () =>
  deployment(async (service) => {
    const build = (sql: string) => together(aMetricSource({ sql }), aSegment(), anExperiment());
    await service.deploy(build("select 1"));
    const name = (address: string) => `${resourceType}.${address}`;

    const target = await reviewedAndDeployed(
      service,
      build("select 2"),
      `-target=${name("metric_source_orders_revision")}`,
    );
    expect(target.changes).toMatchObject([{ action: "update", name: "orders" }]);
    expect(target.remarks).toEqual([
      expect.stringContaining(
        "leaves out what Terraform was not asked for (-target): segment beta_testers, experiment checkout_button",
      ),
    ]);

    const replace = await reviewedAndDeployed(
      service,
      build("select 2"),
      `-replace=${name("metric_source_orders_revision")}`,
    );
    expect(replace.changes).toMatchObject([{ action: "reapply", name: "orders", fields: [] }]);

    await planned(service, build("select 2"), `-replace=${name("segment_beta_testers")}`);
    const created = await reviewOfPlan(service);
    expect(created.changes).toMatchObject([
      { action: "reapply", calls: [{ method: "POST", path: "/console/v1/segments" }] },
    ]);
  }));

test("everything is released by a plan that destroys", () =>
  deployment(async (service) => {
    await service.deploy(together(aSegment(), anExperiment()));

    const { changes } = await reviewedAndDeployed(service, together(aSegment(), anExperiment()), "-destroy");
    expect(changes.map(({ action, name, calls }) => [action, name, calls])).toEqual([
      ["release", "beta_testers", []],
      ["release", "checkout_button", []],
    ]);
  }));

test("another identity is another entity: one is created, and the former released", () =>
  deployment(async (service) => {
    const named =
      (id: string): Build =>
      (stack) => {
        aService()(stack);
        new Segment(stack, "one", { ...segment, id: new TerraformVariable(stack, "id", { default: id }).stringValue });
      };
    await service.deploy(named("first_one"));

    const { changes } = await reviewedAndDeployed(service, named("second_one"));
    expect(changes.map(({ action, name }) => `${action} ${name}`)).toEqual(["create second_one", "release first_one"]);
  }));

test("an identity that only Terraform knows is in the path of the call where the plan has it", () =>
  deployment(async (service) => {
    const build =
      (allocation: number): Build =>
      (stack) => {
        aService()(stack);
        const id = new TerraformVariable(stack, "id", { default: "from_terraform" }).stringValue;
        new Experiment(stack, "one", { ...experiment, id, allocation });
      };
    await service.deploy(build(50));

    expect((await reviewedAndDeployed(service, build(60))).changes).toMatchObject([
      { name: "from_terraform", calls: [{ method: "POST", path: "/console/v1/experiments/from_terraform" }] },
    ]);
  }));

test("a revision that an earlier deploy did not reach is shown as an update with all that is sent", () =>
  deployment(async (service) => {
    await planned(service, anExperiment(), `-target=${resourceType}.experiment_checkout_button`);
    expect((await reviewOfPlan(service)).changes).toMatchObject([{ action: "create" }]);
    await service.applyPlanned();

    const { changes } = await reviewedAndDeployed(service, anExperiment());
    expect(changes).toMatchObject([{ action: "update", calls: [{ method: "POST", path: update }], risks: [] }]);
    expect(changes[0]?.fields).toContainEqual({ path: "allocation", after: 50 });
  }));

test("fields that only the update takes are shown by both calls of a first deploy", () =>
  deployment(async (service) => {
    const { changes } = await reviewedAndDeployed(service, anExperiment({ links: [{ url: "https://example.com" }] }));

    expect(changes[0]?.calls).toEqual([
      { method: "POST", path: "/console/v1/experiments" },
      { method: "POST", path: update },
    ]);
  }));

test("resources of other providers, and others of the same type, are only counted", () =>
  deployment(async (service) => {
    const build = together(aService(), (stack) => {
      new UserResource(stack, 1, "segment_upload");
      new UserResource(stack, 1, "experiment");
      new AssignmentSource(stack, "exposures", { name: "exposures", scheduledReloadHour: 3 });
    });
    const { changes, remarks } = await reviewedAndDeployed(service, build);

    expect(changes.map(({ name }) => name)).toEqual(["exposures"]);
    expect(remarks).toEqual([expect.stringContaining("also changes 2 other resources,")]);
    const gone = await reviewedAndDeployed(service, anAssignmentSource({ sql: undefined }));
    expect(gone.changes.filter(({ action }) => action === "release")).toEqual([]);
  }));

test("a vendor's name is not in the fields, which are the interface's", () =>
  deployment(
    async (service) => {
      const mapping = (column: string) =>
        Array.from({ length: 700 }, (_, index) => ({ serviceUnitID: `unit ${index}`, column: `${column}_${index}` }));
      const build = (column: string) =>
        together(aService({ vendor: "acme" }), aMetricSource({ idTypeMapping: mapping(column) }));
      await service.deploy(build("a_column"));

      expect((await reviewedAndDeployed(service, build("another_column"))).changes[0]?.fields).toEqual([
        {
          path: "idTypeMapping",
          before: expect.stringMatching(/^sha256 [0-9a-f]{64} of [\d,]+ characters$/),
          after: mapping("another_column"),
        },
      ]);
    },
    { emulator: { vendor: "acme" } },
  ));
