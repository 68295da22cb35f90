import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Call, deployment, sorted } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  anIngestionSource,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  resourceType,
  together,
  without,
} from "../support/samples";

/** An entity, the calls of its first deploy, a change, and the calls for the change and for the change back. */
interface Row {
  readonly build: (changes: object) => Build;
  readonly first: readonly Call[];
  readonly change: object;
  readonly next: Call;
  readonly back: Call;
}

/** A call, whose body has no field that is not declared. */
const call = (operation: string, body: object): Call => ({ operation, body: JSON.parse(JSON.stringify(body)) });

/** An assignment source, all of whose calls have one path. */
function ofAssignment(name: string, sql: string | undefined, change: object, ...methods: readonly string[]): Row {
  const given = { ...assignmentSource, name, sql };
  const [back, next] = [given, { ...given, ...change }].map((body, index) =>
    call(`${methods[index]} /console/v1/experiments/assignment_source/${name}`, body),
  ) as [Call, Call];
  return { build: (changes) => anAssignmentSource({ ...given, ...changes }, name), first: [back], change, next, back };
}

const linked = { ...experiment, id: "linked", layerID: "layer", links: [{ url: "https://wiki.test", title: "Plan" }] };
const updateOf = (props: object) =>
  call("POST /console/v1/experiments/linked", { ...without(linked, "id", "layerID"), ...props });
const ingestion = { ...ingestionSource, use_delta_sharing: true, column_mapping: { unit_id: "user_id" } };
const patchOf = (props: object) =>
  call("PATCH /console/v1/ingestion", { ...without(ingestion, "use_delta_sharing"), ...props });
const metricUpdate = (props: object) => call("POST /console/v1/metrics/metric_source/orders", props);

const rows: readonly Row[] = [
  {
    build: (changes) => anExperiment({ ...linked, ...changes }),
    // only the update takes links
    first: [call("POST /console/v1/experiments", without(linked, "links")), updateOf({})],
    change: { allocation: 70 },
    next: updateOf({ allocation: 70 }),
    back: updateOf({}),
  },
  {
    build: (changes) => aMetricSource(changes),
    first: [call("POST /console/v1/metrics/metric_source", metricSource)],
    change: { tags: undefined },
    next: metricUpdate(without(metricSource, "tags")),
    back: metricUpdate(metricSource),
  },
  ofAssignment("whole", "select 1", { sql: "select 2" }, "POST", "POST"),
  ofAssignment("bare", undefined, { scheduledReloadHour: 3 }, "PATCH", "PATCH"),
  ofAssignment("gaining", undefined, { sql: "select 2" }, "PATCH", "POST"),
  {
    build: (changes) => anIngestionSource({ ...ingestion, ...changes }),
    first: [call("POST /console/v1/ingestion", without(ingestion, "column_mapping")), patchOf({})],
    change: { enabled: false },
    next: patchOf({ enabled: false }),
    back: patchOf({}),
  },
];

test("a saved plan makes one call for each entity, then an update where only that takes a field; again makes none; what changes, and changes back, is sent in full", () =>
  deployment(
    async (service) => {
      const build = (isChanged: boolean) => together(...rows.map((row) => row.build(isChanged ? row.change : {})));
      // as many projects are: the applier inside it is no ES module
      writeFileSync(join(service.workspace.directory, "package.json"), '{ "type": "module" }');
      await service.plan(build(false));
      const { calls, output } = await service.applyPlanned();

      expect(output).toMatch(/: created experiment linked in \d+ ms: Experiment linked created/);
      expect(sorted(calls)).toEqual(sorted(rows.flatMap(({ first }) => first)));
      for (const [create = "", update = ""] of rows.map(({ first }) => first.map(({ operation }) => operation))) {
        const made = calls.map(({ operation }) => operation).filter((each) => each === create || each === update);
        if (update !== "") expect(made).toEqual([create, update]);
      }
      const { resources } = await service.workspace.state();
      expect(new Set(resources.map(({ type }) => type))).toEqual(new Set([resourceType]));
      expect(await service.deploy(build(false))).toMatchObject({
        output: expect.stringContaining("No changes."),
        calls: [],
      });

      const changes = await service.deploy(build(true));
      expect(sorted(changes.calls)).toEqual(sorted(rows.map(({ next }) => next)));
      const changesBack = await service.deploy(build(false));
      expect(sorted(changesBack.calls)).toEqual(sorted(rows.map(({ back }) => back)));
      expect(await service.plan(build(false))).toMatchObject({ isEmpty: true });
    },
    // other tests meet answers with an envelope
    { emulator: { ingestionEnvelope: "bare" } },
  ));
