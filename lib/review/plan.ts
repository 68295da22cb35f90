import { parseJson } from "../api/parse-json";
import { UnusablePlanError } from "./review-errors";

/** A Terraform plan, as far as a review reads it: what `terraform show -json` prints. */
export interface Plan {
  /** When it was made (RFC 3339). */
  readonly timestamp?: string;
  readonly errored?: boolean;
  /** False when Terraform was told to leave out resources. */
  readonly complete?: boolean;
  readonly resource_changes?: readonly PlannedResource[];
  readonly configuration?: { readonly root_module?: { readonly resources?: readonly ConfiguredResource[] } };
  readonly checks?: readonly PlanCheck[];
}

/** What a plan does with one resource. */
export interface PlannedResource {
  readonly address: string;
  readonly module_address?: string;
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly deposed?: string;
  readonly change: {
    /** For example `["create"]`, or `["delete", "create"]` for a replacement. */
    readonly actions: readonly string[];
    readonly before: Attributes | null;
    readonly after: Attributes | null;
    readonly after_unknown?: Marks;
    readonly before_sensitive?: Marks;
    readonly after_sensitive?: Marks;
  };
  readonly action_reason?: string;
}

/** A resource as the configuration has it. */
export interface ConfiguredResource {
  readonly type: string;
  readonly name: string;
  readonly provisioners?: readonly {
    readonly expressions?: { readonly command?: { readonly constant_value?: unknown } };
  }[];
  readonly depends_on?: readonly string[];
}

export type Attributes = Readonly<Record<string, unknown>>;

/** True for a value that is marked as a whole; else marks of what is inside. */
export type Marks = boolean | readonly Marks[] | { readonly [key: string]: Marks };

interface PlanCheck {
  readonly instances?: readonly { readonly problems?: readonly { readonly message?: string }[] }[];
}

/**
 * Reads a plan.
 *
 * @param stack name of the planned stack
 * @param text what `terraform show -json` prints
 * @throws UnusablePlanError when it is no plan, or one that failed
 */
export function readPlan(stack: string, text: string): Plan {
  const plan = parsed(stack, text);
  if (plan.errored === true) {
    const messages = (plan.checks ?? [])
      .flatMap(({ instances = [] }) => instances.flatMap(({ problems = [] }) => problems))
      .map(({ message = "" }) => message.replace(/\s+/g, " ").trim());
    throw new UnusablePlanError(stack, "the plan failed, so that nothing can be deployed of it", [
      ...new Set(messages),
    ]);
  }
  return plan;
}

/** The resources of a plan as the configuration has them. */
export function configuredResources({ configuration }: Plan): readonly ConfiguredResource[] {
  return configuration?.root_module?.resources ?? [];
}

function parsed(stack: string, text: string): Plan {
  const json = parseJson(text);
  if (json === undefined) throw new UnusablePlanError(stack, "what was given is not JSON");
  const { format_version: version, ...plan } = (json ?? {}) as { readonly format_version?: unknown } & Plan;
  // a state has a format, too
  if (typeof version !== "string" || !("planned_values" in plan || "resource_changes" in plan)) {
    throw new UnusablePlanError(stack, "what was given is JSON, but no Terraform plan");
  }
  if (!version.startsWith("1.")) {
    throw new UnusablePlanError(stack, `the plan's JSON is of format ${JSON.stringify(version)}; allowed: 1`);
  }
  return plan;
}
