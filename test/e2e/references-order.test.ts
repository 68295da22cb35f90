import type { TerraformStack } from "cdktf";
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
  /** Two entities, of which the second refers to the first. Another mark makes other entities, another text changes both. */
  readonly pair: (stack: TerraformStack, mark: string, text: string) => void;
  /** Of which kinds the two are. */
  readonly kinds: readonly [first: string, second: string];
  /** A line of the plan for the second, where it refers. */
  readonly plan: RegExp;
}

/** How many pairs of each row a stack has: with several, no order comes about by chance. */
const PAIRS = ["1", "2", "3"];

const rows: Readonly<Record<string, Row>> = {
  "an experiment to the name of its assignment source": {
    pair: (stack, mark, text) => {
      const name = `first-${mark}`;
      const exposures = new AssignmentSource(stack, name, { ...assignmentSource, name, sql: text });
      const assigned = { ...experiment, id: `second-${mark}`, assignmentSourceName: exposures.name };
      new Experiment(stack, `second-${mark}`, { ...assigned, description: text });
    },
    kinds: ["assignment_source", "experiment"],
    plan: /assignmentSourceName"? += "first-0-1"/,
  },
  "an experiment to the name of a metric source, in a text deep inside": {
    pair: (stack, mark, text) => {
      const orders = new MetricSource(stack, `first-${mark}`, { ...metricSource, name: `first-${mark}`, sql: text });
      const groups = [{ id: "control", parameterValues: { queries: [`select * from ${orders.name} where ${text}`] } }];
      new Experiment(stack, `second-${mark}`, { ...experiment, id: `second-${mark}`, groups });
    },
    kinds: ["metric_source", "experiment"],
    plan: /queries += \[\s+\+ "select \* from first-1-1 where one",/,
  },
  "a metric source to an ingestion source, twice in a text": {
    pair: (stack, mark, text) => {
      const source_name = `first-${mark}`;
      const source = new IngestionSource(stack, source_name, { ...ingestionSource, source_name, query: text });
      const sql = `select ${text} from ${source.sourceName} join ${source.sourceName}`;
      new MetricSource(stack, `second-${mark}`, { ...metricSource, name: `second-${mark}`, sql });
    },
    kinds: ["ingestion_source", "metric_source"],
    plan: /sql"? += "select one from first-2-1 join first-2-1"/,
  },
};

/** Every pair of every row. */
const pairs = Object.values(rows).flatMap((row, index) =>
  PAIRS.map((number) => ({ ...row, mark: `${index}-${number}` })),
);

const allPairs =
  (text: string): Build =>
  (stack) => {
    for (const { pair, mark } of pairs) pair(stack, mark, text);
  };

test("an entity that is referred to is created and changed first, and its value is in the plan", () =>
  deployment(async (service) => {
    const { output } = await service.plan(allPairs("one"));
    for (const { plan } of Object.values(rows)) expect(output).toMatch(plan);

    await service.applyPlanned();
    expectOrder(service, 0);
    expect(await service.plan(allPairs("one"))).toMatchObject({ isEmpty: true });

    await service.deploy(allPairs("two"));
    expectOrder(service, 2 * pairs.length);
  }));

test("nothing is sent for what refers to an entity that could not be created", () =>
  deployment(async (service) => {
    const fault = { status: 403, body: { message: "Not today." }, times: PAIRS.length };
    for (const { kinds } of Object.values(rows)) service.emulator.fail({ ...fault, match: { kind: kinds[0] } });
    await service.deploy(allPairs("one"), { expect: "failure" });

    expect(service.emulator.calls.map(({ kind }) => kind).sort()).toEqual(pairs.map(({ kinds }) => kinds[0]).sort());
    expect(service.emulator.records).toEqual([]);
  }));

test("a segment and a prompt version that others refer to are made before these", () =>
  deployment(async (service) => {
    await service.deploy((stack) => {
      for (const mark of PAIRS) {
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
    for (const mark of PAIRS) {
      expect(made.indexOf(`segment first-${mark}`)).toBeLessThan(made.indexOf(`segment second-${mark}`));
      const version = made.indexOf(`prompt_version support_bot/v-${mark}`);
      expect(version).toBeLessThan(made.indexOf(`experiment third-${mark}`));
    }
    expect(service.emulator.record("segment", "second-1")).toMatchObject({
      rules: [{ conditions: [{ targetValue: ["other", "first-1"] }] }],
    });
  }));

/** Checks that of the calls from one on, the first of each pair has been served before its second. */
function expectOrder({ emulator }: Deployment, from: number): void {
  const calls = emulator.calls
    .slice(from)
    .map(({ kind, path, body }) => ({ kind, text: `${path} ${JSON.stringify(body)}` }));
  expect(calls).toHaveLength(2 * pairs.length);
  for (const { kinds, mark } of pairs) {
    const [first = -1, second = -1] = ["first", "second"].map((name, index) =>
      calls.findIndex(({ kind, text }) => kind === kinds[index] && text.includes(`${name}-${mark}`)),
    );
    expect(first).toBeGreaterThanOrEqual(0);
    expect(second).toBeGreaterThan(first);
  }
}
