import type { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import * as lib from "../../lib";
import { type KindName, kindNames } from "../../lib/api/kind-names";

/** Puts constructs into a stack. */
export type Build = (stack: TerraformStack) => void;

/** The kind of Terraform resource that this run of the tests is for; see jest's projects. */
export const { RESOURCE_TYPE: resourceType = "null_resource" } = globalThis as {
  readonly RESOURCE_TYPE?: lib.ExperimentationServiceProps["resourceType"];
};

/** Props of one entity of each kind, with everything that its calls require. */
export const experiment: lib.ExperimentProps = {
  name: "Checkout button",
  id: "checkout_button",
  description: "The colour of the button.",
  hypothesis: "Green sells more.",
  idType: "userID",
  status: "active",
  allocation: 50,
  groups: [
    { id: "control", name: "Control", size: 50, parameterValues: { colour: "blue" } },
    { id: "green", name: "Green", size: 50, parameterValues: { colour: "green" } },
  ],
  targetingGateID: null,
  bonferroniCorrection: false,
  defaultConfidenceInterval: "95",
};

export const metricSource: lib.MetricSourceProps = {
  name: "orders",
  sql: "select user_id, paid_at from orders",
  timestampColumn: "paid_at",
  idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
  tags: ["checkout"],
};

export const assignmentSource: lib.AssignmentSourceProps = {
  name: "exposures",
  sql: "select user_id, experiment, variant, seen_at from exposures",
  timestampColumn: "seen_at",
  experimentIDColumn: "experiment",
  groupIDColumn: "variant",
  idTypeMapping: [{ serviceUnitID: "userID", column: "user_id" }],
};

export const segment: lib.SegmentProps = {
  name: "Beta testers",
  id: "beta_testers",
  type: "rule_based",
  description: "They see it first.",
  rules: [{ name: "New app", passPercentage: 100, conditions: [{ type: "app_version", targetValue: ["2.0"] }] }],
};

export const ingestionSource: lib.IngestionSourceProps = {
  dataset: "Metrics",
  type: "s3",
  source_name: "revenue",
  query: "select * from revenue",
  enabled: true,
};

export const promptVersion: lib.PromptVersionProps = {
  promptID: "support_bot",
  id: "v1",
  name: "Version 1",
  model: "large",
  temperature: 0.2,
  prompts: [{ role: "system", content: "Be kind." }],
};

/** What tests need of a kind. */
interface OfKind<Props> {
  readonly Kind: new (scope: Construct, id: string, props: Props) => Construct;
  /** The construct's id in a stack. */
  readonly id: string;
  readonly sample: Props;
  /** What the sample is called in the service. */
  readonly identity: string;
}

/** The sample of each kind, with what makes it. */
export const samples = {
  experiment: { Kind: lib.Experiment, id: "checkout", sample: experiment, identity: "checkout_button" },
  metric_source: { Kind: lib.MetricSource, id: "orders", sample: metricSource, identity: "orders" },
  assignment_source: { Kind: lib.AssignmentSource, id: "exposures", sample: assignmentSource, identity: "exposures" },
  segment: { Kind: lib.Segment, id: "beta", sample: segment, identity: "beta_testers" },
  ingestion_source: {
    Kind: lib.IngestionSource,
    id: "revenue",
    sample: ingestionSource,
    identity: "Metrics/s3/revenue",
  },
  prompt_version: { Kind: lib.PromptVersion, id: "support", sample: promptVersion, identity: "support_bot/v1" },
} as const satisfies Readonly<Record<KindName, object>>;

/** A construct of a kind with props that the compiler knows nothing about. */
export function constructOf(kind: string, scope: Construct, id: string, props: object): Construct {
  return new samples[kind as KindName].Kind(scope, id, props as never);
}

/** A stack with one entity of each kind: the samples with these changes. */
export function oneOfEachWith(changes: Readonly<Partial<Record<KindName, object>>>): Build {
  return (stack) => {
    for (const kind of kindNames)
      constructOf(kind, stack, samples[kind].id, { ...samples[kind].sample, ...changes[kind] });
  };
}

/** A stack with one entity of each kind. */
export const oneOfEach = oneOfEachWith({});

/** Makes a stack with one construct of a kind: its sample with changes. An undefined prop is left out. A second one needs an id. */
export const anExperiment = builder(samples.experiment);
export const aMetricSource = builder(samples.metric_source);
export const anAssignmentSource = builder(samples.assignment_source);
export const aSegment = builder(samples.segment);
export const anIngestionSource = builder(samples.ingestion_source);
export const aPromptVersion = builder(samples.prompt_version);

/** A stack with a service that has these settings. */
export function aService(settings: lib.ExperimentationServiceProps = {}): Build {
  return makingService((stack) => new lib.ExperimentationService(stack, "service", { resourceType, ...settings }));
}

const makers = new WeakSet<Build>();

/** Marks a build that makes a service of its own: it is given none. */
export function makingService(build: Build): Build {
  makers.add(build);
  return build;
}

/** Whether a build, or one that it consists of, is marked so. */
export function makesService(build: Build): boolean {
  return makers.has(build);
}

/** A stack with the constructs of all of these. */
export function together(...builds: readonly Build[]): Build {
  const whole: Build = (stack) => {
    for (const build of builds) build(stack);
  };
  return builds.some(makesService) ? makingService(whole) : whole;
}

/** The props without these. */
export function without<Props extends object>(props: Props, ...names: readonly (keyof Props)[]): Partial<Props> {
  return Object.fromEntries(
    Object.entries(props).filter(([name]) => !names.includes(name as keyof Props)),
  ) as Partial<Props>;
}

function builder<Props extends object>({ Kind, id: ownId, sample }: OfKind<Props>) {
  return (changes: Partial<Props> = {}, id: string = ownId): Build =>
    (stack) => {
      new Kind(stack, id, { ...sample, ...changes });
    };
}
