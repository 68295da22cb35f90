import type * as z from "zod";
import { isFields } from "../value/value";

/** An object schema that refuses unknown fields: the body of a call, or the fields of a construct. */
export type Body = z.ZodObject;

/** One operation of the API. */
export interface Endpoint {
  readonly method: "POST" | "PATCH";
  /** Path template; `{name}` stands for a percent-encoded path parameter. */
  readonly path: string;
  /** From the name of each path parameter to the field that fills it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What the operation accepts as its body. */
  readonly body: Body;
}

/** A field that names an entity of another kind. */
interface ReferenceField {
  readonly field: string;
  /** The field of each element that holds the name, where the value is a list of objects. */
  readonly element?: string;
  /** The kinds that it may name. With several, a name may also be of something else in the service. */
  readonly kinds: readonly string[];
}

/** A kind of entity in the service: its fields, and the calls that create and change it. */
export interface Kind<Fields extends Body = Body, Name extends string = string> {
  /** Name of the kind in snake case, with which Terraform resource names begin. */
  readonly name: Name;
  /** What it is beside others: an experiment, what experiments read their data from, or neither. */
  readonly role: "experiment" | "source" | "other";
  /** Every field of the API that a construct of this kind accepts. */
  readonly fields: Fields;
  /** The fields that identify an entity. */
  readonly identity: readonly string[];
  /** Those of them that the record in a response has. They decide about a success with an error in it. */
  readonly answeredIdentity: readonly string[];
  /** Where its fields name entities of other kinds. */
  readonly references?: readonly ReferenceField[];
  /** The field by which others name it. */
  readonly namedBy?: string;
  /** Whether a response may have the record without `{message, data}` around it. */
  readonly mayAnswerBare?: true;
  /** Fields of the API's responses that no body has: only the service sets them. */
  readonly answered: readonly string[];
  /** Creates the entity. May fail when it exists. */
  readonly create?: Endpoint;
  /** Whether a second create may make a duplicate, because the service has no unique key for the entity. */
  readonly mayDuplicate?: true;
  /** Changes an existing entity. */
  readonly update?: Endpoint;
  /** Calls that create or change the entity, whichever is needed. The first whose required fields are given is used. */
  readonly upsert?: readonly Endpoint[];
}

/** Keeps the types of a kind: its fields, and its name as a literal. */
export function defineKind<Fields extends Body, const Name extends string>(
  kind: Kind<Fields, Name>,
): Kind<Fields, Name> {
  return kind;
}

/** Fields that a body requires. */
export function requiredFields(body: Body): string[] {
  // how zod marks what may be left out
  return acceptedFields(body).filter((name) => body.shape[name]?._zod.optin !== "optional");
}

/** Fields that a body accepts. */
export function acceptedFields(body: Body): string[] {
  return Object.keys(body.shape);
}

/** Required fields of a body that `given` lacks. */
export function missingFields(body: Body, given: Readonly<Record<string, unknown>>): string[] {
  return requiredFields(body).filter((name) => given[name] === undefined);
}

/**
 * A path with some of its parameters filled in. A value that is percent-encoded has no braces, so it is not taken for one.
 *
 * @param textOf the text for a parameter; undefined leaves it as it is
 */
export function withParameters(path: string, textOf: (name: string) => string | undefined): string {
  return path.replace(/\{(\w+)\}/g, (parameter, name: string) => textOf(name) ?? parameter);
}

/** The fields that fill the paths of a kind's calls. */
function fieldsInPaths({ create, update, upsert = [] }: Kind): string[] {
  return [create, update, ...upsert].flatMap((endpoint) => Object.values(endpoint?.parameters ?? {}));
}

/** What a path parameter allows, for messages. */
export const PATH_TEXT = 'text other than "", "." and "..", which are not valid as a URL path segment';

/** Whether a text cannot be a path segment: URLs resolve "." and ".." as steps, even when they are percent-encoded. */
export function fitsNoPath(value: unknown): boolean {
  return value === "" || value === "." || value === "..";
}

/** What a field that identifies an entity allows, where it has another value; undefined where it is well. */
export function allowedIdentity(kind: Kind, field: string, value: unknown): string | undefined {
  if (fieldsInPaths(kind).includes(field)) return fitsNoPath(value) ? PATH_TEXT : undefined;
  return value === "" ? "text that is not empty" : undefined;
}

/** The name of the construct for a kind: `MetricSource` for `metric_source`. */
export function constructNameOf(kind: string): string {
  return kind.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}

/** A name that a field has for an entity of another kind. */
interface EntityNamed extends Pick<ReferenceField, "kinds"> {
  readonly name: string;
}

/** The entities of other kinds that these fields name, as far as the names are known. */
export function entitiesNamedIn({ references = [] }: Kind, fields: Readonly<Record<string, unknown>>): EntityNamed[] {
  return references.flatMap(({ field, element, kinds }) => {
    const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
    const found = element === undefined ? [value] : objectsIn(value).map((each) => each[element]);
    return found.filter((name) => typeof name === "string").map((name) => ({ name, kinds }));
  });
}

function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
