import * as z from "zod";
import { AdvisedError } from "../text/errors";
import { pathText } from "../text/names";
import { onOneLine } from "../text/words";
import { isFields } from "../value/value";

/** Where a plan comes from, for what a refusal says. */
export interface PlanOrigin {
  readonly stack: string;
  /** How it is made, in words that follow "next:": "run cdktf diff checkout". Only a refusal asks, as the answer takes files. */
  readonly planning: () => string;
}

/** Most constructs, and most files, that a refusal names. */
export const MOST_NAMED = 10;

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

const attributes = z.looseObject({}).nullable();
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
    before: attributes,
    after: attributes,
    after_unknown: marks,
    before_sensitive: marks,
    after_sensitive: marks,
  }),
  action_reason: z.string().optional(),
});

const configuredResource = z.object({
  type: z.string(),
  name: z.string(),
  provisioners: z
    .array(
      z.object({
        expressions: z.object({ command: z.object({ constant_value: z.unknown().optional() }).optional() }).optional(),
      }),
    )
    .optional(),
  depends_on: z.array(z.string()).optional(),
});

const stateResource = z.object({
  address: z.string().optional(),
  mode: z.string().optional(),
  type: z.string(),
  name: z.string(),
  values: z.looseObject({ id: z.unknown().optional() }).optional(),
  sensitive_values: marks,
  /** Of an object that Terraform has still to destroy, beside the present one. */
  deposed_key: z.string().optional(),
});

const plannedCheck = z.object({
  address: z.object({ kind: z.string().optional(), name: z.string().optional() }).optional(),
  status: z.string().optional(),
  instances: z
    .array(z.object({ problems: z.array(z.object({ message: z.string().optional() })).optional() }))
    .optional(),
});

const rootModule = <Resource extends z.ZodType>(resource: Resource) =>
  z.object({ root_module: z.object({ resources: z.array(resource).optional() }).optional() }).optional();

/** A Terraform plan, as far as a review reads it: what `terraform show -json` prints. */
const planSchema = z.object({
  /** When it was made (RFC 3339). */
  timestamp: z.string().optional(),
  errored: z.boolean().optional(),
  /** False when Terraform was told to leave out resources. */
  complete: z.boolean().optional(),
  resource_changes: z.array(plannedResource).optional(),
  configuration: rootModule(configuredResource),
  checks: z.array(plannedCheck).optional(),
  /** What the state had when the plan was made. */
  prior_state: z.object({ values: rootModule(stateResource) }).optional(),
});

export type Plan = z.infer<typeof planSchema>;
export type PlannedResource = z.infer<typeof plannedResource>;
export type ConfiguredResource = z.infer<typeof configuredResource>;

/** Whether a JSON value is a plan, of whatever format. */
export function isPlan(json: unknown): json is Plan & { readonly format_version: string } {
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
  const plan = checkedPlan(origin, json);
  const failed = (plan.checks ?? []).filter(isFailed);
  // Terraform before 1.6 does not say whether a plan failed
  if (plan.errored ?? failed.length > 0) {
    const checks = failed.length > 0 ? failed : (plan.checks ?? []);
    const next = `correct what failed; then ${origin.planning()}, and review again`;
    throw new UnusablePlanError(origin, "the plan failed, so nothing of it can be deployed", next, messagesOf(checks));
  }
  return plan;
}

/** Whether a condition failed that stops a deploy: what a block of checks says is a warning. */
function isFailed({ status, address }: z.infer<typeof plannedCheck>): boolean {
  return status === "fail" && address?.kind !== "check";
}

/** What the plan's blocks of checks warn of: each with its messages. */
export function failedChecks({ checks = [] }: Plan): { readonly name: string; readonly messages: readonly string[] }[] {
  return checks.flatMap((check) => {
    const { address, status } = check;
    const isWarning = address?.kind === "check" && (status === "fail" || status === "error");
    return isWarning ? [{ name: address.name ?? "", messages: messagesOf([check]) }] : [];
  });
}

/** The messages of checks, each once and on one line. */
function messagesOf(checks: readonly z.infer<typeof plannedCheck>[]): string[] {
  const problems = checks.flatMap(({ instances = [] }) => instances.flatMap((instance) => instance.problems ?? []));
  return [...new Set(problems.map(({ message = "" }) => onOneLine(message)))];
}

/** The resources that the state has and the plan leaves out (`-target`), as ones that do not change. */
export function leftOutOf({ resource_changes: changes = [], prior_state: prior }: Plan): PlannedResource[] {
  const inPlan = new Set(changes.map(({ type, name }) => `${type}.${name}`));
  const inState = prior?.values?.root_module?.resources ?? [];
  return inState
    .filter(({ type, name, deposed_key }) => deposed_key === undefined && !inPlan.has(`${type}.${name}`))
    .map(({ mode = "managed", type, name, values = {}, sensitive_values: sensitive }) => {
      const sides = { before: values, after: values, before_sensitive: sensitive, after_sensitive: sensitive };
      return { mode, type, name, change: { actions: ["no-op"], ...sides } };
    });
}

/** The resources of a plan as the configuration has them. */
export function configuredResources({ configuration }: Plan): readonly ConfiguredResource[] {
  return configuration?.root_module?.resources ?? [];
}

function checkedPlan(origin: PlanOrigin, json: unknown): Plan {
  if (!isPlan(json)) throw new UnusablePlanError(origin, "what `terraform show -json` prints is no plan");
  const { format_version: version, ...plan } = json;
  if (!version.startsWith("1.")) {
    throw new UnusablePlanError(
      origin,
      `the plan's JSON is of format ${JSON.stringify(version)}; allowed: 1`,
      "install a version of cdktf-experimentation that reads it, or plan with an older Terraform",
    );
  }
  const [issue] = planSchema.safeParse(plan).error?.issues ?? [];
  if (issue === undefined) return plan;
  throw new UnusablePlanError(
    origin,
    `the plan's JSON is not as Terraform writes it: ${pathText(issue.path as (string | number)[])}: ${issue.message}`,
    "give what `terraform show -json` prints of the plan file, unchanged",
  );
}
