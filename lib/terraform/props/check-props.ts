import { type IResolvable, type TerraformResource, Token } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import { isSecretAt } from "../../api/markers";
import { onePerPlace, type Problem, problemsOf } from "../../api/problems";
import { fitsNoPath, labelOf, PATH_TEXT, type Resource } from "../../api/resource";
import { fieldsWithoutCall } from "../calls/call-plan";
import { InvalidPropsError } from "../synth-errors";
import { adoptionProblems } from "./adoption";
import { type Settings, settingNames, settings } from "./construct-settings";
import { type DeferredFields, DeferredValue } from "./deferred-value";
import { resolveProps, unusableText } from "./resolve-props";

/** A prop type where a token may stand for any value. */
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

/** The props of a construct: the interface's fields, and the settings of this package. */
export type PropsOf<Schema extends z.ZodType> = FieldsOf<Schema> & Settings;

/** Props that hold, taken apart. */
export interface CheckedProps {
  readonly fields: DeferredFields;
  readonly settings: Settings;
  readonly dependencies: ReadonlySet<TerraformResource>;
}

/**
 * Checks props against the interface. Where a token stands, only the deploy can check.
 *
 * @param isByContent whether the identity comes from the content
 * @throws InvalidPropsError with every problem
 */
export function checkProps(
  construct: Construct,
  resource: Resource,
  props: object,
  isByContent: (given: DeferredFields) => boolean = () => false,
): CheckedProps {
  const schema = schemaOf(resource);
  const refuse = (given: unknown, problems: readonly Problem[]) => {
    const label = labelOf(resource.kind);
    return new InvalidPropsError(construct.node.path, label, given, problems, (path) => isSecretAt(schema, path));
  };
  if (!isProps(props)) throw refuse(props, [notProps]);
  const given = Object.fromEntries(Object.entries(props).filter(([name]) => !settingNames.includes(name)));
  const { tree, dependencies, problems: unusable } = resolveProps(given, resource.fields);
  const fields = (tree ?? {}) as DeferredFields;
  const known = withReferences(props, fields);
  const ofRules = problemsOf(schema, known, (path) => path[0] !== "service" && isTokenAt(known, path));
  const problems = onePerPlace(onePerPlace(ofRules, [...unusable, ...unusableText("reapply", known.reapply)]), [
    ...unusableIdentity(resource, fields),
    ...untoldAtSynth(known),
    ...(known.adopt === true ? adoptionProblems(resource, fields, isByContent(fields)) : []),
    ...stranded(resource, fields),
  ]);
  if (problems.length > 0) throw refuse(known, problems);
  return { fields, settings: props as Settings, dependencies };
}

/** Whether props can be looked into at all: without the compiler, anything may be given. */
export function isProps(props: unknown): props is Readonly<Record<string, unknown>> {
  return typeof props === "object" && props !== null && !Array.isArray(props);
}

/** What is wrong where they cannot. */
export const notProps: Problem = { path: [], allowed: "an object" };

const schemas = new WeakMap<Resource, z.ZodType>();

/** What a construct accepts, made once: zod compiles every schema that it meets for the first time. */
function schemaOf(resource: Resource): z.ZodType {
  const known = schemas.get(resource) ?? resource.fields.extend(settings.shape);
  schemas.set(resource, known);
  return known;
}

/** The props with every reference to one of our constructs replaced by what it stands for, where synth knows it. */
function withReferences(props: object, fields: DeferredFields): Record<string, unknown> {
  return merge(props, fields) as Record<string, unknown>;
}

function merge(given: unknown, settled: unknown): unknown {
  if (typeof given === "string") return typeof settled === "string" ? settled : given;
  if (typeof given !== "object" || given === null || Token.isUnresolved(given)) return given;
  if (typeof settled !== "object" || settled === null) return given;
  if (Array.isArray(given)) return given.map((element, index) => merge(element, (settled as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(given).map(([key, inner]) => [key, merge(inner, (settled as Record<string, unknown>)[key])]),
  );
}

/** Whether a token stands at the path or above it. */
function isTokenAt(value: unknown, path: readonly PropertyKey[]): boolean {
  let at = value;
  for (const step of path) {
    if (Token.isUnresolved(at)) return true;
    if (typeof at !== "object" || at === null) return false;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return Token.isUnresolved(at);
}

/** Values that no thing can be told by. */
function unusableIdentity(resource: Resource, fields: DeferredFields): Problem[] {
  return [...new Set([...resource.identity, "name"])].flatMap((field): Problem[] => {
    const value = fields[field];
    if (value instanceof DeferredValue && value.fromEnvironment) {
      return [{ path: [field], allowed: "a value that may be shown: no secret can name a thing" }];
    }
    return fitsNoPath(value) && resource.identity.includes(field) ? [{ path: [field], allowed: PATH_TEXT }] : [];
  });
}

/** What decides which resources there are, and which warnings. */
function untoldAtSynth(props: Readonly<Record<string, unknown>>): Problem[] {
  const told = { dryRun: "true or false", adopt: "true or false", acknowledge: "a list of names" };
  return Object.entries(told)
    .filter(([name]) => Token.isUnresolved(props[name]))
    .map(([name, allowed]) => ({ path: [name], allowed: `${allowed}, known at synth` }));
}

/** What a call needs that takes a field which no other call takes. */
function stranded(resource: Resource, fields: DeferredFields): Problem[] {
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(resource.fields.shape, name));
  const found = fieldsWithoutCall(resource, Object.fromEntries(known));
  return (found?.missing ?? []).map((field) => ({
    path: [field],
    allowed: `required, because the only call that takes ${found?.fields.join(", ")} needs it`,
  }));
}
