import type { Attributes } from "./plan";

/** A Terraform state, as far as tests look into it. */
export interface State {
  readonly serial: number;
  readonly resources: readonly StateResource[];
  readonly outputs: Readonly<Record<string, { readonly value: unknown }>>;
}

/** A resource in a Terraform state. */
export interface StateResource {
  readonly type: string;
  readonly name: string;
  readonly instances: readonly {
    readonly attributes: Attributes;
    /** `tainted` after a provisioner failed. */
    readonly status?: string;
  }[];
}
