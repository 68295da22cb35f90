import { DataResource } from "cdktf";
import type { AssignmentSourceProps } from "../../lib";
import { type Deployment, deployment } from "../support/deployment";
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
  resourceType,
  together,
  without,
} from "../support/samples";
import { deployAsReviewed, reviewed } from "./reviewed";

const revision = (name: string) => `${resourceType}.${name}_revision`;

/** A step of a stack's life: what happens before, what is planned, and what a review says of that. */
interface Step {
  readonly what: string;
  readonly before?: (service: Deployment) => Promise<unknown>;
  readonly build: Build;
  readonly options?: readonly string[];
  readonly told: readonly string[];
  readonly risks?: readonly string[];
  /** All of them, in their order; any where left out. */
  readonly notes?: readonly RegExp[];
  /** More of the only change. */
  readonly change?: object;
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

const life: readonly Step[] = [
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
      /creates the entity, or changes .*: assignment source exposures/,
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
    notes: [],
  },
  {
    what: "a part of the plan",
    build: together(kinds(false, "2", "2", "select 2"), aSegment({ id: "new" }, "new")),
    options: [`-target=${revision("metric_source_refunds")}`],
    told: ["update refunds"],
    notes: [/leaves out .*\(-target\): segment beta_testers, /],
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

const [create, update] = ["/console/v1/experiments", "/console/v1/experiments/checkout_button"].map((path) => ({
  method: "POST",
  path,
}));
const mayContinue = { calls: [create, { ...update, ifExists: true }] };
const field = (path: string, after: unknown) => ({ fields: expect.arrayContaining([{ path, after }]) });

const failing = (build: Build) => (service: Deployment) => {
  service.emulator.fail({ status: 400, body: { message: "no" } });
  return service.deploy(build, { expect: "failure" });
};

const running = (allocation: number, source: Partial<AssignmentSourceProps> = {}) =>
  together(anAssignmentSource(source), anExperiment({ allocation, assignmentSourceName: "exposures" }));
const segmentAddress = `${resourceType}.segment_beta_testers`;
const formerAddress = `${resourceType}.segment_former`;

const adopting = together(running(40), aSegment({ adopt: true }));

/** With resources of the user's own: several of one name, and some that are called as ours could be. */
const withOthers = together(adopting, (stack) => {
  stack.addOverride("resource.terraform_data.own", { count: 2, input: "own" });
  for (const name of ["segment_upload", "experiment"]) new DataResource(stack, name);
});

const afterFailures: readonly Step[] = [
  {
    what: "an update that failed",
    before: async (service) => {
      await service.deploy(running(50));
      await failing(running(40))(service);
    },
    build: running(30),
    told: ["retry checkout_button"],
    risks: ["unknown-before"],
    notes: [/the last call failed/, /sends the status active again/],
    change: field("allocation", 30),
  },
  {
    what: "a part of a plan, of which the rest runs",
    build: running(30, { sql: "select 2", acknowledge: ["ramp"] }),
    options: [`-target=${resourceType}.assignment_source_exposures`],
    told: ["update exposures"],
    risks: ["source-in-use"],
    // that an acknowledgement is of no use, only a whole plan can tell
    notes: [/^this plan leaves out/],
  },
  {
    what: "a create that the state has as failed, of what was stopped by hand: it may go on with the update",
    before: async (service) => {
      await service.deploy(running(30));
      const body = { ...without(experiment, "id"), status: "experiment_stopped" };
      await service.callByHand({ operation: `POST ${update?.path}`, body });
      await service.workspace.succeed(["taint", `${resourceType}.experiment_checkout_button`]);
    },
    build: running(30),
    told: ["retry checkout_button"],
    risks: ["unknown-before", "start-incomplete"],
    notes: [/the last call failed/, /what was stopped by hand starts again/],
    change: { ...mayContinue, ...field("allocation", 30), transition: "starts" },
  },
  {
    what: "another create, which -replace asks for",
    build: running(40),
    options: [`-replace=${resourceType}.experiment_checkout_button`],
    told: ["create checkout_button"],
    risks: ["unknown-before", "start-incomplete"],
    change: mayContinue,
  },
  {
    what: "what is adopted after its create failed",
    before: failing(together(running(40), aSegment())),
    build: adopting,
    told: ["adopt beta_testers"],
    notes: [],
    change: { calls: [] },
  },
  {
    what: "resources that change without a call",
    build: adopting,
    options: [`-replace=${segmentAddress}`],
    told: [],
    notes: [/changes resources of segment beta_testers without a call/],
  },
  {
    what: "resources of the user's own",
    build: withOthers,
    told: [],
    notes: [/also changes 4 other resources,/],
  },
  {
    what: "a moved block",
    before: (service) => service.workspace.succeed(["state", "mv", segmentAddress, formerAddress]),
    build: together(withOthers, (stack) => stack.addOverride("moved", [{ from: formerAddress, to: segmentAddress }])),
    told: [],
    notes: [],
  },
];

test.concurrent.each([
  ["from its first deploy to its end", life],
  ["after deploys that failed", afterFailures],
])("each step of a stack's life is shown as what the deploy then does: %s", (_, steps) =>
  deployment(async (service) => {
    for (const { what, before, build, options = [], risks = [], ...expected } of steps) {
      await before?.(service);
      const review = await reviewed(service, build, ...options);
      const told = review.changes.map(({ action, name }) => `${action} ${name}`);
      expect([what, told.sort()]).toEqual([what, [...expected.told].sort()]);
      expect([what, review.changes.flatMap((change) => change.risks.map(({ name }) => name))]).toEqual([what, risks]);
      if (expected.change !== undefined) expect([what, review.changes]).toMatchObject([what, [expected.change]]);
      const notes = expected.notes?.map((note) => expect.stringMatching(note) as unknown);
      if (notes !== undefined) expect([what, review.notes]).toEqual([what, notes]);
      for (const { action, fields, calls } of review.changes) {
        if (action === "reapply" || action === "forget") expect([what, fields]).toEqual([what, []]);
        if (action === "forget") expect([what, calls]).toEqual([what, []]);
      }
      await deployAsReviewed(service, review);
    }
  }),
);

test("a create that may have happened, and that the service would not refuse, is shown as one that looks first, or stops", () =>
  deployment(async (service) => {
    service.emulator.fail({ status: 500, times: 2 });
    // no update can look for what lacks a part of its identity
    const build = together(anIngestionSource(), anIngestionSource({ dataset: undefined }, "blind"));
    await service.deploy(build, { expect: "failure" });
    const review = await reviewed(service, build);

    expect(review.changes.map(({ action }) => action)).toEqual(["retry", "retry"]);
    expect(review.notes).toEqual([
      expect.stringContaining("source Metrics/s3/revenue, ingestion source s3/revenue: the last call failed"),
      expect.stringMatching(
        /create that failed .* looks first, by an update that carries the identity alone, and creates/,
      ),
      expect.stringMatching(/create that failed .* the deploy stops, as no update can look for it/),
    ]);
    expect((await service.applyPlanned()).calls).toMatchObject([
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
