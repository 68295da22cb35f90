import type { Kind } from "../../lib/api/kind";
import type { KindName } from "../../lib/api/kind-names";
import { kindOf } from "../../lib/api/kinds";
import { fileNameOf, resourceNameOf, SERVICE_TRIGGER } from "../../lib/entity/resource-name";
import { type StepOptions, stepsOf } from "../../lib/entity/steps";
import { plannedEntities } from "../../lib/plan/planned-entity";
import type { Request } from "../../lib/protocol/request-file";
import type { ServiceRecords } from "../../lib/records/service-records";
import type { Review } from "../../lib/review/model";
import { type ReviewSource, reviewOf } from "../../lib/review/review";
import type { Fields } from "../../lib/value/value";
import { planWith } from "../plan/read";
import { samples } from "../support/samples";

/** What a plan does with an entity that is declared. */
export interface Planned {
  readonly kind?: KindName;
  /** Beside those of the sample of its kind; undefined for what is created. */
  readonly before?: Fields;
  readonly after?: Fields;
  /** Of the record; its revision is replaced where anything differs. */
  readonly record?: { readonly actions?: readonly string[]; readonly action_reason?: string };
  /** What Terraform marks of the triggers. */
  readonly marks?: object;
  readonly declared?: Partial<Request>;
  readonly options?: StepOptions;
}

const SERVICE = { apiKeyVariable: "KEY" };
const CREATED = ["create"];
const REPLACED = ["delete", "create"];

/** A stack whose plan does this, as Terraform shows it. */
export function planOf(planned: Planned, stack: Partial<ReviewSource> = {}, plan: object = {}): ReviewSource {
  const { kind: kindName = "experiment", record = {}, marks, declared, options } = planned;
  const kind = kindOf(kindName) as Kind;
  const sample = samples[kindName].sample as Fields;
  const after = { ...sample, ...planned.after };
  const before = planned.before === undefined ? undefined : { ...sample, ...planned.before };
  const name = resourceNameOf(
    kindName,
    kind.identity.map((field) => String(after[field])),
  );
  const { form, steps } = stepsOf(kind, after, options);
  const request: Request = {
    ...{
      construct: `checkout/${name}`,
      kind: kindName,
      address: `terraform_data.${name}`,
      service: SERVICE,
    },
    ...{ identity: kind.identity, fields: after, steps },
    ...declared,
  };
  const sides = { before: triggersOf(before), after: triggersOf(after), ...marks };
  const { actions = before === undefined ? CREATED : form === "single" ? REPLACED : ["no-op"], ...more } = record;
  const resource = (resourceName: string, done: readonly string[]) => ({
    ...{ mode: "managed", type: "terraform_data", name: resourceName },
    change: { actions: done, ...sides },
  });
  const revision = resource(`${name}_revision`, before === undefined ? CREATED : REPLACED);
  return sourceOf({
    name: "checkout",
    plan: planWith({
      resource_changes: [{ ...resource(name, actions), ...more }, ...(form === "record" ? [revision] : [])],
      complete: true,
      ...plan,
    }),
    requests: [{ file: `${fileNameOf(name)}.json`, digest: "", request }],
    notes: [],
    ...stack,
  });
}

/** A stack with the entities of its plan. */
export function sourceOf(stack: Omit<ReviewSource, "entities">): ReviewSource {
  return { ...stack, entities: plannedEntities(stack.plan, stack.requests) };
}

function triggersOf(fields: Fields | undefined) {
  if (fields === undefined) return null;
  const triggers = Object.entries(fields).map(([name, value]) => [name, value === null ? "null" : value]);
  return { triggers_replace: { ...Object.fromEntries(triggers), [SERVICE_TRIGGER]: JSON.stringify(SERVICE) } };
}

export function reviewedPlan(planned: Planned, ...more: [Partial<ReviewSource>?, object?]): Review {
  return reviewOf([planOf(planned, ...more)]);
}

/** The same, compared with a record of the entity that has this beside its sample. */
export function reviewedWith(record: Fields, planned: Planned): Review {
  const { kind = "experiment" } = planned;
  const fields = { ...samples[kind].sample, ...record };
  const records: ServiceRecords["records"] = [
    { kind: kindOf(kind) as Kind, fields, vendor: "service", where: "records.json" },
  ];
  return reviewOf([planOf(planned)], { records, unread: [] });
}
