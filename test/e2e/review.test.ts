import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TerraformVariable } from "cdktf";
import { Experiment, PromptVersion, Segment } from "../../lib";
import { command } from "../cli/command";
import { deployment } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aSegment,
  aService,
  type Build,
  experiment,
  oneOfEach,
  promptVersion,
  resourceType,
  segment,
  together,
  without,
} from "../support/samples";
import { planned, reviewed, reviewedAndDeployed, reviewOfPlan, type StackJson } from "./reviewed";
import { setVariables } from "./terraform-values";
import { UserResource } from "./user-resource";

/** What a review says of each change, in its order. */
const told = ({ changes }: StackJson) => changes.map(({ action, name }) => `${action} ${name}`);

const risksOf = ({ changes }: StackJson) => changes.flatMap(({ risks }) => risks.map(({ name }) => name));
const revision = (name: string) => `${resourceType}.${name}_revision`;
const update = "/console/v1/experiments/checkout_button";

interface Step {
  readonly what: string;
  readonly build: Build;
  readonly options?: readonly string[];
  readonly told: readonly string[];
  readonly risks?: readonly string[];
  readonly notes?: readonly RegExp[];
}

/** One entity of each kind, some of them with other settings. */
const kinds = (dryRun: boolean, ofService = "1", ofRefunds = "1", sql = "select 1") =>
  together(
    aService({ reapply: ofService }),
    oneOfEach,
    anExperiment({ id: "linked", status: "setup", links: [{ url: "https://example.com" }] }, "linked"),
    aMetricSource({ name: "trial", dryRun }, "dry"),
    anAssignmentSource({ name: "trial", dryRun }, "dry-too"),
    aMetricSource({ name: "refunds", reapply: ofRefunds, sql }, "refunds"),
  );

const steps: readonly Step[] = [
  {
    what: "a first deploy, with dry runs",
    build: kinds(true),
    told: [
      "create beta_testers",
      "create checkout_button",
      "dry-run trial",
      "dry-run trial",
      "create exposures",
      "create linked",
      "create orders",
      "create refunds",
      "create Metrics/s3/revenue",
      "create support_bot/v1",
    ],
    risks: ["start-incomplete"],
    notes: [
      /ingestion source Metrics\/s3\/revenue.* makes a second one/,
      /assignment source exposures creates it, or changes/,
    ],
  },
  {
    what: "real ones in the place of dry runs, and reapply of a construct",
    build: kinds(false, "1", "2"),
    told: ["create trial", "create trial", "reapply refunds"],
  },
  {
    what: "reapply of the service",
    build: kinds(false, "2", "2"),
    told: "checkout_button trial trial exposures linked orders refunds Metrics/s3/revenue"
      .split(" ")
      .map((name) => `reapply ${name}`),
    notes: [/experiment checkout_button sends the status active again/],
  },
  {
    what: "a part of the plan",
    build: together(kinds(false, "2", "2", "select 2"), aSegment({ id: "new" }, "new")),
    options: [`-target=${revision("metric_source_refunds")}`],
    told: ["update refunds"],
    notes: [/leaves out .*\(-target\): segment beta_testers, /],
  },
  {
    what: "a refresh",
    build: kinds(false, "2", "2", "select 3"),
    options: ["-refresh-only"],
    told: [],
    notes: [/leaves out .*\(-refresh-only\): /],
  },
  {
    what: "a replacement of a revision, and of a record",
    build: kinds(false, "2", "2", "select 2"),
    options: [`-replace=${revision("metric_source_refunds")}`, `-replace=${resourceType}.segment_beta_testers`],
    told: ["reapply beta_testers", "reapply refunds"],
    notes: [/-replace asks for another create of segment beta_testers: /],
  },
  {
    // a construct with another name is no change
    what: "what leaves the code",
    build: together(aService({ reapply: "2" }), aSegment({}, "renamed"), anAssignmentSource()),
    told: [
      "forget trial",
      "forget trial",
      "forget checkout_button",
      "forget linked",
      "forget Metrics/s3/revenue",
      "forget orders",
      "forget refunds",
      "forget support_bot/v1",
    ],
    risks: ["running-unmanaged"],
  },
  {
    what: "a destroyed stack",
    // that an acknowledgement is of no use, only a plan that does not destroy can tell
    build: together(
      aService({ reapply: "2" }),
      aSegment({}, "renamed"),
      anAssignmentSource({ acknowledge: ["ramp"] }),
      anExperiment(),
    ),
    options: ["-destroy"],
    told: ["forget beta_testers", "forget exposures"],
    notes: [],
  },
];

