import { type IResolvable, type ITerraformDependable, Token } from "cdktf";
import type { Construct } from "constructs";
import * as z from "zod";
import { isSecretAt, mayHoldSecret } from "../../api/field-types";
import type { Kind } from "../../api/kind";
import { notProps, onePerPlace, type Problem, problemsOf } from "../../api/problems";
import { serviceDefaults, serviceSettings } from "../../api/service-settings";
import { isOpaqueAt } from "../../declare/judge";
import { metaArguments } from "../../declare/meta-arguments";
import { type ParticularSetting, settings, settingsRefusedFor } from "../../declare/settings";
import { acknowledgeSetting, strictSetting } from "../../declare/warnings";
import { inWords } from "../../text/words";
import { type Fields, isFields, opaqueIn, type Value } from "../../value/value";
import { DEPENDABLES, isDependable } from "../dependencies";
import { defaultResourceType } from "../framework";
import { isService, type ServiceScope, serviceNames } from "../service-scope";
import { InvalidPropsError } from "../synth-errors";
import type { SettingName } from "./deferred-values";
import { resolveProps } from "./resolve-props";

/** What the prop `service` allows. */
export const A_SERVICE = "an ExperimentationService";

const aDependable = z
  .custom<ITerraformDependable>(isDependable, DEPENDABLES)
  .meta({ declaredAs: "ITerraformDependable" });

/** The settings that every construct takes in addition to the API's fields. */
export const constructSettings = z.strictObject({
  /**
   * The service that holds the entity. When left out: the only one of the stack, else that of the variables
   * `SERVICE_BASE_URL` and `SERVICE_API_KEY`.
   */
  service: mayHoldSecret(z.custom<ServiceScope>(isService, A_SERVICE)).optional(),
  /** What is deployed before the entity. */
  dependsOn: z.array(aDependable).readonly().optional(),
  ...settings.shape,
} satisfies Record<SettingName, z.ZodType>);

/** The settings that a kind of construct takes. */
export function settingsSchema(kind: Kind): z.ZodObject {
  const refused = Object.keys(settingsRefusedFor(kind)).map((name) => [name, true]);
  return constructSettings.omit(Object.fromEntries(refused) as { [Name in ParticularSetting]?: true });
}

/** A prop type in which any value may be a token. */
type OrToken<T> = T extends string | number | null | undefined
  ? T
  : T extends boolean
    ? T | IResolvable
    : T extends readonly (infer E)[]
      ? readonly OrToken<E>[] | IResolvable
      : T extends object
        ? { [K in keyof T]: OrToken<T[K]> } | IResolvable
        : T;

/** The fields of a schema, any of which may be a token. */
export type FieldsOf<Schema extends z.ZodType> = { [K in keyof z.input<Schema>]: OrToken<z.input<Schema>[K]> };

/**
 * The props of a construct: the API's fields, and the settings of this package.
 *
 * @typeParam Taken the settings that it takes, and not every kind does
 */
export type PropsOf<Schema extends z.ZodType, Taken extends ParticularSetting = never> = FieldsOf<Schema> &
  Omit<z.input<typeof constructSettings>, Exclude<ParticularSetting, Taken>>;

const formerName = serviceSettings
  .pick({ baseUrl: true, apiKeyVariable: true })
  .refine((name) => Object.values(name).some((part) => part !== undefined), "a baseUrl, an apiKeyVariable, or both");

/** The props of a service: how a deploy reaches it, and which resources represent its entities. */
export const serviceProps = serviceSettings.extend({
  /**
   * What the same service was called before: a former `baseUrl`, `apiKeyVariable` or both, or a list of such objects. What an
   * object leaves out was as it is now.
   */
  // what is not the name of a variable is most likely the key itself
  movedFrom: mayHoldSecret(z.union([formerName, z.array(formerName).readonly()])).optional(),
  /** Any text. Changing it sends every update of the service's constructs again. */
  reapply: z.string().optional(),
  /**
   * The type of Terraform resource that represents an entity. When left out: `null_resource`, and with
   * `cdktf-experimentation/cdktn` `terraform_data`, which is all that it has.
   */
  resourceType: z.enum(["null_resource", "terraform_data"]).optional(),
  /** Warnings that are errors at synth, on every construct of the service: `true` for all, or a list of names. */
  strict: strictSetting.optional(),
  /** Warnings and risks that you accept for all constructs of the service. */
  acknowledge: acknowledgeSetting.optional(),
});

