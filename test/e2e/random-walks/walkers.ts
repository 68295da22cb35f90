import { TerraformVariable } from "cdktf";
import type { Construct } from "constructs";
import type { ExperimentationService } from "../../../lib";
import type { KindName } from "../../../lib/api/kind-names";
import type { FaultMatch, StoredRecord } from "../../../lib/emulator";
import { constructOf, samples } from "../../support/samples";

/** Fields of an entity; those that are not given are not there. */
export type Fields = Readonly<Record<string, unknown>>;

/** What is special about a kind of entity. */
export interface Traits {
  /** Its identity comes from its content, so that it is as declared where it exists. */
  readonly isByContent?: boolean;
  /** The service has no unique key for it. */
  readonly mayDuplicate?: boolean;
  /** The fixed fields that an update's answer shows. */
  readonly shown?: readonly string[];
}

/** What the code says of an entity, besides where it is. */
export interface Content {
  readonly value: number;
  /** For what no update can change. */
  readonly fixed: number;
  /** Whether all is there that the fuller call needs. */
  readonly isComplete: boolean;
  readonly adopt: boolean;
  /** Whether its changes are ignored once it is there. */
  readonly ignoreChanges: boolean;
}

/** An entity that walks: how it is declared, which calls it takes, and what of it can be seen in the service. */
export interface Walker {
  readonly build: (
    scope: Construct,
    id: string,
    service: ExperimentationService,
    content: Content,
  ) => Construct & { readonly inStack: { readonly terraformAddress: string } };
  /** The call that makes it, or its only call. */
  readonly create: (content: Content) => string;
  readonly update?: string;
  /** Whether its only call makes or changes it. */
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
  readonly isOf: (record: Pick<StoredRecord, "kind" | "data">, identity?: string) => boolean;
  /** What can be seen of a record. */
  readonly seen: (data: Fields) => Fields;
}

/** What there is to say of a walker, where it is not as with most. */
interface WalkerProps extends Partial<Omit<Walker, "build" | "stranger" | "isOf" | "seen">> {
  /** Where its props are not those of the kind's sample. */
  readonly props?: Fields;
  readonly path: (identity: string) => string;
  /** The field that identifies it. */
  readonly by: string;
  /** Values of fields that only Terraform knows. */
  readonly deferred?: (scope: Construct, content: Content) => object;
}

/** What strangers have. */
const theirs: Content = { value: 9, fixed: 0, isComplete: true, adopt: false, ignoreChanges: false };

/** The former of two is lost, and the latter gained. */
const layers = ["l1", undefined, "l2"];
const sharing = [undefined, true, false];

/** What walks, by its name: an entity of each kind, and prompt versions whose id comes from their content. */
export const walkers: Readonly<Record<string, Walker>> = {
  experiment: walker("experiment", {
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
  metric_source: walker("metric_source", {
    path: () => "/console/v1/metrics/metric_source",
    by: "name",
    update: "POST /console/v1/metrics/metric_source/orders",
    changeable: ({ value }) => ({ sql: `select ${value}` }),
  }),
  segment: walker("segment", {
    path: () => "/console/v1/segments",
    by: "id",
    fixed: ({ value }) => ({ description: `<${value}>` }),
  }),
  ingestion_source: walker("ingestion_source", {
    path: () => "/console/v1/ingestion",
    by: "source_name",
    update: "PATCH /console/v1/ingestion",
    traits: { mayDuplicate: true },
    fixed: ({ fixed }) => ({ use_delta_sharing: sharing[fixed] }),
    changeable: ({ value }) => ({ query: `select ${value}` }),
  }),
  assignment_source: walker("assignment_source", {
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
  prompt_version: walker("prompt_version", {
    ...versionsOf("support_bot"),
    fixed: ({ value }) => ({ temperature: value }),
  }),
  prompt_by_content: walker("prompt_version", {
    ...versionsOf("sales_bot"),
    ...byContent("sales_bot"),
    named: "by content",
  }),
  prompt_by_deferred_content: walker("prompt_version", {
    ...versionsOf("legal_bot"),
    ...byContent("legal_bot"),
    isRepeated: true,
    named: "by path",
    resources: "prompt_version_at_",
    deferred: (scope, { value }) => ({
      temperature: new TerraformVariable(scope, "temperature", { type: "number", default: value }).numberValue,
    }),
  }),
};

function versionsOf(promptID: string) {
  const path = `/console/v1/prompts/${promptID}/versions`;
  return { path: () => path, by: "id", resources: `prompt_version_${promptID}`, match: { path } };
}

/** Versions whose id comes from their content. */
function byContent(promptID: string) {
  return {
    props: { id: undefined, promptID },
    isAdoptable: false,
    traits: { isByContent: true },
    fixed: ({ value }: { readonly value: number }) => ({ temperature: value }),
  };
}

/** A walker whose construct has the props of its kind's sample, but for what walks. */
function walker(kind: KindName, { props: others, path, by, deferred, ...rest }: WalkerProps): Walker {
  const { fixed = () => ({}), changeable = () => ({}) } = rest;
  const sample: Fields = { ...samples[kind].sample, ...others };
  const own = sample[by] as string | undefined;
  const visible = (content: Content) => ({ ...fixed(content), ...changeable(content) });
  const props = (content: Content) => ({ ...sample, ...visible(content) });
  return {
    build: (scope, id, service, content) =>
      constructOf(kind, scope, id, {
        ...props(content),
        ...deferred?.(scope, content),
        service,
        adopt: content.adopt,
        ...(content.ignoreChanges && { ignoreChanges: true }),
      }) as ReturnType<Walker["build"]>,
    create: () => `POST ${path(own ?? "")}`,
    isRepeated: false,
    isAdoptable: true,
    mayLack: false,
    traits: {},
    resources: `${kind}_`,
    match: { kind },
    ...rest,
    own,
    isOf: (record, identity) =>
      record.kind === kind &&
      record.data.promptID === sample.promptID &&
      (identity === undefined || record.data[by] === identity),
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

/** The fields without those that are not given. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
