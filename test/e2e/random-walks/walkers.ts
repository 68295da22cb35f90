import { TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
import {
  AssignmentSource,
  Experiment,
  type ExperimentationService,
  IngestionSource,
  MetricSource,
  PromptVersion,
  Segment,
} from "../../../lib";
import type { FaultMatch } from "../../../lib/emulator/fault";
import type { StoredRecord } from "../../../lib/emulator/store";
import * as samples from "../samples";
import type { Fields, Traits } from "./declared";

/** What the code says of an entity, besides where it is. */
export interface Content {
  readonly value: number;
  /** For what no update can change. */
  readonly fixed: number;
  /** Whether all is there that the fuller call needs. */
  readonly isComplete: boolean;
  readonly adopt: boolean;
}

/** An entity that walks: how it is declared, which calls it takes, and what of it can be seen in the service. */
export interface Walker {
  readonly build: (scope: Construct, id: string, service: ExperimentationService, content: Content) => WithAddress;
  /** The call that makes it, or its only call. */
  readonly create: (content: Content) => string;
  readonly update?: string;
  readonly isRepeated: boolean;
  readonly isAdoptable: boolean;
  /** Whether it can be declared without all that its fuller call needs. */
  readonly mayLack: boolean;
  readonly traits: Traits;
  readonly fixed: (content: Content) => Fields;
  readonly changeable: (content: Content) => Fields;
  /** Where the name of its resources comes from, if not from its identity alone. */
  readonly named?: "by content" | "by path";
  /** How the names of its resources begin. */
  readonly resources: string;
  /** The calls about it. */
  readonly match: FaultMatch;
  /** Its identity, where that does not come from its content. */
  readonly own?: string;
  /** The call by which somebody else makes one with an identity. */
  readonly stranger: (identity: string) => { readonly path: string; readonly body: Fields };
  /** Whether a record of the service is of its kind and, if its identity is its own, of that identity. */
  readonly isOf: (record: ServiceRecord, identity?: string) => boolean;
  /** What can be seen of a record. */
  readonly seen: (data: Fields) => Fields;
}

type ServiceRecord = Pick<StoredRecord, "kind" | "data">;

interface WithAddress {
  readonly terraformAddress: string;
}

/** What there is to say of a walker, where it is not as with most. */
interface Traced<Props> extends Partial<Omit<Walker, "build" | "stranger" | "isOf" | "seen" | "fixed" | "changeable">> {
  readonly kind: string;
  /** The prompt that its versions are of. */
  readonly promptID?: string;
  readonly path: (identity: string) => string;
  /** The field that identifies it. */
  readonly by: keyof Props & string;
  /** Values of fields that only Terraform knows. */
  readonly deferred?: (scope: Construct, content: Content) => Partial<Props>;
  readonly fixed?: (content: Content) => Partial<Props>;
  readonly changeable?: (content: Content) => Partial<Props>;
}

const layers = [undefined, "l1", "l2"];
const sharing = [undefined, true, false];
const theirs: Content = { value: 9, fixed: 0, isComplete: true, adopt: false };

export const walkers: Readonly<Record<string, Walker>> = {
  experiment: walker(Experiment, samples.experiment, {
    kind: "experiment",
    path: () => "/console/v1/experiments",
    by: "id",
    update: "POST /console/v1/experiments/checkout_button",
    mayLack: true,
    traits: { shown: ["layerID"] },
    fixed: ({ fixed }) => ({ layerID: layers[fixed] }),
    changeable: ({ value, isComplete }) => ({
      allocation: value,
      hypothesis: isComplete ? "Green sells more." : undefined,
    }),
  }),
  metric_source: walker(MetricSource, samples.metricSource, {
    kind: "metric_source",
    path: () => "/console/v1/metrics/metric_source",
    by: "name",
    update: "POST /console/v1/metrics/metric_source/orders",
    changeable: ({ value }) => ({ sql: `select ${value}` }),
  }),
  segment: walker(Segment, samples.segment, {
    kind: "segment",
    path: () => "/console/v1/segments",
    by: "id",
    fixed: ({ value }) => ({ description: `<${value}>` }),
  }),
  ingestion_source: walker(IngestionSource, samples.ingestionSource, {
    kind: "ingestion_source",
    path: () => "/console/v1/ingestion",
    by: "source_name",
    update: "PATCH /console/v1/ingestion",
    traits: { mayDuplicate: true },
    fixed: ({ fixed }) => ({ use_delta_sharing: sharing[fixed] }),
    changeable: ({ value }) => ({ query: `select ${value}` }),
  }),
  assignment_source: walker(AssignmentSource, samples.assignmentSource, {
    kind: "assignment_source",
    path: (name) => `/console/v1/experiments/assignment_source/${name}`,
    by: "name",
    mayLack: true,
    isRepeated: true,
    create: ({ isComplete }) => `${isComplete ? "POST" : "PATCH"} /console/v1/experiments/assignment_source/exposures`,
    changeable: ({ value, isComplete }) => ({
      description: `<${value}>`,
      sql: isComplete ? `select ${value}` : undefined,
    }),
  }),
  prompt_version: walker(PromptVersion, samples.promptVersion, {
    ...versionsOf("support_bot"),
    fixed: ({ value }) => ({ temperature: value }),
  }),
  prompt_by_content: walker(
    PromptVersion,
    { ...samples.promptVersion, id: undefined, promptID: "sales_bot" },
    {
      ...versionsOf("sales_bot"),
      isAdoptable: false,
      traits: { isByContent: true },
      named: "by content",
      fixed: ({ value }) => ({ temperature: value }),
    },
  ),
  prompt_by_deferred_content: walker(
    PromptVersion,
    { ...samples.promptVersion, id: undefined, promptID: "legal_bot" },
    {
      ...versionsOf("legal_bot"),
      isAdoptable: false,
      isRepeated: true,
      traits: { isByContent: true },
      named: "by path",
      resources: "prompt_version_at_",
      fixed: ({ value }) => ({ temperature: value }),
      deferred: (scope, { value }) => ({
        temperature: new TerraformVariable(scope, "temperature", { type: "number", default: value }).numberValue,
      }),
    },
  ),
};

function versionsOf(promptID: string) {
  const path = `/console/v1/prompts/${promptID}/versions`;
  return {
    kind: "prompt_version",
    path: () => path,
    by: "id",
    resources: `prompt_version_${promptID}`,
    match: { path },
    promptID,
  } as const;
}

function walker<Props extends object>(
  Kind: new (scope: Construct, id: string, props: Props) => WithAddress,
  sample: Props,
  { kind, promptID, path, by, deferred, ...rest }: Traced<Props>,
): Walker {
  const { fixed = nothing, changeable = nothing, resources = `${kind}_` } = rest;
  const own = sample[by] as string | undefined;
  const visible = (content: Content) => ({ ...fixed(content), ...changeable(content) });
  const props = (content: Content) => ({ ...sample, ...visible(content) });
  return {
    build: (scope, id, service, content) =>
      new Kind(scope, id, { ...props(content), ...deferred?.(scope, content), service, adopt: content.adopt }),
    create: () => `POST ${path(own ?? "")}`,
    isRepeated: false,
    isAdoptable: true,
    mayLack: false,
    traits: {},
    resources,
    match: { kind },
    ...rest,
    own,
    isOf: (record, identity = record.data[by]) =>
      record.kind === kind && record.data.promptID === promptID && record.data[by] === identity,
    seen: (data) => given(Object.fromEntries(Object.keys(visible(theirs)).map((name) => [name, data[name]]))),
    fixed: (content) => given(fixed(content)),
    changeable: (content) => given(changeable(content)),
    stranger: (identity) => {
      // a prompt's id is in the path
      const { promptID: _, ...body } = { ...props(theirs), [by]: identity } as Fields;
      return { path: path(identity), body };
    },
  };
}

function nothing(): object {
  return {};
}

/** The fields without those that are not given. */
function given(fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
