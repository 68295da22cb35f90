import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { KindName } from "../../lib/api/kind-names";
import { kinds } from "../../lib/api/kinds";
import type { ServiceSettings } from "../../lib/api/service-settings";
import type { Emulator, Fault } from "../../lib/emulator";
import { type Deployment, deployment } from "../support/deployment";
import { aService, type Build, constructOf, samples, together } from "../support/samples";
import { identityOf } from "./random-props";

interface Declared {
  readonly kind: string;
  readonly number: number;
  readonly props: Readonly<Record<string, unknown>>;
}

/** So many entities of each kind; another edition changes all that can be changed. */
function manyEntities(count: number, edition = "first"): readonly Declared[] {
  const changeable: Readonly<Record<string, object>> = {
    experiment: { hypothesis: edition },
    metric_source: { description: edition },
    assignment_source: { description: edition },
    ingestion_source: { query: edition },
  };
  return Array.from({ length: count }, (_, number) =>
    kinds.map((kind) => {
      const { sample } = samples[kind.name as KindName];
      const props = { ...sample, ...identityOf(kind, `one_${number}`), ...changeable[kind.name] };
      return { kind: kind.name, number, props };
    }),
  ).flat();
}

function stackOf(entities: readonly Declared[], settings: ServiceSettings = {}): Build {
  return together(aService(settings), (stack) => {
    for (const { kind, number, props } of entities) constructOf(kind, stack, `${kind}-${number}`, props);
  });
}

/** Expects that the service keeps these entities as they are declared, and nothing else. */
function expectKept({ records }: Emulator, entities: readonly Declared[]): void {
  const isKept = ({ kind, props }: Declared) =>
    records.some((record) => record.kind === kind && isDeepStrictEqual({ ...record.data, ...props }, record.data));
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
