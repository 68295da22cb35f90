import { TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, MetricSource, PromptVersion, Segment } from "../../lib";
import { deployment } from "./deployment";
import { planned, reviewed, reviewedAndDeployed, reviewOfPlan, type StackJson } from "./reviewed";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
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
import { UserResource } from "./user-resource";

const update = "/console/v1/experiments/checkout_button";

/** What a review says of each change, in its order. */
const told = ({ changes }: StackJson) => changes.map(({ action, name }) => `${action} ${name}`);

test("a first deploy is creates with all that is declared and all calls; a dry run is one, and then a create", () =>
  deployment(async (service) => {
    const linked = anExperiment({ id: "linked", links: [{ url: "https://example.com" }] }, "linked");
    const build = (dryRun: boolean) =>
      together(
        oneOfEach,
        linked,
        aMetricSource({ name: "trial", dryRun }, "dry"),
        anAssignmentSource({ name: "trial", dryRun }, "dry-too"),
      );
    const review = await reviewedAndDeployed(service, build(true));
    const { changes, calls, remarks, leastSeconds } = review;

    expect(told(review)).toEqual([
      "create beta_testers",
      "create checkout_button",
      "dry-run trial",
      "dry-run trial",
      "create exposures",
      "create linked",
      "create orders",
      "create Metrics/s3/revenue",
      "create support_bot/v1",
    ]);
    expect(changes.find(({ name }) => name === "orders")?.fields).toEqual([
      { path: "name", after: "orders" },
      { path: "sql", after: metricSource.sql },
      { path: "timestampColumn", after: "paid_at" },
      { path: "idTypeMapping", after: metricSource.idTypeMapping },
      { path: "tags", after: ["checkout"] },
    ]);
    expect(changes.find(({ name }) => name === "linked")?.calls).toEqual([
      { method: "POST", path: "/console/v1/experiments" },
      { method: "POST", path: "/console/v1/experiments/linked" },
    ]);
    expect({ calls, leastSeconds }).toEqual({ calls: 10, leastSeconds: 0 });
    expect(remarks).toEqual([
      "if the service already has ingestion source Metrics/s3/revenue, the create makes a second one, because the service " +
        "may have no unique key for it; adopt: true takes over what is there",
      "the first call of assignment source exposures creates it, or changes the one of that name, if the service has one already",
    ]);
    expect(told(await reviewedAndDeployed(service, build(false)))).toEqual(["create trial", "create trial"]);
  }));

test("a field that left the code is shown as no longer sent, and the service of the tests keeps it; a part of a field that is sent is removed", () =>
  deployment(async (service) => {
    const owner = { ownerID: "o1", ownerName: "Ana" };
    const build = (isDeclared: boolean) =>
      together(
        anExperiment(isDeclared ? { sequentialTesting: true, tags: ["a", "b"] } : { tags: ["a"] }),
        anAssignmentSource(isDeclared ? { description: "old", owner } : { owner: { ownerID: "o1" } }),
        anIngestionSource(isDeclared ? { enabled: false } : { enabled: undefined }),
      );
    await service.deploy(build(true));
    const { changes } = await reviewedAndDeployed(service, build(false));

    expect(Object.fromEntries(changes.map(({ kind, fields }) => [kind, fields]))).toEqual({
      experiment: [
        { path: "tags[1]", before: "b" },
        { path: "sequentialTesting", before: true, noLongerSent: true },
      ],
      assignment_source: [
        { path: "description", before: "old", noLongerSent: true },
        { path: "owner.ownerName", before: "Ana" },
      ],
      ingestion_source: [{ path: "enabled", before: false, noLongerSent: true }],
    });
    expect(changes.flatMap(({ risks }) => risks.map(({ text }) => text))).toEqual([
      "sequentialTesting is no longer sent: the service may keep or clear it, while the experiment runs",
    ]);
    const { emulator } = service;
    expect(emulator.record("experiment", "checkout_button")).toMatchObject({ sequentialTesting: true, tags: ["a"] });
    expect(emulator.record("assignment_source", "exposures")).toMatchObject({
      description: "old",
      owner: { ownerID: "o1" },
    });
    expect(emulator.record("ingestion_source", "Metrics/s3/revenue")).toMatchObject({ enabled: false });
    expect(await service.plan(build(false))).toMatchObject({ isEmpty: true });
  }));

