import { isDeepStrictEqual } from "node:util";
import type { Declared, Fields, Reason } from "./declared";
import type { Place } from "./places";

/**
 * One of the resources of an entity. What has one call has no revision: its record forgets with every change, and its
 * home keeps where it was made.
 */
export type Part = "record" | "revision" | "home";

/** What a deploy is told besides the code. */
export interface Options {
  /** Only this resource, with what it depends on. */
  readonly target?: Target;
  readonly replace?: Target;
  readonly adoptsExisting?: boolean;
}

export interface Target {
  readonly address: string;
  readonly part: Part;
}

/** What Terraform's state has of an entity. */
export interface Held {
  home?: Resource & { readonly place: Place };
  record?: Resource & {
    readonly id: symbol;
    readonly place: Place;
    /** The apply that created the entity; none did where it was adopted. */
    readonly created?: symbol;
    /** Whether it existed, and nothing but an update's answer has been seen of it. */
    readonly isAdopted?: boolean;
  };
  revision?: Resource & {
    /** Id of the record. */
    readonly of: symbol;
    /** The apply that made it, if its entity lacks what an update needs. */
    readonly madeWith?: symbol;
  };
}

interface Resource {
  readonly fields?: Fields;
  /** Whether nobody has sent those fields: it was adopted and left alone. */
  readonly isUnsent?: boolean;
  readonly isTainted: boolean;
}

/** What a plan does with each resource; nothing is planned for one that is not targeted. */
export interface Plan extends Readonly<Partial<Record<Part, "create" | "replace" | "keep">>> {
  readonly refusal?: Reason;
}

/** What a plan does with an entity: what Terraform does, and what the conditions of the resources refuse. */
export function planOf(declared: Declared, held: Held, { target, replace }: Options): Plan {
  const { address } = declared;
  if (target !== undefined && target.address !== address) return {};
  const { home, record, revision } = held;
  const action = (part: Part, resource: Resource | undefined, isChanged: boolean) => {
    if (resource === undefined) return "create";
    const isRequested = replace?.address === address && replace.part === part;
    return resource.isTainted || isRequested || isChanged ? "replace" : "keep";
  };
  const isHere = ({ place }: { readonly place: Place }) => [declared.place, ...declared.formerPlaces].includes(place);
  if (declared.isRepeated) {
    const ofHome = action("home", home, false);
    if (ofHome === "keep" && home && !isHere(home)) return { refusal: "elsewhere" };
    const isChanged = !declared.ignoreChanges && !isDeepStrictEqual(record?.fields, allFields(declared));
    return { home: ofHome, record: action("record", record, ofHome === "replace" || isChanged) };
  }
  const ofRecord = action("record", record, false);
  if (ofRecord === "keep" && record && !isHere(record)) return { refusal: "elsewhere" };
  const { ignoreChanges } = declared;
  if (ofRecord === "keep" && !ignoreChanges && !isDeepStrictEqual(record?.fields, declared.fixed)) {
    return { refusal: "fixed" };
  }
  if (declared.update === undefined || target?.part === "record") return { record: ofRecord };
  if (ignoreChanges) return { record: ofRecord, revision: action("revision", revision, ofRecord === "replace") };
  const isChanged = !isDeepStrictEqual(revision?.fields, declared.changeable);
  if (declared.isComplete) {
    const isOfAnother = ofRecord !== "keep" || revision?.of !== record?.id || revision?.madeWith !== undefined;
    return { record: ofRecord, revision: action("revision", revision, isOfAnother || isChanged) };
  }
  const ofRevision = action("revision", revision, ofRecord === "replace");
  if (ofRevision !== "keep") return { record: ofRecord, revision: ofRevision };
  if (isChanged) return { refusal: "frozen" };
  const isLost = ofRecord === "keep" && revision?.madeWith !== undefined && revision.madeWith !== record?.created;
  return isLost ? { refusal: "lost" } : { record: ofRecord, revision: ofRevision };
}

export function allFields({ fixed, changeable }: Declared): Fields {
  return { ...fixed, ...changeable };
}
