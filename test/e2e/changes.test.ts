import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Call, deployment, sorted } from "../support/deployment";
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
} from "../support/samples";

interface Row {
  readonly what: string;
  readonly build: (changes: object) => Build;
  /** The calls of the first deploy: the create, and an update where only that takes a field. */
  readonly first: readonly Call[];
  readonly change?: object;
  /** The call for the change, and the one for the change back. */
  readonly next?: Call;
  readonly back?: Call;
}

const call = (operation: string, body: object): Call => ({ operation, body });

/** A row of an experiment with an id of its own. */
function ofExperiment(what: string, props: object, change?: object): Row {
  const id = what.replaceAll(" ", "_");
  const update = (changes: object) =>
    call(`POST /console/v1/experiments/${id}`, { ...without(experiment, "id"), ...changes });
  return {
    what,
    build: (changes) => anExperiment({ id, ...props, ...changes }, id),
    first: [call("POST /console/v1/experiments", defined({ ...experiment, id, ...props }))],
    ...(change && { change, next: update(change), back: update({}) }),
  };
}

/** A row of an assignment source with a name of its own, all of whose calls have one path. */
function ofAssignment(name: string, props: object, change: object, ...methods: readonly [string, string]): Row {
  const given = { ...assignmentSource, name, ...props };
  const calls = [given, { ...given, ...change }].map((body, index) =>
    call(`${methods[index]} /console/v1/experiments/assignment_source/${name}`, defined(body)),
  );
  const [back, next] = calls;
  const build = (changes: object) => anAssignmentSource({ ...given, ...changes }, name);
  return { what: name, build, first: calls.slice(0, 1), change, next, back };
}

/** A row of an ingestion source with a name of its own. */
function ofIngestion(source_name: string, only: object, more: readonly object[], change: object): Row {
  const body = { ...ingestionSource, source_name };
  const update = (changes: object) => call("PATCH /console/v1/ingestion", { ...body, ...changes });
  return {
    what: source_name,
    build: (changes) =>
      anIngestionSource({ source_name, ...only, ...Object.assign({}, ...more), ...changes }, source_name),
    first: [call("POST /console/v1/ingestion", { ...body, ...only }), ...more.map(update)],
    change,
    next: update({ ...Object.assign({}, ...more), ...change }),
    back: update(Object.assign({}, ...more)),
  };
}

const links = [{ url: "https://wiki.example.com/checkout", title: "Plan" }];
const linked = ofExperiment("linked", { layerID: "layer" });
const described = { ...metricSource, name: "described", description: "Paid orders." };
const updateOf = (source: typeof metricSource) => call(`POST /console/v1/metrics/metric_source/${source.name}`, source);

const rows: readonly Row[] = [
  ofExperiment("an experiment", {}, { allocation: 70 }),
  {
    ...linked,
    what: "an experiment with links",
    build: () => linked.build({ links }),
    first: [...linked.first, call("POST /console/v1/experiments/linked", { ...without(experiment, "id"), links })],
  },
  {
    what: "a metric source that drops a field",
    build: (changes) => aMetricSource({ ...described, ...changes }, "described"),
    first: [call("POST /console/v1/metrics/metric_source", described)],
    change: { description: undefined },
    next: updateOf(without(described, "description") as typeof described),
    back: updateOf(described),
  },
  ofAssignment("whole", {}, { sql: "select 2" }, "POST", "POST"),
  ofAssignment("bare", { sql: undefined }, { scheduledReloadHour: 3 }, "PATCH", "PATCH"),
  ofAssignment("gaining", { sql: undefined }, { sql: "select 2" }, "PATCH", "POST"),
  { what: "a segment", build: () => aSegment(), first: [call("POST /console/v1/segments", segment)] },
  ofIngestion("revenue", { use_delta_sharing: true }, [], { enabled: false }),
  ofIngestion("mapped", {}, [{ column_mapping: { unit_id: "user_id" } }], { enabled: false }),
  ofIngestion("gains a mapping", {}, [], { column_mapping: { unit_id: "id" } }),
  {
    what: "a prompt version",
    build: () => aPromptVersion(),
    first: [call("POST /console/v1/prompts/support_bot/versions", without(promptVersion, "promptID"))],
  },
];

test("a saved plan makes one call for each entity, then an update where only that takes a field; again makes none; what changes, and changes back, is sent in full", () =>
  deployment(
    async (service) => {
      const build = (isChanged: boolean) =>
        together(...rows.map((row) => row.build(isChanged ? (row.change ?? {}) : {})));
      // as many projects are: the applier inside it is no ES module
      writeFileSync(join(service.workspace.directory, "package.json"), '{ "type": "module" }');
      await service.plan(build(false));
      const { calls, output } = await service.applyPlanned();

      expect(output).toMatch(/: created experiment an_experiment in \d+ ms: Experiment an_experiment created/);
      expect(sorted(calls)).toEqual(sorted(rows.flatMap(({ first }) => first)));
      for (const { first } of rows) {
        const [create = -1, update] = first.map((one) => calls.findIndex((made) => isDeepStrictEqual(made, one)));
        if (update !== undefined) expect(update).toBeGreaterThan(create);
      }
      const { resources } = await service.workspace.state();
      expect(new Set(resources.map(({ type }) => type))).toEqual(new Set([resourceType]));
      expect(await service.deploy(build(false))).toMatchObject({
        output: expect.stringContaining("No changes."),
        calls: [],
      });

      expect(sorted((await service.deploy(build(true))).calls)).toEqual(sorted(rows.flatMap(({ next }) => next ?? [])));
      expect(sorted((await service.deploy(build(false))).calls)).toEqual(
        sorted(rows.flatMap(({ back }) => back ?? [])),
      );
      expect(await service.plan(build(false))).toMatchObject({ isEmpty: true });
    },
    // other tests meet answers with an envelope
    { emulator: { ingestionEnvelope: "bare" } },
  ));

function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