test("adopt is shown as an update of what is there, or as no call", () =>
  deployment(async (service) => {
    await service.callByHand({ operation: "POST /console/v1/experiments", body: experiment });
    await service.callByHand({ operation: "POST /console/v1/segments", body: segment });
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

test("a prompt version by content is shown as a new version next to the former one, also where only Terraform knows it", () =>
  deployment(async (service) => {
    // too long for a plan, and the same in both
    const prompts = [{ role: "system", content: "Be kind. ".repeat(5_000) }];
    const build =
      (temperature: number): Build =>
      (stack) => {
        const model = new TerraformVariable(stack, "model", { type: "string" }).stringValue;
        new PromptVersion(stack, "support", { ...promptVersion, id: undefined, temperature, prompts });
        new PromptVersion(stack, "known", { ...promptVersion, promptID: "known", id: undefined, model });
      };
    setVariables(service, { model: "small" });
    const { changes: created } = await reviewedAndDeployed(service, build(0.2));
    expect(created.map(({ action }) => action)).toEqual(["create", "create"]);

    setVariables(service, { model: "large" });
    const { changes } = await reviewedAndDeployed(service, build(0.7));
    const changeOf = (id: string) => changes.find(({ construct }) => construct === `stack/${id}`);
    expect(changeOf("support")).toMatchObject({
      action: "version",
      calls: [{ method: "POST", path: "/console/v1/prompts/support_bot/versions" }],
      fields: [{ path: "id" }, { path: "temperature", before: 0.2, after: 0.7 }],
    });
    expect(changeOf("known")).toMatchObject({
      action: "version",
      fields: [{ path: "id" }, { path: "model", before: "small", after: "large" }],
    });
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

test("what left the code, or all with a destroyed stack, is shown to stay in the service, and an active experiment as a risk", () =>
  deployment(async (service) => {
    await service.deploy(oneOfEach);

    // a construct with another name is no change
    const rest = aSegment({}, "renamed");
    const { changes } = await reviewedAndDeployed(service, rest);
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

    const destroyed = await reviewedAndDeployed(service, rest, "-destroy");
    expect(destroyed.changes).toMatchObject([{ action: "release", name: "beta_testers", calls: [] }]);
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

test("an identity of Terraform's is in the path of the call; another one is another entity, and the former is released", () =>
  deployment(async (service) => {
    const build =
      (id: string, allocation: number): Build =>
      (stack) => {
        const known = new TerraformVariable(stack, "id", { default: id }).stringValue;
        new Segment(stack, "segment", { ...segment, id: known });
        new Experiment(stack, "known", { ...experiment, id: `of_${known}`, allocation });
      };
    await service.deploy(build("first", 50));
    expect((await reviewedAndDeployed(service, build("first", 60))).changes).toMatchObject([
      { name: "of_first", calls: [{ method: "POST", path: "/console/v1/experiments/of_first" }] },
    ]);

    const { changes } = await reviewedAndDeployed(service, build("second", 60));
    expect(changes.map(({ action, name }) => `${action} ${name}`).sort()).toEqual([
      "create of_second",
      "create second",
      "release first",
      "release of_first",
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

test("resources of other providers, and others of the same type, are only counted", () =>
  deployment(async (service) => {
    const build = together(aService(), (stack) => {
      new UserResource(stack, 1, "segment_upload");
      new UserResource(stack, 1, "experiment");
      new AssignmentSource(stack, "exposures", { name: "exposures", scheduledReloadHour: 3 });
    });
    const { changes, remarks } = await reviewedAndDeployed(service, build);

    expect(changes.map(({ name }) => name)).toEqual(["exposures"]);
    expect(remarks).toEqual([
      expect.stringContaining("the first call of assignment source exposures"),
      expect.stringContaining("also changes 2 other resources,"),
    ]);
    const gone = await reviewedAndDeployed(service, anAssignmentSource({ sql: undefined }));
    expect(gone.changes.filter(({ action }) => action === "release")).toEqual([]);
  }));

test("a vendor's name is not in the fields, which are the API's", () =>
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