export type ServiceProps = z.input<typeof serviceProps>;

/**
 * Checks and resolves the settings of a service. Only `baseUrl`, `respectReviewSettings` and `reapply` may be tokens.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkService(construct: Construct, props: ServiceProps): Omit<ServiceScope, keyof Construct> {
  const refuse = (given: unknown, problems: readonly Problem[]) =>
    new InvalidPropsError(construct.node.path, "service", given, problems, (path) => isSecretAt(serviceProps, path));
  if (!isFields(props)) throw refuse(props, [notProps]);
  const { json: values, problems: unusable } = resolveProps({ ...props }, serviceProps, construct);
  const ofRules = problemsOf(serviceProps, values, (path) => isOpaqueAt(values, path)).map(withKeyAdvice);
  const problems = onePerPlace(ofRules, [...unusable, ...problemsOfUnknown(values)]);
  if (problems.length > 0) throw refuse(values, problems);
  const {
    resourceType = defaultResourceType,
    strict,
    acknowledge = [],
    reapply,
    movedFrom,
    ...settings
  } = values as Readonly<Record<keyof ServiceProps, never>>;
  const names = serviceNames(settings, movedFrom);
  return { settings, names, reapplied: reapply, resourceType, strict, acknowledged: acknowledge };
}

/** Problems of what only the deploy knows, where it has to be known at synth. */
function problemsOfUnknown(values: Value): Problem[] {
  return opaqueIn(values).flatMap(({ path, opaque }): Problem[] => {
    const [name] = path;
    if (name === "reapply" || name === "respectReviewSettings") return [];
    if (name !== "baseUrl") return [{ path, allowed: "a value that is known at synth" }];
    return opaque.fromEnvironment ? [{ path, allowed: NO_SECRET_ADDRESS }] : [];
  });
}

const NO_SECRET_ADDRESS = `text or a value of Terraform's; for a base URL from the environment, leave it out and set ${serviceDefaults.baseUrlVariable}`;

/** The problem, with advice where the key itself was given as an unknown field. */
function withKeyAdvice(problem: Problem): Problem {
  if (!problem.unknown || !/(key|token|secret|password)$/i.test(String(problem.path[0]))) return problem;
  const advice = "the key is never in code; apiKeyVariable names the environment variable that holds it";
  return { ...problem, allowed: `unknown field; ${advice}` };
}

const path = knownText("the path of a file or a folder");
const environmentName = knownText("the name of an environment");

const includeProps = z.strictObject({
  path: z.union([path, atLeastOne(path, "path")]),
  environment: environmentName.optional(),
  environments: atLeastOne(environmentName, "name").optional(),
  service: z.custom<ServiceScope>(isService, A_SERVICE).optional(),
  dependsOn: constructSettings.shape.dependsOn,
});

function knownText(what: string) {
  return z.string().refine((text) => text !== "" && !Token.isUnresolved(text), `${what}, known at synth`);
}

function atLeastOne(element: z.ZodString, noun: string) {
  return z
    .array(element)
    .readonly()
    .refine((list) => list.length > 0, `at least one ${noun}`);
}

type EnvironmentProps = Pick<z.input<typeof includeProps>, "environment" | "environments">;

/**
 * Checks the props of an `Include`.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkInclude<Props extends EnvironmentProps>(construct: Construct, props: Props): Props {
  const ofRules = isFields(props) ? problemsBeside(includeProps, props) : [notProps];
  const problems = ofRules.length > 0 ? ofRules : otherEnvironment(props);
  const isSecret = ([field]: readonly PropertyKey[]) => field === "service";
  if (problems.length > 0) throw new InvalidPropsError(construct.node.path, "include", props, problems, isSecret);
  return props;
}

/** The problems of props, among which Terraform's arguments are no near misses of others. */
function problemsBeside(schema: z.ZodObject, props: Fields): Problem[] {
  const { problems, others } = metaArguments(props, schema.shape);
  return [...problems, ...problemsOf(schema, others)];
}

/** The problem of an environment that is none of those that there are. */
function otherEnvironment({ environment, environments }: EnvironmentProps): Problem[] {
  if (environment === undefined || environments?.includes(environment) !== false) return [];
  const allowed = `one of environments, ${inWords(environments.map((each) => JSON.stringify(each)))}`;
  return [{ path: ["environment"], allowed, words: environments }];
}
