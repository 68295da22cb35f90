import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type KindName, kindNames } from "../../lib/api/kind-names";
import type { ServiceSettings } from "../../lib/api/service-settings";
import type { Emulator, Fault } from "../../lib/emulator";
import { type Deployment, deployment } from "../support/deployment";
import { aService, type Build, constructOf, samples, together } from "../support/samples";

interface Declared {
  readonly kind: KindName;
  /** Identity in the emulator. */
  readonly id: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** So many entities of each kind; another edition changes all that can be changed. */
function manyEntities(count: number, edition = "first"): readonly Declared[] {
  return Array.from({ length: count }, (_, number) => {
    const own: Readonly<Record<KindName, readonly [id: string, changes: object]>> = {
      experiment: [`experiment_${number}`, { id: `experiment_${number}`, hypothesis: edition }],
      metric_source: [`metrics ${number}`, { name: `metrics ${number}`, description: edition }],
      assignment_source: [`exposures ${number}`, { name: `exposures ${number}`, description: edition }],
      segment: [`segment_${number}`, { id: `segment_${number}` }],
      ingestion_source: [`Metrics/s3/revenue ${number}`, { source_name: `revenue ${number}`, query: edition }],
      prompt_version: [`bot_${number}/v1`, { promptID: `bot_${number}` }],
    };
    return kindNames.map((kind) => ({ kind, id: own[kind][0], props: { ...samples[kind].sample, ...own[kind][1] } }));
  }).flat();
}

function stackOf(entities: readonly Declared[], settings: ServiceSettings = {}): Build {
  return together(aService(settings), (stack) => {
    for (const { kind, id, props } of entities) constructOf(kind, stack, `${kind}-${id.replaceAll("/", "-")}`, props);
  });
}

/** Expects that the service keeps these entities as they are declared, and nothing else. */
function expectKept({ records }: Emulator, entities: readonly Declared[]): void {
  const isKept = ({ kind, id, props }: Declared) => {
    const data = records.find((record) => record.kind === kind && record.id === id)?.data;
    return data !== undefined && Object.entries(props).every(([name, value]) => isDeepStrictEqual(data[name], value));
  };
  expect(entities.filter((entity) => !isKept(entity))).toEqual([]);
  expect(records).toHaveLength(entities.length);
}

/** What goes wrong with one call in four. A service that says what is not so, such as 404, is not among it. */
const faults: readonly Fault[] = [
  { drop: "before" },
  { drop: "after" },
  { drop: "midway" },
  { hang: true },
  { hang: true, effect: true },
  { status: 429, headers: { "Retry-After": "1" } },
  { status: 500, effect: true },
  { status: 503, effect: true },
  { status: 400, body: { message: "No.", errors: [{ property: "name", errorMessage: "not now" }] } },
  { status: 403 },
  { match: { kind: "segment" }, status: 404 },
  { status: 307, headers: { location: "https://elsewhere.example/" } },
  { headers: { "content-type": "text/html" }, body: "<p>Log in</p>", effect: true },
  { body: '{"message":"ok","da', effect: true },
  { body: "", effect: true },
];

const journeys = fc.array(
  fc.oneof({ weight: 3, arbitrary: fc.constant<Fault>({}) }, { weight: 1, arbitrary: fc.constantFrom(...faults) }),
  { minLength: 400, maxLength: 400 },
);

const entities = manyEntities(3);
const changed = manyEntities(3, "changed");

/** Set `FAULT_SEEDS` to the number of further seeds. */
const seeds = [1, ...Array.from({ length: Number(process.env.FAULT_SEEDS ?? 0) }, (_, index) => 1_000 + index)];

test.concurrent.each(seeds)(
  "with seed %d for faults of all kinds at one call in four, deploys and those of changes end with everything as declared",
  (seed) =>
    deployment(async (service) => {
      for (const fault of fc.sample(journeys, { seed, numRuns: 1 }).flat()) service.emulator.fail(fault);
      await untilDeployed(service, entities);
      await untilDeployed(service, changed);
    }),
);

/** Deploys until it succeeds, a handful of times at most. */
async function untilDeployed({ emulator, workspace }: Deployment, declared: readonly Declared[]): Promise<void> {
  const settings = { attemptTimeoutSeconds: 3, retryBudgetSeconds: 60, unclearCreates: "adopt" } as const;
  for (let runs = 1; ; runs++) {
    workspace.synth(stackOf(declared, settings));
    if ((await workspace.apply({ options: ["-parallelism=20"] })).exitCode === 0) break;
    expect(runs).toBeLessThan(5);
  }
  expectKept(emulator, declared);
}
