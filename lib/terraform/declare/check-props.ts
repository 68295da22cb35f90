import { type IResolvable, type TerraformResource, Token } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import { isSecretAt } from "../../api/field-markers";
import { onePerPlace, type Problem, problemsOf } from "../../api/problems";
import { allowedIdentity, missingFields, type Resource } from "../../api/resource";
import { unsendable } from "../../entity/steps";
import { labelOf } from "../../text/title";
import { type Fields, isFields, Opaque } from "../../value/value";
import { InvalidPropsError } from "../synth-errors";
import {
  knownAtSynth,
  type ParticularSetting,
  type Settings,
  settings,
  settingsRefusedFor,
} from "./construct-settings";
import { notProps, tokensIn, withKnown } from "./known-props";
import { resolveProps } from "./resolve-props";

/** A prop type in which any value may be a token. */
export type OrToken<T> = T extends string | number | null | undefined
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
  Omit<Settings, Exclude<ParticularSetting, Taken>>;

/** Valid props, split into fields and settings. */
export interface CheckedProps {
  readonly fields: Fields;
  readonly settings: Settings;
  readonly dependencies: ReadonlySet<TerraformResource>;
}

/**
 * Checks props against the API. Values that are tokens are checked at deploy, and lazy values when the stack is
 * synthesised.
 *
 * @param byContent whether the identity comes from the content
 * @throws InvalidPropsError with every problem
 */
export function checkProps(
  construct: Construct,
  resource: Resource,
  props: object,
  byContent: (given: Fields) => boolean = () => false,
): CheckedProps {
  const schema = schemaOf(resource);
  const refuse = (given: unknown, problems: readonly Problem[]) => {
    const label = labelOf(resource.kind);
    return new InvalidPropsError(construct.node.path, label, given, problems, (path) => isSecretAt(schema, path));
  };
  if (!isFields(props)) throw refuse(props, [notProps]);
  const given = Object.fromEntries(
    Object.entries(props).filter(([name]) => name !== "service" && !Object.hasOwn(knownAtSynth, name)),
  );
  const { json, dependencies, problems: unusable } = resolveProps(given, resource.fields, construct);
  const { reapply: _, ...fields } = json as Fields;
  const known = withKnown(props, json) as Record<string, unknown>;
  const isToken = tokensIn(known);
  const ofRules = problemsOf(schema, known, (path) => path[0] !== "service" && isToken(path));
  const problems = onePerPlace(onePerPlace(ofRules, unusable), [
    ...identityProblems(resource, fields),
    ...unknownAtSynth(known),
    ...refusedSettings(resource, known),
    ...(known.adopt === true
      ? adoptionProblems(resource, fields, byContent(fields), known.ignoreChanges === true)
      : []),
    ...missingForCall(resource, fields),
  ]);
  if (problems.length > 0) throw refuse(known, problems);
  return { fields, settings: props as Settings, dependencies };
}

const schemas = new WeakMap<Resource, z.ZodType>();

/** The schema of a construct's props, made once: zod compiles each new schema on first use. */
function schemaOf(resource: Resource): z.ZodType {
  const known = schemas.get(resource) ?? resource.fields.extend(settings.shape);
  schemas.set(resource, known);
  return known;
}

/** Problems of values that cannot identify an entity. */
function identityProblems(resource: Resource, fields: Fields): Problem[] {
  return [...new Set([...resource.identity, "name"])].flatMap((field): Problem[] => {
    const value = fields[field];
    if (value instanceof Opaque && value.fromEnvironment) {
      return [{ path: [field], allowed: "a value that is not secret, because messages and plans show it" }];
    }
    const allowed = resource.identity.includes(field) && allowedIdentity(resource, field, value);
    return allowed ? [{ path: [field], allowed }] : [];
  });
}

/** Problems of settings that are tokens though they decide which resources and warnings there are. */
function unknownAtSynth(props: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries({ dryRun: "true or false", ...knownAtSynth })
    .filter(([name]) => Token.isUnresolved(props[name]))
    .map(([name, allowed]) => ({ path: [name], allowed: `${allowed}, known at synth` }));
}

/** Problems of settings that this kind of construct does not take. */
function refusedSettings(resource: Resource, props: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(settingsRefusedFor(resource))
    .filter(([name]) => props[name] !== undefined)
    .map(([name, allowed]) => ({ path: [name], allowed, isWhole: true }));
}

/**
 * Finds the problems of `adopt` where nothing can be taken over: the update lacks fields, or the identity comes from the
 * content.
 *
 * @param hasContentID whether its id comes from its content
 * @param isLeftAlone whether no update is sent either
 */
function adoptionProblems(resource: Resource, fields: Fields, hasContentID: boolean, isLeftAlone: boolean): Problem[] {
  if (resource.create === undefined || fields.dryRun === true) return [];
  if (hasContentID) {
    const allowed = `cannot be used for a ${labelOf(resource.kind)} without an id, which gets one from its content: give it the id of the version that exists, or remove adopt`;
    return [{ path: ["adopt"], allowed, isWhole: true }];
  }
  const missing = resource.update === undefined || isLeftAlone ? [] : missingFields(resource.update.body, fields);
  return missing.map((field) => ({
    path: [field],
    allowed: "required, because adopt: true sends no create, and the update needs it",
  }));
}

/** The fields that are missing for the only call that takes some of the given ones. */
function missingForCall(resource: Resource, fields: Fields): Problem[] {
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(resource.fields.shape, name));
  const found = unsendable(resource, Object.fromEntries(known));
  return (found?.missing ?? []).map((field) => ({
    path: [field],
    allowed: `required, because the only call that takes ${found?.fields.join(", ")} needs it`,
  }));
}
