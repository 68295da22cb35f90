import fc from "fast-check";
import { AssignmentSource, Experiment, MetricSource, PromptVersion, Segment } from "../../../lib";
import { type Deployment, deployment, operations } from "../deployment";
import { type Declaration, EntityModel, type Form } from "../lifecycle-model";
import {
  assignmentSource,
  type Build,
  experiment,
  metricSource,
  promptVersion,
  resourceType,
  segment,
} from "../samples";

/** Another one for each type of resource. Set `RANDOM_WALKS` to the number of further walks, each of its own seed. */
const first = resourceType === "null_resource" ? 1 : 2;
const seeds = [first, ...Array.from({ length: Number(process.env.RANDOM_WALKS ?? 0) }, (_, index) => 1_000 + index)];
const STEPS = 9;

/** A kind of entity that walks: how it is handled, how it is declared, and what of it can be seen in the service. */
interface Walker extends Form {
  readonly build: (declared: Declaration) => Build;
  readonly seen: (kept: Pick<Declaration, "value" | "fixed">) => object;
  /** The same of a record. */
  readonly seenOf: (data: Readonly<Record<string, unknown>>) => object;
}

const layers = [undefined, "l1", "l2"];

const walkers: Readonly<Record<string, Walker>> = {
  experiment: {
    callPlan: "once",
    create: "POST /console/v1/experiments",
    update: "POST /console/v1/experiments/checkout_button",
    build:
      ({ value, fixed, isComplete, adopt }) =>
      (stack) => {
        const hypothesis = isComplete ? experiment.hypothesis : undefined;
        const props = { ...experiment, allocation: value, layerID: layers[fixed], hypothesis };
        new Experiment(stack, "experiment", { ...props, adopt: adopt && isComplete });
      },
    seen: ({ value, fixed }) => ({ allocation: value, layerID: layers[fixed] }),
    seenOf: ({ allocation, layerID }) => ({ allocation, layerID }),
  },
  metric_source: {
    callPlan: "once",
    create: "POST /console/v1/metrics/metric_source",
    update: "POST /console/v1/metrics/metric_source/orders",
    build:
      ({ value, adopt }) =>
      (stack) =>
        new MetricSource(stack, "metrics", { ...metricSource, sql: `select ${value}`, adopt }),
    seen: ({ value }) => ({ sql: `select ${value}` }),
    seenOf: ({ sql }) => ({ sql }),
  },
  segment: {
    callPlan: "once",
    create: "POST /console/v1/segments",
    build:
      ({ value, adopt }) =>
      (stack) =>
        new Segment(stack, "segment", { ...segment, description: `<${value}>`, adopt }),
    seen: ({ value }) => ({ description: `<${value}>` }),
    seenOf: ({ description }) => ({ description }),
  },
  assignment_source: {
    callPlan: "again",
    create: "POST /console/v1/experiments/assignment_source/exposures",
    build:
      ({ value }) =>
      (stack) =>
        new AssignmentSource(stack, "exposures", { ...assignmentSource, sql: `select ${value}` }),
    seen: ({ value }) => ({ sql: `select ${value}` }),
    seenOf: ({ sql }) => ({ sql }),
  },
  prompt_version: {
    callPlan: "content",
    create: "POST /console/v1/prompts/support_bot/versions",
    build:
      ({ value }) =>
      (stack) =>
        new PromptVersion(stack, "version", { ...promptVersion, id: undefined, temperature: value }),
    seen: ({ value }) => ({ temperature: value }),
    seenOf: ({ temperature }) => ({ temperature }),
  },
};
const kinds = Object.keys(walkers);

/** What one step changes before it deploys. */
interface Step {
  readonly edits: readonly (Partial<Declaration> & { readonly kind: string; readonly isThere: boolean })[];
  /** Kind of the entity whose next call the service refuses. */
  readonly fault: string | null;
  readonly taint: boolean;
}

