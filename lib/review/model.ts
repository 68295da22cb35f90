import type { PlannedChange, ReviewedCall } from "../plan/planned-change";
import type { DeclaredService } from "../protocol/declared-service";
import type { Request } from "../protocol/request-file";
import type { RiskName } from "../protocol/risk-names";
import type { CodePages } from "../text/code-pages";
import { labelOf, nameText, naturalOrder } from "../text/names";
import type { Fields, Opaque, Value } from "../value/value";

/** What plans mean for the service's entities. */
export interface Review {
  readonly stacks: readonly StackReview[];
  /** The files or folders with the fresh records that it was compared with, and how many entities they show. */
  readonly comparedWith?: { readonly sources: readonly string[]; readonly entities: number };
  /** The commit that the plans were made from, where a CI system tells. */
  readonly commit?: string;
  /** Where people accept its risks, in a job of a platform: by an approval, which is of a commit, or by a note, which names one. */
  readonly acceptedIn?: "approval" | "note";
  /** Where the platform shows the code, in such a job. */
  readonly code?: CodePages;
}

/** What the plan of one stack means. */
export interface StackReview {
  readonly name: string;
  /** Missing in a stack with several services, where each change has its own, and where nothing tells. */
  readonly service?: DeclaredService;
  /** When Terraform made the plan (RFC 3339); missing in plans of Terraform before 1.5. */
  readonly plannedAt?: string;
  /** How many calls a deploy makes at most. */
  readonly calls: number;
  /** What is worth knowing, and no risk of one change. */
  readonly notes: readonly string[];
  /** The entities that change. */
  readonly changes: readonly Change[];
}

/**
 * How a change moves users: an experiment is created as active, or goes to active; goes from active to a stopped state, or
 * back to setup; is decided; is archived or abandoned.
 */
export type Transition = "starts" | "stops" | "decides" | "archives";

/**
 * What happens to the users of an experiment: its transition; or it starts after it has ended, changes something for them
 * while it runs, leaves the code while it runs, or is sent as active though nobody can tell what the service has.
 */
export type UserStep = Transition | "starts again" | "changes" | "leaves" | "overwrites";

/** What the users of an experiment get before a change, and after it. */
export interface UserEffect {
  readonly before: Audience;
  readonly after: Audience;
  /** Each group with its counterpart, in the order of the declared ones; those that go come last. */
  readonly groups: readonly GroupEffect[];
  /** Of a decision, and of what stays decided. */
  readonly decision?: Decision;
}

/** Who takes part in an experiment. */
export interface Audience {
  /**
   * - `nobody`: it is not there yet.
   * - `planned`: it is in set-up, so nobody takes part, and these will.
   * - `in`: these take part.
   * - `kept`: nobody new takes part, and who had a group keeps it.
   * - `left to the service`: it is stopped, decided or archived: what its users get, the service decides.
   * - `unknown`: nobody can tell which of these it is.
   */
  readonly are: "nobody" | "planned" | "in" | "kept" | "left to the service" | "unknown";
  /** Percent of the users of its layer, or of all. Opaque where it cannot be read; missing where it is not declared. */
  readonly allocation?: Value;
  readonly layer?: Value;
  /** Only those who pass it take part. */
  readonly gate?: Value;
  /** Where all groups are one value that cannot be read: `UserEffect.groups` has none of this side then. */
  readonly hiddenGroups?: Opaque;
}

/** A group of an experiment before a change, and after it; one is missing where it is added or goes. */
export interface GroupEffect {
  readonly before?: GroupShare;
  readonly after?: GroupShare;
  /** Whether its size, its values, or its being switched off differ, or may. */
  readonly isChanged: boolean;
}

/** What a group is, and gives its users. */
export interface GroupShare {
  readonly id?: Value;
  /** Its name or id, else what it is called on the other side, or its place from 1 on. */
  readonly title: string;
  /** Percent of those who take part. */
  readonly size?: Value;
  readonly isOff: boolean;
  readonly isControl: boolean;
  /** Whether it is the launched one. */
  readonly isLaunched: boolean;
  /** What its users get, by parameter; itself hidden where all of it is. */
  readonly values: Fields | Opaque;
}

/** What was decided. Who gets it, and since when, the service decides. */
export interface Decision {
  /** Id of the launched group; missing where none is named. */
  readonly launched?: Value;
  /** The id before, where another had been launched. */
  readonly insteadOf?: Value;
  /** The group of that id, as it is declared; missing where it is the id of none. */
  readonly group?: GroupShare;
  readonly reason?: Value;
}

/** What a deploy does about one entity; what its code says is missing once it has left that. */
export interface Change
  extends Pick<PlannedChange, "action" | "name" | "former" | "before" | "after" | "fields">,
    Partial<Pick<Request, "construct" | "file" | "endsOn">> {
  readonly kind: string;
  /** Address of its Terraform resource. */
  readonly address: string;
  /** What people call it, where that is known and does not identify it. */
  readonly title?: string;
  /** In a stack with several services. */
  readonly service?: DeclaredService;
  /** Missing where the change moves no users, or nobody knows whether it does. */
  readonly transition?: Transition;
  /** Missing where nothing changes for the users of an experiment. */
  readonly forUsers?: UserStep;
  /** Of every experiment, also where nothing changes for its users; missing for other kinds, and for a dry run. */
  readonly effect?: UserEffect;
  /**
   * Of the fields that decide who takes part, those that an update of a running experiment sends without a change, though
   * no export shows what they are now: what somebody changed in the console is reverted.
   */
  readonly alsoSent?: readonly string[];
  /** Whether what is created can never be changed, as no call does that. */
  readonly isFinal?: true;
  /** Why it is sent again without a change, where the plan tells. */
  readonly cause?: string;
  /** The calls, in their order. */
  readonly calls: readonly ReviewedCall[];
  readonly risks: readonly Risk[];
  /** What synth warned of; notes of the stack have it, too. */
  readonly warnings?: readonly string[];
}

/** What makes a change worth a second look. */
export interface Risk {
  readonly name: RiskName;
  /** What people call it: "Many more users at once". */
  readonly title: string;
  /** What changes: `allocation 10 → 60`. */
  readonly what: string;
  /** Why that matters in this very case, without a full stop. */
  readonly why: string;
  /** What to do instead: an order without a full stop. */
  readonly instead: string;
  /** Whether the code acknowledges it, on the construct or on its service. */
  readonly acknowledged: boolean;
  /** Somebody accepts it for this once. */
  readonly accepted?: true;
  /** Who accepts it, where that is known: `["@ann"]`. */
  readonly acceptedBy?: readonly string[];
}

/** What it is, and why it matters, in one sentence. */
export function riskText({ what, why }: Pick<Risk, "what" | "why">): string {
  return `${what}: ${why}`;
}

/** Whether a risk still needs a decision. */
export function isOpen({ acknowledged, accepted }: Risk): boolean {
  return !acknowledged && accepted !== true;
}

/** By the construct, as the code has them; what has left it comes last. */
export function byPlace(a: Change, b: Change): number {
  const placeOf = ({ construct, kind, name }: Change) => construct ?? `\uffff ${labelOf(kind)} ${nameText(name)}`;
  return naturalOrder.compare(placeOf(a), placeOf(b));
}
