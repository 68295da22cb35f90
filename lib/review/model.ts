import type { FieldChange } from "../plan/entity-fields";
import type { ChangeAction } from "../plan/planned-action";
import type { ReviewedCall } from "../plan/planned-change";
import type { DeclaredService } from "../protocol/request-file";
import type { RiskName } from "../protocol/risk-names";
import type { Fields } from "../value/value";

/** What plans mean for the service's entities. */
export interface Review {
  readonly stacks: readonly StackReview[];
  /** The files or folders with the fresh records that it was compared with, and how many entities they show. */
  readonly comparedWith?: { readonly sources: readonly string[]; readonly entities: number };
  /** The commit that the plans were made from, where a CI system tells. */
  readonly commit?: string;
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

/** What a deploy does about one entity. */
export interface Change {
  readonly action: ChangeAction;
  readonly kind: string;
  /** What identifies the entity; null where nothing tells before the deploy. */
  readonly name: string | null;
  /** Address of its Terraform resource. */
  readonly address: string;
  /** What people call it, where that is known and does not identify it. */
  readonly title?: string;
  /** Path of the construct; missing where it has left the code. */
  readonly construct?: string;
  /** The file that declares it, if one does. */
  readonly file?: string;
  /** In a stack with several services. */
  readonly service?: DeclaredService;
  /** Missing where the change moves no users, or nobody knows whether it does. */
  readonly transition?: Transition;
  /** Missing where nothing changes for the users of an experiment. */
  readonly forUsers?: UserStep;
  /** The day on which an experiment should end: `2026-12-18`. */
  readonly endsOn?: string;
  /** Why it is sent again without a change, where the plan tells. */
  readonly cause?: string;
  /** The calls, in their order. */
  readonly calls: readonly ReviewedCall[];
  readonly fields: readonly FieldChange[];
  readonly risks: readonly Risk[];
  /** What synth warned of; notes of the stack have it, too. */
  readonly warnings?: readonly string[];
  /** What was sent last, as far as it is known, and what is declared. */
  readonly whole: { readonly before: Fields; readonly after: Fields };
}

/** What makes a change worth a second look. */
export interface Risk {
  readonly name: RiskName;
  /** What changes: `allocation 10 → 60`. */
  readonly what: string;
  /** Why that matters; missing where there is no more to say. */
  readonly why?: string;
  /** Whether the code acknowledges it, on the construct or on its service. */
  readonly acknowledged: boolean;
  /** Somebody accepts it for this once. */
  readonly accepted?: true;
}

/** What it is, and why it matters, in one sentence. */
export function riskText({ what, why }: Pick<Risk, "what" | "why">): string {
  return why === undefined ? what : `${what}: ${why}`;
}

/** Whether a risk still needs a decision. */
export function isOpen({ acknowledged, accepted }: Risk): boolean {
  return !acknowledged && accepted !== true;
}

/** The decision on a risk, to stand behind its name; empty where it needs one. */
export function decidedText(risk: Risk): string {
  if (isOpen(risk)) return "";
  return risk.acknowledged ? " (acknowledged)" : " (accepted)";
}
