import { deployment } from "./deployment";
import { aMetricSource, anAssignmentSource, anExperiment, anIngestionSource, aSegment } from "./samples";

const kinds = [
  { what: "an experiment", build: anExperiment() },
  { what: "a metric source", build: aMetricSource() },
  { what: "an assignment source", build: anAssignmentSource() },
  { what: "a segment", build: aSegment() },
  { what: "an ingestion source", build: anIngestionSource() },
];

const cases = kinds.flatMap((kind) => [
  { ...kind, effect: true, when: "after it took effect" },
  { ...kind, effect: false, when: "before it took effect" },
]);

test.each(cases)("a deploy that is killed at the first call of $what, $when, is healed by the next", (row) =>
  deployment(async (service) => {
    const { emulator, workspace } = service;
    const kill = new AbortController();
    emulator.fail({ hang: true, effect: row.effect });
    service.synth(row.build);
    const killed = workspace.apply({ signal: kill.signal });
    // ends with the apply at the latest, which the workspace bounds
    await Promise.race([killed, arrival(() => emulator.calls.length > 0)]);
    kill.abort();
    expect((await killed).exitCode).toBeNull();

    await service.deploy(row.build);
    expect(emulator.records).toHaveLength(1);
    expect((await service.deploy(row.build)).calls).toEqual([]);
    expect(await service.plan(row.build)).toMatchObject({ isEmpty: true });
  }),
);

function arrival(hasArrived: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!hasArrived()) return;
      clearInterval(timer);
      resolve();
    }, 20);
    timer.unref();
  });
}