test("each step of a stack's life is shown as what the deploy then does", () =>
  deployment(async (service) => {
    for (const { what, build, options = [], told: expected, risks = [], notes } of steps) {
      const review = await reviewedAndDeployed(service, build, ...options);
      expect([what, told(review).sort()]).toEqual([what, [...expected].sort()]);
      expect([what, risksOf(review)]).toEqual([what, risks]);
      for (const note of notes ?? []) expect(review.notes).toContainEqual(expect.stringMatching(note));
      const ofPlan = review.notes.filter((note) => !note.startsWith("synth warns"));
      if (notes?.length === 0) expect(ofPlan).toEqual([]);
      for (const { action, fields, calls } of review.changes) {
        if (action === "reapply" || action === "forget") expect([what, fields]).toEqual([what, []]);
        if (action === "forget") expect([what, calls]).toEqual([what, []]);
      }
    }
  }));

test("a part of a plan tells what runs in the rest, which the state has", () =>
  deployment(async (service) => {
    const build = (sql: string) =>
      together(anAssignmentSource({ sql, acknowledge: ["ramp"] }), anExperiment({ assignmentSourceName: "exposures" }));
    await service.deploy(build("select 1"));
    const part = await reviewed(service, build("select 2"), `-target=${resourceType}.assignment_source_exposures`);

    expect(risksOf(part)).toEqual(["source-in-use"]);
    expect(part.notes).toEqual([expect.stringContaining("this plan leaves out")]);
  }));

test("a value of Terraform's is in the path of the call; another identity or content is another entity or version", () =>
  deployment(async (service) => {
    // too long for a plan, and the same in all versions
    const prompts = [{ role: "system", content: "Be kind. ".repeat(5_000) }];
    const build =
      (allocation: number): Build =>
      (stack) => {
        const known = new TerraformVariable(stack, "known", { type: "string" }).stringValue;
        new Segment(stack, "segment", { ...segment, id: known });
        new Segment(stack, "adopted", { ...segment, id: `old_${known}`, adopt: true });
        new Experiment(stack, "placed", { ...experiment, id: `of_${known}`, allocation });
        const version = { ...promptVersion, id: undefined };
        new PromptVersion(stack, "support", { ...version, temperature: allocation / 100, prompts });
        new PromptVersion(stack, "by-terraform", { ...version, promptID: "other", model: known });
      };
    setVariables(service, { known: "first" });
    await service.deploy(build(50));
    const { changes } = await reviewedAndDeployed(service, build(60));
    expect(changes).toMatchObject([
      { name: "of_first", calls: [{ method: "POST", path: "/console/v1/experiments/of_first" }] },
      {
        action: "version",
        calls: [{ method: "POST", path: "/console/v1/prompts/support_bot/versions" }],
        fields: [{ path: "id" }, { path: "temperature", before: 0.5, after: 0.6 }],
      },
    ]);

    setVariables(service, { known: "second" });
    const next = await reviewedAndDeployed(service, build(60));
    expect(
      told(next)
        .filter((each) => !each.startsWith("version"))
        .sort(),
    ).toEqual([
      "adopt old_second",
      "create of_second",
      "create second",
      "forget first",
      "forget of_first",
      "forget old_first",
    ]);
    expect(next.changes.find(({ action }) => action === "version")).toMatchObject({
      fields: [{ path: "id" }, { path: "model", before: "first", after: "second" }],
    });
  }));

