import * as z from "zod";
import { AdvisedError } from "../text/errors";
import { pathText } from "../text/names";
import { onOneLine } from "../text/words";
import { isFields, type Value } from "../value/value";

/** Where a plan comes from, for what a refusal says. */
export interface PlanOrigin {
  readonly stack: string;
  /** How it is made, in words that follow "next:": "run cdktf diff checkout". Only a refusal asks, as the answer takes files. */
  readonly planning: () => string;
}

/** A plan that a review cannot be made of. */
export class UnusablePlanError extends AdvisedError {
  override readonly name = "UnusablePlanError";

  /**
   * @param what what is wrong with the plan
   * @param next what makes one that can be used; else planning again
   * @param details further lines, each about one fact
   */
  constructor({ stack, planning }: PlanOrigin, what: string, next?: string, details: readonly string[] = []) {
    super(`${stack}: ${what}`, next ?? `${planning()}, and review again`, details, "plan");
  }
}

/** True for a value that is marked as a whole; else marks of what is inside. */
export type Marks = boolean | readonly Marks[] | { readonly [key: string]: Marks };

const attributes = z.looseObject({ id: z.unknown().optional() });
const marks = z.custom<Marks>().optional();

const plannedResource = z.object({
  module_address: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  address: z.string().optional(),
  /** Where a `moved` block takes it from. */
  previous_address: z.string().optional(),
  deposed: z.string().optional(),
  change: z.object({
    /** For example `["create"]`, or `["delete", "create"]` for a replacement. */
    actions: z.array(z.string()),
    before: attributes.nullable(),
    after: attributes.nullable(),
    after_unknown: marks,
    before_sensitive: marks,
    after_sensitive: marks,
  }),
  action_reason: z.string().optional(),
});

const stateResource = z.object({
  address: z.string().optional(),
  mode: z.string(),
  type: z.string(),
  name: z.string(),
  values: attributes.default({}),
  sensitive_values: marks,
  /** Of an object that Terraform has still to destroy, beside the present one. */
  deposed_key: z.string().optional(),
});

const configuredResource = z.object({
  type: z.string(),
  name: z.string(),
  provisioners: z.array(z.custom<Value>()).default([]),
  depends_on: z.array(z.string()).default([]),
});

const plannedCheck = z
  .object({
    address: z.object({ kind: z.string().optional(), name: z.string().default("") }).prefault({}),
    status: z.string().optional(),
    instances: z
      .array(z.object({ problems: z.array(z.object({ message: z.string().default("") })).default([]) }))
      .default([]),
  })
  .transform(({ address, status, instances }) => {
    const messages = instances.flatMap(({ problems }) => problems.map(({ message }) => onOneLine(message)));
    return { ...address, status, messages: [...new Set(messages)] };
  });

/** The resources of a root module. */
function resourcesOf<Resource extends z.ZodType>(resource: Resource) {
  return z
    .object({ root_module: z.object({ resources: z.array(resource).default([]) }).prefault({}) })
    .prefault({})
    .transform(({ root_module: { resources } }) => resources);
}

/** A Terraform plan, as far as a review reads it: what `terraform show -json` prints. */
const planSchema = z.object({
  /** When it was made (RFC 3339). */
  timestamp: z.string().optional(),
  errored: z.boolean().optional(),
  /** False when Terraform was told to leave out resources. */
  complete: z.boolean().optional(),
  resource_changes: z.array(plannedResource).default([]),
  configuration: resourcesOf(configuredResource),
  checks: z.array(plannedCheck).default([]),
  /** What the state had when the plan was made. */
  prior_state: z
    .object({ values: resourcesOf(stateResource) })
    .prefault({})
    .transform(({ values }) => values),
});

export type Plan = z.infer<typeof planSchema>;
export type PlannedResource = z.infer<typeof plannedResource>;
export type StateResource = z.infer<typeof stateResource>;
export type ConfiguredResource = z.infer<typeof configuredResource>;

/** Whether a JSON value is a plan, of whatever format. */
export function isPlan(json: unknown): json is { readonly format_version: string } {
  // a state has a format, too
  return (
    isFields(json) &&
    typeof json.format_version === "string" &&
    ("planned_values" in json || "resource_changes" in json)
  );
}

/**
 * Reads a plan.
 *
 * @param json what `terraform show -json` prints
 * @throws UnusablePlanError when it is not a plan, or one that failed
 */
export function readPlan(origin: PlanOrigin, json: unknown): Plan {
  const plan = parsedPlan(origin, json);
  // what a block of checks says stops no deploy
  const failed = plan.checks.filter(({ kind, status }) => status === "fail" && kind !== "check");
  // Terraform before 1.6 does not say whether a plan failed
  if (plan.errored ?? failed.length > 0) {
    const messages = (failed.length > 0 ? failed : plan.checks).flatMap((check) => check.messages);
    const next = `correct what failed; then ${origin.planning()}, and review again`;
    const what = "the plan failed, so nothing of it can be deployed";
    throw new UnusablePlanError(origin, what, next, [...new Set(messages)]);
  }
  return plan;
}

function parsedPlan(origin: PlanOrigin, json: unknown): Plan {
  if (!isPlan(json)) throw new UnusablePlanError(origin, "what `terraform show -json` prints is no plan");
  const { format_version: version } = json;
  if (!version.startsWith("1.")) {
    throw new UnusablePlanError(
      origin,
      `the plan's JSON is of format ${JSON.stringify(version)}; allowed: 1`,
      "install a version of cdktf-experimentation that reads it, or plan with an older Terraform",
    );
  }
  const { data, error } = planSchema.safeParse(json);
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw new UnusablePlanError(
    origin,
    `the plan's JSON is not as Terraform writes it: ${pathText(issue?.path as (string | number)[])}: ${issue?.message}`,
    "give what `terraform show -json` prints of the plan file, unchanged",
  );
}

/** What the plan's blocks of checks warn of. */
export function failedChecks({ checks }: Plan): Plan["checks"] {
  return checks.filter(({ kind, status }) => kind === "check" && (status === "fail" || status === "error"));
}

/** What Terraform keeps of a former object, and what stands in a module, is none of ours. */
export function isRoot({ mode, module_address, deposed }: PlannedResource): boolean {
  return mode === "managed" && module_address === undefined && deposed === undefined;
}

/** Whether a plan does anything with a resource. */
export function isChanged({ change }: PlannedResource): boolean {
  return change.actions.some((action) => action !== "no-op" && action !== "read");
}

/** What tells a resource from others of a plan. */
export function resourceKey({ type, name }: { readonly type: string; readonly name: string }): string {
  return `${type}.${name}`;
}
