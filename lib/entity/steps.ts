import { acceptedFields, type Body, type Endpoint, missingFields, type Resource } from "../api/resource";
import { Deferred, type Fields } from "./fields";
import { type Action, pathFields, type Step } from "./step";

/** What deploys may send for an entity. Which of it a deploy sends, Terraform decides by its state. */
export interface Steps {
  /**
   * `record`: created once and, where the API has an update, updated afterwards. `single`: one call, made again with every
   * change.
   */
  readonly form: "record" | "single";
  /** In the order in which a deploy makes them. */
  readonly steps: readonly Step[];
  /** Fields that the kind's create takes and no update can change. */
  readonly fixed: readonly string[];
  /** Fields that the kind's update takes; none where the API has no update. */
  readonly changeable: readonly string[];
  /** Fields that the update requires and that are not declared: there is no update then. */
  readonly missing: readonly string[];
}

/** What decides about the steps besides the fields. */
export interface StepOptions {
  /** Whether the entity exists already: no create. */
  readonly adopt?: boolean;
  /** Whether a change sends nothing. */
  readonly ignoreChanges?: boolean;
  /** Whether the identity comes from the content: other content is another entity, and one that exists is a success. */
  readonly byContent?: boolean;
}

/** Decides what deploys may send for an entity with these fields, valid or not. */
export function stepsOf(
  resource: Resource,
  fields: Fields,
  { adopt, ignoreChanges, byContent }: StepOptions = {},
): Steps {
  const { create, update, upsert = [], identity } = resource;
  const isUntouched = adopt === true && ignoreChanges === true;
  const single = (...steps: Step[]): Steps => ({ form: "single", steps, fixed: [], changeable: [], missing: [] });
  const fitting = upsert.find(({ body }) => missingFields(body, fields).length === 0) ?? upsert.at(-1);
  const isDryRun = fields.dryRun === true;
  if (fitting !== undefined) {
    if (isDryRun) return single(stepOf("dryRun", fitting, fields, "both"));
    return isUntouched ? single() : single(stepOf("upsert", fitting, fields, ignoreChanges ? "first" : "both"));
  }
  if (create === undefined) throw new TypeError(`${resource.kind} has neither a create nor an upsert`);
  if (isDryRun) return single(stepOf("dryRun", create, fields, "both"));

  const createStep: Step = {
    ...stepOf("create", create, fields, byContent ? "both" : "first"),
    ...(byContent ? { ifExists: "success" } : resource.mayDuplicate && { ifExists: "duplicate" }),
  };
  // the resource name cannot hold an identity that only Terraform knows, so new content has to replace the resource
  if (byContent && identity.some((field) => fields[field] instanceof Deferred)) return single(createStep);

  const { fixed, changeable, late } = callFieldsOf(resource, create.body);
  const missing = update === undefined ? [] : missingFields(update.body, fields);
  // a field that only the update takes is sent at once
  const isAtOnce = adopt || late.some((field) => fields[field] !== undefined);
  const due = ignoreChanges ? (isAtOnce ? "first" : "asked") : isAtOnce ? "both" : "change";
  return {
    form: "record",
    steps: [
      ...(adopt ? [] : [createStep]),
      ...(update === undefined || missing.length > 0 || isUntouched ? [] : [stepOf("update", update, fields, due)]),
    ],
    fixed,
    changeable,
    missing,
  };
}

/** What the calls of a kind take, whatever is declared. */
interface CallFields extends Pick<Steps, "fixed" | "changeable"> {
  /** Fields that the update takes, and the create does not. */
  readonly late: readonly string[];
}

const keptCallFields = new WeakMap<Resource, CallFields>();

/** Kept, because long lists are compared with each other. */
function callFieldsOf(resource: Resource, create: Body): CallFields {
  const known = keptCallFields.get(resource);
  if (known !== undefined) return known;
  const { update, identity } = resource;
  const createTakes = acceptedFields(create);
  const changeable = update === undefined ? [] : acceptedFields(update.body);
  const callFields = {
    fixed: createTakes.filter((field) => !changeable.includes(field) && !identity.includes(field)),
    changeable,
    late: changeable.filter((field) => !createTakes.includes(field)),
  };
  keptCallFields.set(resource, callFields);
  return callFields;
}

function stepOf(action: Action, { method, path, parameters, body }: Endpoint, fields: Fields, due: Step["due"]): Step {
  const renamed = Object.fromEntries(Object.entries(parameters).filter(([parameter, field]) => parameter !== field));
  return {
    action,
    method,
    path,
    ...(Object.keys(renamed).length === 0 ? {} : { parameters: renamed }),
    fields: acceptedFields(body).filter((field) => fields[field] !== undefined),
    due,
  };
}

/** Declared fields that no step takes, and what is missing for the call that would take them. */
export interface Unsendable {
  readonly fields: readonly string[];
  readonly missing: readonly string[];
}

/** Finds the fields that no step takes; undefined when there are none. */
export function unsendable(resource: Resource, fields: Fields): Unsendable | undefined {
  const { steps } = stepsOf(resource, fields);
  const sent = new Set(steps.flatMap((step) => [...step.fields, ...pathFields(step)]));
  const stray = Object.keys(fields).filter((field) => !sent.has(field));
  if (stray.length === 0) return undefined;
  const { update, upsert = [] } = resource;
  const accepting = [...upsert, ...(update ? [update] : [])].find(({ body }) =>
    stray.every((field) => field in body.shape),
  );
  return { fields: stray, missing: accepting === undefined ? [] : missingFields(accepting.body, fields) };
}