const number = fc.nat(2);
const edit = fc.oneof(
  fc.record({ isThere: fc.constant(true), kind: fc.constantFrom(...kinds), value: number }),
  fc.record({ isThere: fc.constant(true), kind: fc.constant("experiment"), isComplete: fc.boolean() }),
  fc.record({ isThere: fc.constant(true), kind: fc.constant("experiment"), fixed: number }),
  fc.record({ isThere: fc.constant(true), kind: fc.constantFrom(...kinds), adopt: fc.boolean() }),
  fc.record({ isThere: fc.boolean(), kind: fc.constantFrom(...kinds) }),
);
const step: fc.Arbitrary<Step> = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
  fault: fc.option(fc.constantFrom(...kinds), { freq: 2 }),
  taint: fc.integer({ min: 0, max: 4 }).map((die) => die === 0),
});

type Declarations = ReadonlyMap<string, Declaration>;

test.each(seeds)("a random walk goes as the model says: seed %i", (seed) =>
  deployment(async (service) => {
    const models = new Map(Object.entries(walkers).map(([kind, form]) => [kind, new EntityModel(form)]));
    let declared: Declarations = new Map(kinds.map((kind) => [kind, initial]));
    for (const each of fc.sample(step, { seed, numRuns: STEPS })) {
      const isRefused = await takeStep(service, models, declared, each);
      // a walk goes on where something can be deployed
      if (isRefused) declared = new Map([...declared].filter(([kind, of]) => !models.get(kind)?.refuses(of)));
      declared = edited(declared, each.edits);
    }
  }),
);

const initial: Declaration = { value: 0, fixed: 0, isComplete: true, adopt: false };

function edited(declared: Declarations, edits: Step["edits"]): Declarations {
  const next = new Map(declared);
  for (const { kind, isThere, ...change } of edits) {
    if (!isThere) next.delete(kind);
    else next.set(kind, { ...(next.get(kind) ?? initial), ...change });
  }
  const ofExperiment = next.get("experiment");
  // what adopts without an update is refused at synth
  if (ofExperiment !== undefined)
    next.set("experiment", { ...ofExperiment, adopt: ofExperiment.adopt && ofExperiment.isComplete });
  return next;
}

/** Deploys a step, and compares all that can be seen with the model. Returns whether the plan was refused. */
async function takeStep(
  service: Deployment,
  models: ReadonlyMap<string, EntityModel>,
  declared: Declarations,
  { fault, taint }: Step,
): Promise<boolean> {
  const ofFault = models.get(fault ?? "");
  if (ofFault !== undefined && !ofFault.isFaulty) {
    ofFault.isFaulty = true;
    service.emulator.fail({ match: { kind: fault ?? "" }, status: 400, body: { message: "No." } });
  }
  const ofExperiment = models.get("experiment");
  if (taint && ofExperiment?.hasRevision) {
    ofExperiment.taintRevision();
    const address = `${resourceType}.experiment_checkout_button_revision`;
    expect((await service.workspace.terraform(["taint", address])).exitCode).toBe(0);
  }

  const build: Build = (stack) => {
    for (const [kind, of] of declared) walkers[kind]?.build(of)(stack);
  };
  const isRefused = () => [...models].some(([kind, model]) => model.refuses(declared.get(kind)));
  const refused = isRefused();
  const outcomes = refused ? [] : [...models].map(([kind, model]) => model.deploy(declared.get(kind)));
  const fails = refused || outcomes.some((outcome) => outcome.fails);

  const applied = await service.deploy(build, { expect: fails ? "failure" : "success" });
  expect(operations(applied.calls)).toEqual(outcomes.flatMap(({ calls }) => calls).sort());
  const seen = service.emulator.records.map(({ kind, data }) => [kind, walkers[kind]?.seenOf(data)] as const);
  const kept = [...models].flatMap(([kind, model]) =>
    [...model.kept.values()].map((each) => [kind, walkers[kind]?.seen(each)] as const),
  );
  expect(seen.sort(byKind)).toEqual(kept.sort(byKind));
  const isDue = [...models].some(([kind, model]) => model.isDue(declared.get(kind)));
  expect((await service.plan(build)).exitCode).toBe(isRefused() ? 1 : isDue ? 2 : 0);
  return isRefused();
}

function byKind([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one.localeCompare(other);
}
