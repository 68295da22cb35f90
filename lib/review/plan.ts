import * as z from "zod";
import { pathText } from "../api/field-path";
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
  /** What the state had when the plan was made. */
  readonly prior_state?: {
    readonly values?: { readonly root_module?: { readonly resources?: readonly StateResource[] } };
  };
}

/** A resource of the state, as a plan has it. */
export interface StateResource {
  readonly mode?: string;
  readonly type: string;
  readonly name: string;
  readonly values?: { readonly id?: unknown };
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
  readonly address?: { readonly kind?: string };
  readonly status?: string;
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
  const plan = parsedPlan(stack, text);
  const failed = (plan.checks ?? []).filter(isFailed);
  // Terraform before 1.6 does not say whether a plan failed
  if (plan.errored ?? failed.length > 0) {
    const checks = failed.length > 0 ? failed : (plan.checks ?? []);
    const messages = checks
      .flatMap(({ instances = [] }) => instances.flatMap(({ problems = [] }) => problems))
      .map(({ message = "" }) => message.replace(/\s+/g, " ").trim());
    throw new UnusablePlanError(stack, "the plan failed, so that nothing can be deployed of it", [
      ...new Set(messages),
    ]);
  }
  return plan;
}

/** Whether a condition failed that stops a deploy: what a block of checks says is a warning. */
function isFailed({ status, address }: PlanCheck): boolean {
  return status === "fail" && address?.kind !== "check";
}

/** The resources of a plan as the configuration has them. */
export function configuredResources({ configuration }: Plan): readonly ConfiguredResource[] {
  return configuration?.root_module?.resources ?? [];
}

function parsedPlan(stack: string, text: string): Plan {
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
  const [issue] = planShape.safeParse(plan).error?.issues ?? [];
  if (issue === undefined) return plan;
  throw new UnusablePlanError(
    stack,
    `the plan's JSON is not as Terraform writes it: ${pathText(issue.path as (string | number)[])}: ${issue.message}`,
  );
}

const object = z.looseObject({});

/** What of a plan's JSON a review relies on. */
const planShape = z.looseObject({
  timestamp: z.string().optional(),
  errored: z.boolean().optional(),
  complete: z.boolean().optional(),
  resource_changes: z
    .array(
      z.looseObject({
        mode: z.string(),
        type: z.string(),
        name: z.string(),
        change: z.looseObject({ actions: z.array(z.string()), before: object.nullable(), after: object.nullable() }),
      }),
    )
    .optional(),
  configuration: z
    .looseObject({
      root_module: z
        .looseObject({
          resources: z
            .array(
              z.looseObject({
                type: z.string(),
                name: z.string(),
                provisioners: z.array(object).optional(),
                depends_on: z.array(z.string()).optional(),
              }),
            )
            .optional(),
        })
        .optional(),
    })
    .optional(),
  checks: z
    .array(z.looseObject({ instances: z.array(z.looseObject({ problems: z.array(object).optional() })).optional() }))
    .optional(),
  prior_state: z
    .looseObject({
      values: z
        .looseObject({
          root_module: z
            .looseObject({ resources: z.array(z.looseObject({ type: z.string(), name: z.string() })).optional() })
            .optional(),
        })
        .optional(),
    })
    .optional(),
});