test("an update that failed is shown as tried again, and a revision that was not reached as an update, with all that is sent", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment());
    service.emulator.fail({ status: 400, body: { message: "no" } });
    await service.deploy(anExperiment({ allocation: 40 }), { expect: "failure" });
    const again = await reviewed(service, anExperiment({ allocation: 30 }));
    expect(again.changes).toMatchObject([{ action: "retry", calls: [{ method: "POST", path: update }] }]);
    expect(again.changes[0]?.fields).toContainEqual({ path: "allocation", after: 30 });
    expect(risksOf(again)).toEqual(["unknown-before"]);
    expect(again.notes).toContainEqual(expect.stringContaining("the last call failed"));
    // a record tells what the failed call has left there
    const records = join(service.workspace.directory, "records.json");
    writeFileSync(records, JSON.stringify({ ...experiment, allocation: 40 }));
    const known = await reviewOfPlan(service, "--records", records);
    expect(known.changes).toMatchObject([{ action: "retry", fields: [{ path: "allocation", before: 40, after: 30 }] }]);
    expect([risksOf(known), known.notes]).toEqual([["running-allocation"], []]);
    await service.applyPlanned();

    const both = together(anExperiment({ allocation: 30 }), anExperiment({ id: "late" }, "late"));
    await planned(service, both, `-target=${resourceType}.experiment_late`);
    const part = await reviewOfPlan(service);
    expect(part.changes).toMatchObject([{ action: "create", name: "late", transition: "starts" }]);
    expect(part.changes[0]?.fields).toContainEqual({ path: "allocation", after: 50 });
    await service.applyPlanned();
    const { changes } = await reviewedAndDeployed(service, both);
    expect(changes).toMatchObject([
      { action: "update", calls: [{ path: "/console/v1/experiments/late" }], risks: [{ name: "unknown-before" }] },
    ]);
    expect(changes[0]?.fields).toContainEqual({ path: "allocation", after: 50 });
  }));

test("a create that the state takes for failed may continue with the update: that is told with both calls, and needs a decision", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment());
    const stopped = { ...without(experiment, "id"), status: "experiment_stopped" };
    await service.callByHand({ operation: `POST ${update}`, body: stopped });
    await service.workspace.terraform(["taint", `${resourceType}.experiment_checkout_button`]);

    const review = await reviewed(service, anExperiment());
    expect(review.changes[0]?.fields).toContainEqual({ path: "allocation", after: 50 });
    const [create, continued] = [
      { method: "POST", path: "/console/v1/experiments" },
      { method: "POST", path: update },
    ];
    expect(review.changes).toMatchObject([{ action: "retry", transition: "starts" }]);
    expect(review.changes[0]?.calls).toEqual([create, { ...continued, ifExists: true }]);
    expect([review.calls, risksOf(review)]).toEqual([2, ["unknown-before", "start-incomplete"]]);
    expect(review.notes).toContainEqual(expect.stringContaining("what was stopped by hand starts again"));
    const strict = ["review", "--plan", "-", "--strict", "--accept", "start-incomplete"];
    const { directory } = service.workspace;
    const refused = await command(strict, { directory, stdin: await service.workspace.shownPlan() });
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain("- unknown-before: experiment checkout_button");
    expect(refused.stdout).toContain(`POST ${update} only if it exists`);
    expect(refused.stdout).toContain("up to 2 calls");

    // a record tells what the update would overwrite
    const records = join(directory, "records.json");
    writeFileSync(records, JSON.stringify({ ...experiment, ...stopped }));
    const known = await reviewOfPlan(service, "--records", records);
    expect(known.changes).toMatchObject([
      { action: "retry", fields: [{ path: "status", before: "experiment_stopped", after: "active" }] },
    ]);
    expect(risksOf(known)).toEqual(["start-incomplete", "status-step"]);

    const { calls } = await service.applyPlanned();
    expect(calls.map(({ operation }) => operation)).toEqual([`POST ${create?.path}`, `POST ${update}`]);
    expect(calls[1]).toMatchObject({ body: { status: "active" } });

    // so does another create that -replace asks for
    const replace = `-replace=${resourceType}.experiment_checkout_button`;
    const again = await reviewedAndDeployed(service, anExperiment({ allocation: 40 }), replace);
    expect(again.changes).toMatchObject([{ action: "create", calls: [create, { ...continued, ifExists: true }] }]);
    expect(risksOf(again)).toEqual(["unknown-before", "start-incomplete"]);
    expect(again.applied.calls).toHaveLength(2);
    const same = await reviewedAndDeployed(service, anExperiment({ allocation: 40 }), replace);
    expect(same.changes).toMatchObject([{ action: "reapply", calls: [create, { ...continued, ifExists: true }] }]);
  }));

