import type { Construct } from "constructs";
import type { ExperimentationService } from "../../../lib";
import type { KindName } from "../../../lib/api/kind-names";
import type { FaultMatch, StoredRecord } from "../../../lib/emulator";
import { constructOf, samples } from "../../support/samples";
import type { Fields, Traits } from "./declared";

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
  readonly build: (scope: Construct, id: string, service: ExperimentationService, content: Content) => WithAddress;
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

interface WithAddress extends Construct {
  readonly inStack: { readonly terraformAddress: string };
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

/** A walker whose construct has the props of its kind's sample, but for what walks. */
export function walker(kind: KindName, { props: others, path, by, deferred, ...rest }: WalkerProps): Walker {
  const { fixed = nothing, changeable = nothing } = rest;
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
      }) as WithAddress,
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

function nothing(): Fields {
  return {};
}

/** The fields without those that are not given. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
