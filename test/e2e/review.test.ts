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
import { deployAsReviewed, reviewed, reviewOfPlan, type StackJson } from "./reviewed";
import { UserResource } from "./user-resource";

/** What a review says of each change, in its order. */
const told = ({ changes }: StackJson) => changes.map(({ action, name }) => `${action} ${name}`);

const risksOf = ({ changes }: StackJson) => changes.flatMap(({ risks }) => risks.map(({ name }) => name));
const revision = (name: string) => `${resourceType}.${name}_revision`;

/** A step of a stack's life: what happens before, what is planned, and what a review says of that. */
interface Step {
  readonly what: string;
  readonly before?: (service: Deployment) => Promise<unknown>;
  readonly build: Build;
  readonly options?: readonly string[];
  readonly told: readonly string[];
  readonly risks?: readonly string[];
  /** Some of them, or that there are none. */
  readonly notes?: readonly RegExp[];
  /** What none of them says. */
  readonly unsaid?: RegExp;
  /** More of the only change. */
  readonly change?: object;
  /** Exports of the service, and what the review says of the only change with them. */
  readonly known?: { readonly exports: object; readonly fields: readonly object[]; readonly risks: readonly string[] };
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

const stopped = { status: "experiment_stopped" };
const [create, update] = ["/console/v1/experiments", "/console/v1/experiments/checkout_button"].map((path) => ({
  method: "POST",
  path,
}));
const mayContinue = { calls: [create, { ...update, ifExists: true }] };
const field = (path: string, after: unknown) => ({ fields: expect.arrayContaining([{ path, after }]) });

/** Deploys what the service refuses. */
const failing = (build: Build) => (service: Deployment) => {
  service.emulator.fail({ status: 400, body: { message: "no" } });
  return service.deploy(build, { expect: "failure" });
};

const running = (allocation: number, source: Partial<AssignmentSourceProps> = {}) =>
  together(anAssignmentSource(source), anExperiment({ allocation, assignmentSourceName: "exposures" }));
const both = (allocation: number, ...others: Build[]) =>
  together(running(allocation), anExperiment({ id: "late" }, "late"), ...others);
const replaceRecord = [`-replace=${resourceType}.experiment_checkout_button`];

const segmentAddress = `${resourceType}.segment_beta_testers`;
const formerAddress = `${resourceType}.segment_former`;

/** Resources of the user's own: several of one name, and some that are called as ours could be. */
const ownResources: Build = (stack) => {
  stack.addOverride("resource.terraform_data.own", { count: 2, input: "own" });
  new UserResource(stack, 1, "segment_upload");
  new UserResource(stack, 1, "experiment");
};

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
    notes: [/the last call failed/],
    change: field("allocation", 30),
    known: {
      exports: { ...experiment, allocation: 40, assignmentSourceName: "exposures" },
      fields: [{ path: "allocation", before: 40, after: 30 }],
      risks: ["running-allocation"],
    },
  },
  {
    what: "a part of a plan, of which the rest runs",
    build: running(30, { sql: "select 2", acknowledge: ["ramp"] }),
    options: [`-target=${resourceType}.assignment_source_exposures`],
    told: ["update exposures"],
    risks: ["source-in-use"],
    notes: [/this plan leaves out/],
    // of what an acknowledgement is, only a whole plan can tell
    unsaid: /acknowledges/,
  },
  {
    what: "a record alone",
    before: (service) => service.deploy(running(30)),
    build: both(30),
    options: [`-target=${resourceType}.experiment_late`],
    told: ["create late"],
    risks: ["start-incomplete"],
    change: { transition: "starts" },
  },
  {
    what: "its revision, which was not reached",
    build: both(30),
    told: ["update late"],
    risks: ["unknown-before"],
    change: field("allocation", 50),
  },
  {
    what: "a create that the state has as failed, of what was stopped by hand: it may go on with the update",
    before: async (service) => {
      const body = { ...without(experiment, "id"), ...stopped };
      await service.callByHand({ operation: `POST ${update?.path}`, body });
      await service.workspace.succeed(["taint", `${resourceType}.experiment_checkout_button`]);
    },
    build: both(30),
    told: ["retry checkout_button"],
    risks: ["unknown-before", "start-incomplete"],
    notes: [/what was stopped by hand starts again/],
    change: { ...mayContinue, ...field("allocation", 30), transition: "starts" },
    known: {
      exports: { ...experiment, ...stopped, allocation: 30, assignmentSourceName: "exposures" },
      fields: [{ path: "status", before: "experiment_stopped", after: "active" }],
      risks: ["start-incomplete", "status-step"],
    },
  },
  {
    what: "another create, which -replace asks for",
    build: both(40),
    options: replaceRecord,
    told: ["create checkout_button"],
    risks: ["unknown-before", "start-incomplete"],
    change: mayContinue,
  },
  {
    what: "the same again",
    build: both(40),
    options: replaceRecord,
    told: ["reapply checkout_button"],
    change: mayContinue,
  },
  {
    what: "what is adopted after its create failed",
    before: failing(both(40, aSegment())),
    build: both(40, aSegment({ adopt: true })),
    told: ["adopt beta_testers"],
    notes: [],
    change: { calls: [] },
  },
  {
    what: "resources that change without a call",
    build: both(40, aSegment({ adopt: true })),
    options: [`-replace=${segmentAddress}`],
    told: [],
    notes: [/changes resources of segment beta_testers without a call/],
  },
  {
    what: "resources of the user's own",
    build: both(40, aSegment({ adopt: true }), ownResources),
    told: [],
    notes: [/also changes 4 other resources,/],
  },
  {
    what: "a moved block",
    before: (service) => service.workspace.succeed(["state", "mv", segmentAddress, formerAddress]),
    build: both(40, aSegment({ adopt: true }), ownResources, (stack) =>
      stack.addOverride("moved", [{ from: formerAddress, to: segmentAddress }]),
    ),
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
      expect([what, told(review).sort()]).toEqual([what, [...expected.told].sort()]);
      expect([what, risksOf(review)]).toEqual([what, risks]);
      if (expected.change !== undefined) expect([what, review.changes]).toMatchObject([what, [expected.change]]);
      for (const note of expected.notes ?? []) expect(review.notes).toContainEqual(expect.stringMatching(note));
      if (expected.notes?.length === 0) expect([what, review.notes]).toEqual([what, []]);
      if (expected.unsaid !== undefined) expect(review.notes.join()).not.toMatch(expected.unsaid);
      for (const { action, fields, calls } of review.changes) {
        if (action === "reapply" || action === "forget") expect([what, fields]).toEqual([what, []]);
        if (action === "forget") expect([what, calls]).toEqual([what, []]);
      }
      if (expected.known !== undefined) {
        const known = await reviewOfPlan(service, expected.known.exports);
        const fields = known.changes.map((change) => change.fields);
        expect([what, fields, risksOf(known)]).toEqual([what, [expected.known.fields], expected.known.risks]);
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

    expect(told(review)).toContain("retry Metrics/s3/revenue");
    expect(review.changes.map(({ action }) => action)).toEqual(["retry", "retry"]);
    for (const note of [
      "ingestion source Metrics/s3/revenue, ingestion source s3/revenue: the last call failed",
      "looks first, by an update that carries the identity alone, and creates it only if",
      "the deploy stops, as no update can look for it",
    ]) {
      expect(review.notes).toContainEqual(expect.stringContaining(note));
    }
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
