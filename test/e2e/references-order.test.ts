import type { TerraformStack } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../lib";
import { deployment } from "./deployment";
import { assignmentSource, experiment, ingestionSource, metricSource, promptVersion, segment } from "./samples";

/** How many pairs of each row a stack has: with several, no order comes about by chance. */
const MARKS = ["a", "b", "c"];

interface Row {
  readonly kinds: readonly [first: string, second: string];
  /** Two entities, of which the second refers to the first. Another text changes both, where an update can. */
  readonly pair: (stack: TerraformStack, first: string, second: string, text: string) => void;
  /** A line of the plan for the second, where it refers. */
  readonly plan: RegExp;
}

const group = (parameterValues: object) => [{ id: "control", parameterValues: { ...parameterValues } }];

const rows: readonly Row[] = [
  {
    kinds: ["assignment_source", "experiment"],
    pair: (stack, first, second, description) => {
      const { name } = new AssignmentSource(stack, first, { ...assignmentSource, name: first, description });
      new Experiment(stack, second, { ...experiment, id: second, assignmentSourceName: name, description });
    },
    plan: /assignmentSourceName"? += "first-0-a"/,
  },
  {
    kinds: ["metric_source", "experiment"],
    pair: (stack, first, second, sql) => {
      const { name } = new MetricSource(stack, first, { ...metricSource, name: first, sql });
      const groups = group({ queries: [`select * from ${name} where ${sql}`] });
      new Experiment(stack, second, { ...experiment, id: second, groups });
    },
    plan: /queries += \[\s+\+ "select \* from first-1-a where one",/,
  },
  {
    kinds: ["ingestion_source", "metric_source"],
    pair: (stack, first, second, query) => {
      const { sourceName } = new IngestionSource(stack, first, { ...ingestionSource, source_name: first, query });
      const sql = `select ${query} from ${sourceName} join ${sourceName}`;
      new MetricSource(stack, second, { ...metricSource, name: second, sql });
    },
    plan: /sql"? += "select one from first-2-a join first-2-a"/,
  },
  {
    kinds: ["segment", "segment"],
    pair: (stack, first, second) => {
      const { id } = new Segment(stack, first, { ...segment, id: first });
      const conditions = [{ type: "passes_segment", targetValue: ["other", id] }];
      new Segment(stack, second, { ...segment, id: second, rules: [{ conditions }] });
    },
    plan: /targetValue += \[\s+\+ "other",\s+\+ "first-3-a",/,
  },
  {
    kinds: ["prompt_version", "experiment"],
    pair: (stack, first, second, hypothesis) => {
      const { id, promptID } = new PromptVersion(stack, first, { ...promptVersion, id: first });
      new Experiment(stack, second, {
        ...experiment,
        id: second,
        hypothesis,
        groups: group({ version: id, promptID }),
      });
    },
    plan: /promptID += "support_bot"/,
  },
];

const pairs = rows.flatMap(({ kinds, pair }, row) =>
  MARKS.map((mark) => ({ kinds, pair, first: `first-${row}-${mark}`, second: `second-${row}-${mark}` })),
);
const allPairs = (text: string) => (stack: TerraformStack) => {
  for (const { pair, first, second } of pairs) pair(stack, first, second, text);
};

test("an entity that is referred to is created and changed first, its value is in the plan, and nothing is sent where it fails", () =>
  deployment(async (service) => {
    const { emulator } = service;
    /** The served calls from one on, as kind and what was sent. */
    const servedFrom = (start: number) =>
      emulator.calls.slice(start).map(({ kind, path, body }) => `${kind} ${path} ${JSON.stringify(body)}`);
    const expectOrder = (served: readonly string[], count: number) => {
      expect(served).toHaveLength(count);
      for (const { kinds, first, second } of pairs) {
        const at = (kind: string, name: string) =>
          served.findIndex((call) => call.startsWith(kind) && call.includes(name));
        const after = at(kinds[1], second);
        if (after >= 0) expect(at(kinds[0], first)).toBeLessThan(after);
      }
    };
    for (const { kinds } of rows) {
      emulator.fail({ match: { kind: kinds[0] }, status: 403, body: { message: "Not today." }, times: MARKS.length });
    }
    await service.deploy(allPairs("one"), { expect: "failure" });
    expect(emulator.records).toEqual([]);
    expect(servedFrom(0).filter((call) => call.includes("second-"))).toEqual([]);
    emulator.reset();

    const { output } = await service.plan(allPairs("one"));
    for (const { plan } of rows) expect(output).toMatch(plan);
    await service.applyPlanned();
    expectOrder(
      servedFrom(0).filter((call) => !call.includes("PATCH")),
      2 * pairs.length,
    );
    expect(await service.plan(allPairs("one"))).toMatchObject({ isEmpty: true });

    const start = emulator.calls.length;
    await service.deploy(allPairs("two"));
    // versions and segments cannot change
    expectOrder(servedFrom(start), 7 * MARKS.length);
  }));
