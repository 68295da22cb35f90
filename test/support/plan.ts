/** The attributes of a resource. */
export type Attributes = Readonly<Record<string, unknown>>;

/** What a plan would do to one resource. */
export interface ResourceChange {
  readonly address: string;
  /** For example `["create"]`, or `["delete", "create"]` for a replacement. */
  readonly actions: readonly string[];
  /** Null when the resource does not exist yet. */
  readonly before: Attributes | null;
  /** Null when the resource goes away. What is known only after apply is missing. */
  readonly after: Attributes | null;
}

/** Reads the changes from what `terraform show -json` says about a plan, without those that change nothing. */
export function changesOf(plan: string): readonly ResourceChange[] {
  const { resource_changes: changes = [] } = JSON.parse(plan) as ShownPlan;
  return changes
    .map(({ address, change: { actions, before, after } }) => ({ address, actions, before, after }))
    .filter(({ actions }) => actions.join() !== "no-op");
}

interface ShownPlan {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly change: Omit<ResourceChange, "address">;
  }[];
}
