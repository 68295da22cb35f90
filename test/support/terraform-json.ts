/** The attributes of a resource. */
type Attributes = Readonly<Record<string, unknown>>;

/** A Terraform state, as far as tests look into it. */
export interface State {
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    readonly instances: readonly {
      readonly attributes: Attributes;
      /** `tainted` after a provisioner failed. */
      readonly status?: string;
    }[];
  }[];
  readonly outputs: Readonly<Record<string, { readonly value: unknown }>>;
}

/** What a plan would do to one resource. */
export interface ResourceChange {
  readonly address: string;
  readonly change: {
    /** For example `["create"]`, or `["delete", "create"]` for a replacement. */
    readonly actions: readonly string[];
    /** Null when the resource goes away. What is known only after apply is missing. */
    readonly after: Attributes | null;
  };
}

/** Reads the changes from what `terraform show -json` says about a plan, without those that change nothing. */
export function changesOf(plan: string): readonly ResourceChange[] {
  const { resource_changes: changes = [] } = JSON.parse(plan) as { resource_changes?: readonly ResourceChange[] };
  return changes.filter(({ change }) => change.actions.join() !== "no-op");
}
