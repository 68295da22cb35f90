import type * as z from "zod";

/** An object schema that refuses unknown fields: a body of a call, or the fields of a construct. */
export type Body = z.ZodObject;

/** One operation of the interface. */
export interface Endpoint {
  readonly method: "POST" | "PATCH";
  /** Path template; `{name}` stands for a percent-encoded path parameter. */
  readonly path: string;
  /** From the name of each path parameter to the field that fills it. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What the operation accepts as its body. */
  readonly body: Body;
}

/** A kind of thing in the service: its fields and the calls that make and change it. */
export interface Resource<Fields extends Body = Body, Kind extends string = string> {
  /** Name of the kind, in snake case: the prefix of Terraform addresses. */
  readonly kind: Kind;
  /** Everything a construct of this kind accepts from the interface. */
  readonly fields: Fields;
  /** The fields that tell one thing from another. */
  readonly identity: readonly string[];
  /** Makes the thing. May fail when it exists. */
  readonly create?: Endpoint;
  /** Whether a second create may make the entity twice, because the service has no unique key for it. */
  readonly mayDuplicate?: true;
  /** Changes a thing that exists. */
  readonly update?: Endpoint;
  /** Calls that make or change the thing, whichever is needed; the first whose required fields are there is taken. */
  readonly upsert?: readonly Endpoint[];
}

export function defineResource<Fields extends Body, const Kind extends string>(
  resource: Resource<Fields, Kind>,
): Resource<Fields, Kind> {
  return resource;
}

const required = new WeakMap<Body, readonly string[]>();

/** Fields that a body has to have: asked once, since each field is tried, and zod describes every failure. */
export function requiredFields(body: Body): readonly string[] {
  const known = required.get(body) ?? Object.keys(body.shape).filter((name) => !acceptsUndefined(body, name));
  required.set(body, known);
  return known;
}

/** Fields that a body may have. */
export function acceptedFields(body: Body): string[] {
  return Object.keys(body.shape);
}

/** Required fields of a body that `given` lacks. */
export function missingFields(body: Body, given: Readonly<Record<string, unknown>>): string[] {
  return requiredFields(body).filter((name) => given[name] === undefined);
}

/** The part of `given` that belongs in a body, in the order of the interface's table. */
export function bodyOf<T>(body: Body, given: Readonly<Record<string, T>>): Record<string, T> {
  const belonging: Record<string, T> = {};
  for (const name of acceptedFields(body)) {
    const value = given[name];
    if (value !== undefined) belonging[name] = value;
  }
  return belonging;
}

/** The path of an endpoint with its parameters filled in, percent-encoded. */
export function pathOf(endpoint: Pick<Endpoint, "path">, values: Readonly<Record<string, string>>): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
}

/** What is allowed where a path takes it. */
export const PATH_TEXT = 'text other than "", "." and "..", which no address can hold';

/** Whether a value is text that no path can hold: addresses of the web take "." and ".." for steps, even percent-encoded. */
export function fitsNoPath(value: unknown): boolean {
  return value === "" || value === "." || value === "..";
}

/** "metric source" for `metric_source`: a kind as messages say it. */
export function labelOf(kind: string): string {
  return kind.replaceAll("_", " ");
}

function acceptsUndefined(body: Body, name: string): boolean {
  return (body.shape[name] as z.ZodType | undefined)?.safeParse(undefined).success ?? true;
}
