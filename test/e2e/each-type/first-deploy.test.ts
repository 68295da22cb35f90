import { isDeepStrictEqual } from "node:util";
import { type Call, deployment, sorted } from "../deployment";
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
  promptVersion,
  resourceType,
  segment,
  together,
  without,
} from "../samples";

interface Row {
  readonly what: string;
  readonly build: Build;
  readonly calls: readonly Call[];
}

const mapping = { unit_id: "user_id", dateid: "day", metric_value: "amount" };
const links = [{ url: "https://wiki.example.com/checkout", title: "Plan" }];
const linked = { ...experiment, id: "linked" };
const mapped = { ...ingestionSource, source_name: "mapped" };

const rows: readonly Row[] = [
  {
    what: "an experiment",
    build: anExperiment(),
    calls: [{ operation: "POST /console/v1/experiments", body: experiment }],
  },
  {
    what: "an experiment that cannot be updated",
    build: anExperiment({ id: "partial", hypothesis: undefined }, "partial"),
    calls: [
      { operation: "POST /console/v1/experiments", body: { ...without(experiment, "hypothesis"), id: "partial" } },
    ],
  },
  {
    what: "an experiment with links",
    build: anExperiment({ id: "linked", links, layerID: "layer" }, "linked"),
    calls: [
      { operation: "POST /console/v1/experiments", body: { ...linked, layerID: "layer" } },
      { operation: "POST /console/v1/experiments/linked", body: { ...without(linked, "id"), links } },
    ],
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
    build: anAssignmentSource({ name: "bare", sql: undefined }, "bare"),
    calls: [
      {
        operation: "PATCH /console/v1/experiments/assignment_source/bare",
        body: { ...without(assignmentSource, "sql"), name: "bare" },
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
    what: "an ingestion source with column_mapping",
    build: anIngestionSource(
      { source_name: "mapped", column_mapping: mapping, use_delta_sharing: false },
      "mapped-source",
    ),
    calls: [
      { operation: "POST /console/v1/ingestion", body: { ...mapped, use_delta_sharing: false } },
      { operation: "PATCH /console/v1/ingestion", body: { ...mapped, column_mapping: mapping } },
    ],
  },
  {
    what: "a prompt version",
    build: aPromptVersion(),
    calls: [{ operation: "POST /console/v1/prompts/support_bot/versions", body: without(promptVersion, "promptID") }],
  },
];

test("a saved plan makes one call for each entity, then an update where only that takes a field; again makes none", () =>
  deployment(async (service) => {
    const all = together(...rows.map(({ build }) => build));
    await service.plan(all);
    const { calls, exitCode, output } = await service.applyPlanned();

    expect(exitCode).toBe(0);
    expect(output).toMatch(/: created experiment checkout_button in \d+ ms: Experiment checkout_button created/);
    expect(sorted(calls)).toEqual(sorted(rows.flatMap((row) => row.calls)));
    for (const [create, update] of rows.map((row) =>
      row.calls.map((call) => calls.findIndex((made) => isDeepStrictEqual(made, call))),
    )) {
      if (update !== undefined) expect(update).toBeGreaterThan(create ?? 0);
    }
    const { resources } = await service.workspace.state();
    expect(new Set(resources.map(({ type }) => type))).toEqual(new Set([resourceType]));

    const again = await service.deploy(all);
    expect(again.output).toContain("No changes.");
    expect(again.calls).toEqual([]);
  }));
