import type { RiskName } from "../protocol/risk-names";
import type { Value, Values } from "./value";

/** What plans mean for the service's entities. */
export interface Review {
  readonly stacks: readonly StackReview[];
}

/** What the plan of one stack means. */
export interface StackReview {
  readonly name: string;
  /** How many calls a deploy makes. */
  readonly calls: number;
  /** The least time that the service's rate limits leave for them. */
  readonly leastSeconds: number;
  /** What is worth knowing, and no risk of one change. */
  readonly remarks: readonly string[];
  /** The entities that change. */
  readonly changes: readonly Change[];
}

/** What a deploy does about an entity. */
export const changeActions = [
  "create",
  "update",
  "adopt",
  "version",
  "retry",
  "reapply",
  "dry-run",
  "release",
] as const;

export type ChangeAction = (typeof changeActions)[number];

/** What a deploy does about one entity. */
export interface Change {
  readonly action: ChangeAction;
  readonly kind: string;
  /** What the entity is called; null where nothing tells before the deploy. */
  readonly name: string | null;
  /** Path of the construct; missing where it has left the code. */
  readonly construct?: string;
  /** The calls, in their order. */
  readonly calls: readonly ReviewedCall[];
  readonly fields: readonly FieldChange[];
  readonly risks: readonly Risk[];
  /** What was sent last, as far as it is known, and what is declared. */
  readonly whole: { readonly before: Values; readonly after: Values };
}

export interface ReviewedCall {
  readonly method: "POST" | "PATCH";
  /** Percent-encoded. A parameter that is not known before the deploy stands as in the API: `{name}`. */
  readonly path: string;
}

/** One value that changes: the smallest that does. `before` or `after` is missing where there was none. */
export interface FieldChange {
  /** For example `groups[0].size`: the place in the declared list, or in the former one for what is removed. */
  readonly path: string;
  readonly before?: Value;
  readonly after?: Value;
  /** The update leaves the whole field out: whether the service keeps or clears it, the API does not say. */
  readonly noLongerSent?: true;
}

/** What makes a change worth a second look. */
export interface Risk {
  readonly name: RiskName;
  /** What it is, and why it matters, in one sentence. */
  readonly text: string;
  readonly acknowledged: boolean;
}
