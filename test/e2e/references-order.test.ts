import { TerraformOutput } from "cdktf";
import type { Construct } from "constructs";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../lib";
import { type Deployment, deployment } from "./deployment";
import {
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  segment,
} from "./samples";

interface Row {
  readonly what: string;
  /** Two entities, of which the second refers to the first. Another mark makes other entities, another text changes both. */
  readonly pair: (scope: Construct, mark: string, text: string) => void;
  /** Of which kinds the two are. */
  readonly kinds: readonly [first: string, second: string];
  /** A line of the plan for the second, where it refers. */
  readonly plan: RegExp;
}

const rows: readonly Row[] = [
  {
    what: "an experiment to the name of its assignment source",
    pair: (scope, mark, text) => {
      const name = `first-${mark}`;
      const exposures = new AssignmentSource(scope, `first-${mark}`, { ...assignmentSource, name, sql: text });
      const assigned = { ...experiment, id: `second-${mark}`, assignmentSourceName: exposures.name };
      new Experiment(scope, `second-${mark}`, { ...assigned, description: text });
    },
    kinds: ["assignment_source", "experiment"],
    plan: /assignmentSourceName"? += "first-1"/,
  },
  {
    what: "an experiment to the name of a metric source, in a text deep inside",
    pair: (scope, mark, text) => {
      const orders = new MetricSource(scope, `first-${mark}`, { ...metricSource, name: `first-${mark}`, sql: text });
      const groups = [{ id: "control", parameterValues: { queries: [`select * from ${orders.name} where ${text}`] } }];
      new Experiment(scope, `second-${mark}`, { ...experiment, id: `second-${mark}`, groups });
    },
    kinds: ["metric_source", "experiment"],
    plan: /queries += \[\s+\+ "select \* from first-1 where one",/,
  },
  {
    what: "a metric source to an ingestion source, twice in a text",
    pair: (scope, mark, text) => {
      const source_name = `first-${mark}`;
      const { sourceName } = new IngestionSource(scope, `first-${mark}`, {
        ...ingestionSource,
        source_name,
        query: text,
      });
      const sql = `select ${text} from ${sourceName} join ${sourceName}`;
      new MetricSource(scope, `second-${mark}`, { ...metricSource, name: `second-${mark}`, sql });
    },
    kinds: ["ingestion_source", "metric_source"],
    plan: /sql"? += "select one from first-1 join first-1"/,
  },
];

/** How many pairs a stack has: with several, no order comes about by chance. */
const PAIRS = 3;

test.each(rows)(
  "$what: the entity that is referred to is created and changed first, and its value is in the plan",
  (row) =>
    deployment(async (service) => {
      const { output } = await service.plan(pairsOf(row, "one"));
      expect(output).toMatch(row.plan);

      await service.applyPlanned();
      expectOrder(service, row, 0);
      expect(await service.plan(pairsOf(row, "one"))).toMatchObject({ isEmpty: true });

      await service.deploy(pairsOf(row, "two"));
      expectOrder(service, row, 2 * PAIRS);
    }),
);

test.each(rows)("$what: nothing is sent for what refers to an entity that could not be created", (row) =>
  deployment(async (service) => {
    const [kind] = row.kinds;
    service.emulator.fail({ match: { kind }, status: 403, body: { message: "Not today." }, times: PAIRS });
    await service.deploy(pairsOf(row, "one"), { expect: "failure" });

    expect(service.emulator.calls.map((call) => call.kind)).toEqual(Array.from({ length: PAIRS }, () => kind));
  }),
);

test("a segment and a prompt version that others refer to are made before these", () =>
  deployment(async (service) => {
    await service.deploy((stack) => {
      for (const mark of ["1", "2", "3"]) {
        const { id } = new Segment(stack, `first-${mark}`, { ...segment, id: `first-${mark}` });
        const version = new PromptVersion(stack, `v-${mark}`, { ...promptVersion, id: `v-${mark}` });
        const conditions = [{ type: "passes_segment", targetValue: ["other", id] }];
        new Segment(stack, `second-${mark}`, { ...segment, id: `second-${mark}`, rules: [{ conditions }] });
        const groups = [
          { id: "control", parameterValues: { [version.promptID.length]: version.id, on: version.promptID } },
        ];
        new Experiment(stack, `third-${mark}`, { ...experiment, id: `third-${mark}`, groups });
      }
    });

    const made = service.emulator.records.map(({ kind, id }) => `${kind} ${id}`);
    for (const mark of ["1", "2", "3"]) {
      expect(made.indexOf(`segment first-${mark}`)).toBeLessThan(made.indexOf(`segment second-${mark}`));
      const version = made.indexOf(`prompt_version support_bot/v-${mark}`);
      expect(version).toBeLessThan(made.indexOf(`experiment third-${mark}`));
    }
    expect(service.emulator.record("segment", "second-1")).toMatchObject({
      rules: [{ conditions: [{ targetValue: ["other", "first-1"] }] }],
    });
  }));

test("an output with an experiment's id has the plain id already in the plan", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const { id } = new Experiment(stack, "checkout", experiment);
      new TerraformOutput(stack, "link", { value: `https://console.example.com/experiments/${id}` });
    };
    const { output } = await service.plan(build);
    expect(output).toContain('+ link = "https://console.example.com/experiments/checkout_button"');

    await service.applyPlanned();
    expect((await service.workspace.state()).outputs).toMatchObject({
      link: { value: "https://console.example.com/experiments/checkout_button" },
    });
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

function pairsOf({ pair }: Row, text: string): Build {
  return (stack) => {
    for (let mark = 1; mark <= PAIRS; mark++) pair(stack, `${mark}`, text);
  };
}

/** Checks that of the calls from one on, the first of each pair has been served before its second. */
function expectOrder({ emulator }: Deployment, { kinds }: Row, from: number): void {
  const calls = emulator.calls
    .slice(from)
    .map(({ kind, path, body }) => ({ kind, text: `${path} ${JSON.stringify(body)}` }));
  expect(calls).toHaveLength(2 * PAIRS);
  for (let mark = 1; mark <= PAIRS; mark++) {
    const [first, second] = ["first", "second"].map((name, index) =>
      calls.findIndex(({ kind, text }) => kind === kinds[index] && text.includes(`${name}-${mark}`)),
    );
    expect(first).toBeGreaterThanOrEqual(0);
    expect(second).toBeGreaterThan(first ?? -1);
  }
}
