import { acceptedFields, type Endpoint, type Kind, missingFields } from "../api/kind";
import { type Fields, Opaque } from "../value/value";

/** What a call does. */
export const actions = ["create", "update", "upsert", "dry-run"] as const;

export type Action = (typeof actions)[number];

/** One call that deploys may make for an entity. */
export interface Step {
  readonly action: Action;
  readonly method: "POST" | "PATCH";
  /** Path template; `{x}` stands for the field `x`, or for the one that `parameters` names. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Names of the declared fields that its body takes, in the order of the API's table. */
  readonly fields: readonly string[];
  /**
   * When a deploy makes it: the first one, one that changes the entity, or both. `asked`: only one that somebody tells to
   * replace its resource.
   */
  readonly due: "first" | "change" | "both" | "asked";
  /**
   * What a create does when the entity exists. `success`: the call counts as success, because the id is derived from the
   * content. `duplicate`: the service may make a second one. An error when left out.
   */
  readonly ifExists?: "success" | "duplicate";
}

/** The step of an action, if a deploy may make it. */
export function stepFor({ steps }: { readonly steps: readonly Step[] }, action: Action): Step | undefined {
  return steps.find((step) => step.action === action);
}

/** Whether the id comes from the content: such a create has succeeded where the entity exists. */
export function isByContent(request: { readonly steps: readonly Step[] }): boolean {
  return stepFor(request, "create")?.ifExists === "success";
}

/** The field that fills a parameter of a step's path. */
export function parameterField({ parameters }: Step, parameter: string): string {
  return parameters?.[parameter] ?? parameter;
}

/** The fields that fill the parameters of a step's path. */
export function pathFields(step: Step): string[] {
  return [...step.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameterField(step, parameter));
}

/** The fields that a step sends, in its body or its path. */
export function sentFields(step: Step): string[] {
  return [...step.fields, ...pathFields(step)];
}

/** Whether the first deploy makes a call. */
export function isDueAtFirst({ due }: Step): boolean {
  return due === "first" || due === "both";
}

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

/**
 * Decides what deploys may send for an entity with these fields, valid or not:
 *
 * | entity | step | due | `adopt` | `ignoreChanges` | both |
 * |---|---|---|---|---|---|
 * | dry run | the create or the upsert, as `dry-run` | both | both | both | both |
 * | kind with upserts | the first upsert whose required fields are declared | both | both | first | none |
 * | any other | create | first | none | first | none |
 * | | update, unless it lacks fields | change | both | asked | none |
 * | with a field that only the update takes | the same, at once | both | both | first | none |
 * | by its content | create: other content is another entity | both | refused | refused | refused |
 */
export function stepsOf(kind: Kind, fields: Fields, options: StepOptions = {}): Steps {
  const { update, upsert, identity } = kind;
  const { adopt, byContent } = options;
  const single = (...steps: Step[]): Steps => ({ form: "single", steps, fixed: [], changeable: [], missing: [] });
  const making = makingCall(kind, fields);
  if (fields.dryRun === true) return single(stepOf("dry-run", making, fields, "both"));
  if (upsert !== undefined) return single(...changing("upsert", making, true));

  const createStep: Step = {
    ...stepOf("create", making, fields, byContent ? "both" : "first"),
    ...(byContent ? { ifExists: "success" } : kind.mayDuplicate && { ifExists: "duplicate" }),
  };
  // the resource name cannot hold an identity that only Terraform knows, so new content has to replace the resource
  if (byContent && identity.some((field) => fields[field] instanceof Opaque)) return single(createStep);

  const changeable = update === undefined ? [] : acceptedFields(update.body);
  const missing = update === undefined ? [] : missingFields(update.body, fields);
  const hasLate = changeable.some((field) => fields[field] !== undefined && !takes(making, field));
  return {
    form: "record",
    steps: [
      ...(adopt ? [] : [createStep]),
      ...(update === undefined || missing.length > 0 ? [] : changing("update", update, adopt === true || hasLate)),
    ],
    fixed: acceptedFields(making.body).filter((field) => !takes(update, field) && !identity.includes(field)),
    changeable,
    missing,
  };

  /** The step that sends changes, if any are sent; the first deploy makes it, too, where it is due at once. */
  function changing(action: Action, endpoint: Endpoint, isAtOnce: boolean): Step[] {
    if (!options.ignoreChanges) return [stepOf(action, endpoint, fields, isAtOnce ? "both" : "change")];
    return adopt ? [] : [stepOf(action, endpoint, fields, isAtOnce ? "first" : "asked")];
  }
}

/** The call that makes an entity: the first upsert whose required fields are declared, or the create. */
function makingCall({ name, create, upsert = [] }: Kind, fields: Fields): Endpoint {
  const fitting = upsert.find(({ body }) => missingFields(body, fields).length === 0) ?? upsert.at(-1);
  const making = fitting ?? create;
  if (making === undefined) throw new TypeError(`${name} has neither a create nor an upsert`);
  return making;
}

function takes(endpoint: Endpoint | undefined, field: string): boolean {
  return endpoint !== undefined && Object.hasOwn(endpoint.body.shape, field);
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
interface Unsendable {
  readonly fields: readonly string[];
  readonly missing: readonly string[];
}

/** Finds the fields that no step takes; undefined when there are none. */
export function unsendable(kind: Kind, given: Fields): Unsendable | undefined {
  const { update, upsert = [] } = kind;
  const making = makingCall(kind, given);
  const hasUpdate = update !== undefined && missingFields(update.body, given).length === 0;
  const sending = hasUpdate ? [making, update] : [making];
  const isSent = (field: string) =>
    sending.some((call) => takes(call, field) || Object.values(call.parameters).includes(field));
  const fields = Object.keys(given).filter((field) => !isSent(field));
  if (fields.length === 0) return undefined;
  const taking = [...upsert, update].find((call) => fields.every((field) => takes(call, field)));
  return { fields, missing: taking === undefined ? [] : missingFields(taking.body, given) };
}
