import { InvalidPropsError } from "../../lib";
import { type Call, deployment } from "./deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  oneOfEach,
  promptVersion,
  segment,
  without,
} from "./samples";

interface Row {
  readonly what: string;
  readonly build: Build;
  readonly calls: readonly Call[];
}

const oneCall: readonly Row[] = [
  {
    what: "an experiment",
    build: anExperiment(),
    calls: [{ operation: "POST /console/v1/experiments", body: experiment }],
  },
  {
    what: "an experiment that cannot be updated",
    build: anExperiment({ hypothesis: undefined }),
    calls: [{ operation: "POST /console/v1/experiments", body: without(experiment, "hypothesis") }],
  },
  {
    what: "a metric source",
    build: aMetricSource(),
    calls: [{ operation: "POST /console/v1/metrics/metric_source", body: metricSource }],
  },
  {
    what: "an assignment source",
    build: anAssignmentSource(),
    calls: [{ operation: "POST /console/v1/experiments/assignment_source/exposures", body: assignmentSource }],
  },
  {
    what: "an assignment source without sql",
    build: anAssignmentSource({ sql: undefined }),
    calls: [
      {
        operation: "PATCH /console/v1/experiments/assignment_source/exposures",
        body: without(assignmentSource, "sql"),
      },
    ],
  },
  {
    what: "a segment",
    build: aSegment(),
    calls: [{ operation: "POST /console/v1/segments", body: segment }],
  },
  {
    what: "an ingestion source",
    build: anIngestionSource(),
    calls: [{ operation: "POST /console/v1/ingestion", body: ingestionSource }],
  },
  {
    what: "a prompt version",
    build: aPromptVersion(),
    calls: [{ operation: "POST /console/v1/prompts/support_bot/versions", body: without(promptVersion, "promptID") }],
  },
];

test.each(oneCall)("$what is deployed by one call, and deployed again by none", ({ build, calls }) =>
  deployment(async (service) => {
    expect((await service.deploy(build)).calls).toEqual(calls);

    const again = await service.deploy(build);
    expect(again.output).toContain("No changes.");
    expect(again.calls).toEqual([]);
  }),
);

const mapping = { unit_id: "user_id", dateid: "day", metric_value: "amount" };
const links = [{ url: "https://wiki.example.com/checkout", title: "Plan" }];

const createAndUpdate: readonly Row[] = [
  {
    what: "an ingestion source with column_mapping",
    build: anIngestionSource({ column_mapping: mapping, use_delta_sharing: false }),
    calls: [
      { operation: "POST /console/v1/ingestion", body: { ...ingestionSource, use_delta_sharing: false } },
      { operation: "PATCH /console/v1/ingestion", body: { ...ingestionSource, column_mapping: mapping } },
    ],
  },
  {
    what: "an experiment with links",
    build: anExperiment({ links, layerID: "layer" }),
    calls: [
      { operation: "POST /console/v1/experiments", body: { ...experiment, layerID: "layer" } },
      { operation: "POST /console/v1/experiments/checkout_button", body: { ...without(experiment, "id"), links } },
    ],
  },
];

test.each(createAndUpdate)(
  "$what is created, then updated in full, and deployed again by no call",
  ({ build, calls }) =>
    deployment(async (service) => {
      expect((await service.deploy(build)).calls).toEqual(calls);

      expect(await service.plan(build)).toMatchObject({ isEmpty: true });
    }),
);

test("a stack of all kinds is deployed from a saved plan by one call for each entity", () =>
  deployment(async (service) => {
    await service.plan(oneOfEach);
    const { calls, exitCode, output } = await service.applyPlanned();

    expect(exitCode).toBe(0);
    expect(output).toMatch(/: created experiment checkout_button in \d+ ms: Experiment checkout_button created/);
    expect(calls).toHaveLength(6);
    expect(service.emulator.records.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([
      "assignment_source exposures",
      "experiment checkout_button",
      "ingestion_source Metrics/s3/revenue",
      "metric_source orders",
      "prompt_version support_bot/v1",
      "segment beta_testers",
    ]);
  }));

test("an ingestion source is deployed whether or not the service's answers have an envelope", () =>
  deployment(
    async (service) => {
      await service.deploy(anIngestionSource({ column_mapping: mapping }));

      expect(service.emulator.calls.map(({ status }) => status)).toEqual([201, 200]);
    },
    { emulator: { ingestionEnvelope: "bare" } },
  ));

test("an experiment without id is created with one made of its name, and updated by it", () =>
  deployment(async (service) => {
    await service.deploy(anExperiment({ id: undefined }));
    const { calls } = await service.deploy(anExperiment({ id: undefined, allocation: 70 }));

    expect(service.calls[0]?.body).toMatchObject({ name: "Checkout button", id: "Checkout_button" });
    expect(calls).toMatchObject([{ operation: "POST /console/v1/experiments/Checkout_button" }]);
  }));

test.each([
  {
    what: "links of an experiment",
    build: anExperiment({ links, hypothesis: undefined, groups: undefined }),
    problems: ["stack/checkout (experiment)", "- hypothesis: required,", " links ", "- groups: required,"],
  },
  {
    what: "a column_mapping of an ingestion source",
    build: anIngestionSource({ column_mapping: mapping, type: undefined }),
    problems: ["stack/revenue (ingestion source)", "- type: required,", " column_mapping "],
  },
  {
    what: "sql of an assignment source",
    build: anAssignmentSource({ groupIDColumn: undefined }),
    problems: ["stack/exposures (assignment source)", "- groupIDColumn: required,", " sql "],
  },
])("$what, without what the only call for it requires, is refused by synth, which names what is missing", (row) =>
  deployment(async (service) => {
    const synth = () => service.synth(row.build);

    expect(synth).toThrow(InvalidPropsError);
    for (const problem of row.problems) expect(synth).toThrow(problem);
  }),
);
