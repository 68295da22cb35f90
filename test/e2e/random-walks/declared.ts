import type { Place } from "./places";
import type { Content, Walker } from "./walker";

/** Fields of an entity; those that are not given are not there. */
export type Fields = Readonly<Record<string, unknown>>;

/** What the model has to know of an entity that a stack declares. */
export interface Declared
  extends Pick<Content, "isComplete" | "adopt" | "ignoreChanges">,
    Pick<Walker, "update" | "isRepeated" | "traits"> {
  readonly walker: string;
  /** Tells its resources from others of the state. */
  readonly address: string;
  /** Tells it from others of the project. */
  readonly id: string;
  /** Where it is, as the code says. */
  readonly place: Place;
  /** Places that the code says are the same. */
  readonly formerPlaces: readonly Place[];
  /** The call that makes it, or its only call. */
  readonly create: string;
  /** What no update can change. */
  readonly fixed: Fields;
  readonly changeable: Fields;
}

/** What is special about a kind of entity. */
export interface Traits {
  /** Its identity comes from its content, so that it is as declared where it exists. */
  readonly isByContent?: boolean;
  /** The service has no unique key for it. */
  readonly mayDuplicate?: boolean;
  /** The fixed fields that an update's answer shows. */
  readonly shown?: readonly string[];
}

/** Why a deploy of an entity is refused, or fails. */
export type Reason =
  /** It was made at another place. */
  | "elsewhere"
  /** No update can change it so. */
  | "fixed"
  /** It lacks what an update needs for the change. */
  | "frozen"
  /** What was sent last is not known, and it lacks what an update needs. */
  | "lost"
  /** The service refuses the call. */
  | "fault"
  /** It exists, and nothing proves that it is this stack's. */
  | "exists"
  /** It is this stack's, and made with other fixed fields. */
  | "made otherwise"
  /** It exists, and lacks what an update needs. */
  | "incomplete"
  /** It exists, and the service shows other fixed fields. */
  | "differs"
  /** The service does not have it. */
  | "missing";