test("what is adopted after its create failed is told as that, and resources that change without a call are named", () =>
  deployment(async (service) => {
    service.emulator.fail({ status: 400, body: { message: "no" } });
    await service.deploy(aSegment(), { expect: "failure" });
    const adopted = aSegment({ adopt: true });
    const { changes, notes } = await reviewedAndDeployed(service, adopted);
    expect([changes, notes]).toMatchObject([[{ action: "adopt", name: "beta_testers", calls: [] }], []]);

    const replaced = await reviewedAndDeployed(service, adopted, `-replace=${resourceType}.segment_beta_testers`);
    expect([replaced.changes, replaced.notes]).toEqual([
      [],
      ["the plan changes resources of segment beta_testers without a call: nothing changes in the service"],
    ]);
  }));

test("a create that may have happened, and that the service would not refuse, is shown as one that looks first, or stops", () =>
  deployment(async (service) => {
    service.emulator.fail({ status: 500, times: 2 });
    // no update can look for what lacks a part of its identity
    const build = together(anIngestionSource(), anIngestionSource({ dataset: undefined }, "blind"));
    await service.deploy(build, { expect: "failure" });
    const review = await reviewed(service, build);

    expect(told(review)).toContain("retry Metrics/s3/revenue");
    expect(review.changes.map(({ action }) => action)).toEqual(["retry", "retry"]);
    for (const note of [
      "ingestion source Metrics/s3/revenue, ingestion source s3/revenue: the last call failed",
      "looks first, by an update that carries the identity alone, and creates it only if",
      "the deploy stops, as no update can look for it",
    ]) {
      expect(review.notes).toContainEqual(expect.stringContaining(note));
    }
    const applied = await service.applyPlanned();
    expect(applied.exitCode).toBe(1);
    expect(applied.calls).toMatchObject([
      { operation: "PATCH /console/v1/ingestion", body: { dataset: "Metrics", type: "s3", source_name: "revenue" } },
      { operation: "POST /console/v1/ingestion" },
    ]);

    const replace = `-replace=${resourceType}.ingestion_source_Metrics__s3__revenue`;
    expect((await reviewed(service, anIngestionSource(), replace)).notes).toContainEqual(
      expect.stringMatching(
        /: -replace asks for its create again\. Where .* does not rule out .*, the deploy looks first/,
      ),
    );
  }));

test("resources of the user's own, several of one name, too, are only counted, and a moved block changes nothing", () =>
  deployment(async (service) => {
    const [from, to] = ["segment_former", "segment_beta_testers"].map((name) => `${resourceType}.${name}`);
    const several: Build = (stack) => stack.addOverride("resource.terraform_data.own", { count: 2, input: "own" });
    const others: Build = (stack) => {
      new UserResource(stack, 1, "segment_upload");
      new UserResource(stack, 1, "experiment");
    };
    const own = together(aSegment(), anAssignmentSource({ sql: undefined }), several);
    const review = await reviewedAndDeployed(service, together(own, others));
    expect(told(review)).toEqual(["create beta_testers", "create exposures"]);
    expect(review.notes).toContainEqual(expect.stringContaining("also changes 4 other resources,"));

    await service.workspace.terraform(["state", "mv", to ?? "", from ?? ""]);
    const moved: Build = (stack) => stack.addOverride("moved", [{ from, to }]);
    expect(await reviewed(service, together(own, moved))).toMatchObject({
      calls: 0,
      changes: [],
      notes: [expect.stringContaining("changes 2 other resources")],
    });
  }));
