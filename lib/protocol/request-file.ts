import type { ServiceSettings } from "../api/service-settings";
import { type Entity, textOfIdentity } from "../entity/entity";
import { sha256 } from "../entity/sha256";
import type { Step } from "../entity/steps";
import { placeText, titleOf } from "../text/names";
import { parseJson } from "../value/json";
import {
  type Fields,
  holdsOpaque,
  isTerraform,
  Opaque,
  opaqueIn,
  type Part,
  replaceOpaque,
  type TerraformPart,
  type Value,
} from "../value/value";
import { type RiskName, riskNames } from "./risk-names";

/** A part of a deferred value as a file has it: a value of Terraform's is an index into those that it passes on. */
type PartInFile = string | { readonly terraform: number } | { readonly environment: string };

/** A place in a request file that is filled in at deploy. */
interface DeferredPlace {
  /** JSON Pointer (RFC 6901) from the root of the request file. */
  readonly at: string;
  /** A single Terraform value is used as it is, of any type. Several parts are joined to a string. */
  readonly parts: readonly PartInFile[];
}

/** Where and how a deploy calls the service. What is left out is taken from `serviceDefaults`. */
export type ServiceRequest = Omit<ServiceSettings, MayBeOpaque> & {
  readonly [Name in MayBeOpaque]?: string | Opaque | null;
};

type MayBeOpaque = "baseUrl" | "respectReviewSettings";

/** All that a deploy may send for one construct. */
export interface Request {
  /** Path of the construct. */
  readonly construct: string;
  /** The file that declares it, if one does: `experiments/gift_note.yaml`. Without a line, which a comment would change. */
  readonly file?: string;
  readonly kind: string;
  /** Terraform's address of the resource that creates the entity, for commands in messages. */
  readonly address: string;
  readonly service: ServiceRequest;
  /** Names of the fields that identify the entity. */
  readonly identity: readonly string[];
  readonly fields: Fields;
  readonly steps: readonly Step[];
  /** Fields that an update would need; there is none as long as they are missing. */
  readonly missing?: readonly string[];
  /** Risks of a review that the construct or its service acknowledges. */
  readonly acknowledged?: readonly RiskName[];
  /** Names that the construct acknowledges without a warning at synth: only a risk can need them. */
  readonly withoutWarning?: readonly string[];
  /** Whether it is left alone once it is created: no change is sent. */
  readonly ignoreChanges?: true;
  /** The day on which it should have ended: `2026-12-18`. */
  readonly endsOn?: string;
}

/** A request as its file has it, in a form that people can review: deferred values are null, and listed beside the rest. */
export interface RequestFile extends Omit<Request, "fields" | "service"> {
  readonly version: typeof VERSION;
  readonly service: Readonly<Record<string, unknown>>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly deferred: readonly DeferredPlace[];
}

const VERSION = 2;

/** Names of warnings and risks that the code acknowledges for an entity. */
interface Acknowledgements {
  /** On the construct or on its service. */
  readonly acknowledged: readonly string[];
  /** On the construct, without a warning at synth. */
  readonly withoutWarning: readonly string[];
}

/** The text of a request file, and the values that Terraform passes to the applier along with it. */
export interface RequestText {
  readonly text: string;
  /** Digest of the text. */
  readonly digest: string;
  /** What `expressionOf` made of the values, in the order of their indices. */
  readonly values: readonly string[];
}

/**
 * The request file of an entity.
 *
 * @param address Terraform's address of the resource that creates it
 * @param expressionOf a Terraform expression for the JSON of a value: equal ones are passed on once
 * @param decided what the code acknowledges
 */
export function requestFileOf(
  entity: Entity,
  address: string,
  service: Fields,
  expressionOf: (part: TerraformPart) => string,
  decided: Acknowledgements = { acknowledged: [], withoutWarning: [] },
): RequestText {
  const { construct, file: declaredIn, kind, identity, fields, steps, missing, endsOn } = entity;
  const values: string[] = [];
  const acknowledged = riskNames.filter((name) => decided.acknowledged.includes(name));
  const file: RequestFile = {
    version: VERSION,
    construct,
    ...(declaredIn === undefined ? {} : { file: declaredIn }),
    kind: kind.name,
    address,
    service: withNull(service),
    identity: identity.fields,
    fields: withNull(fields),
    deferred: placesIn({ service, fields }).map(({ at, deferred }) => ({ at, parts: deferred.parts.map(inFile) })),
    steps,
    ...(missing.length === 0 ? {} : { missing }),
    ...(acknowledged.length === 0 ? {} : { acknowledged }),
    ...(decided.withoutWarning.length === 0 ? {} : { withoutWarning: decided.withoutWarning }),
    ...(entity.ignoreChanges ? { ignoreChanges: true } : {}),
    ...(endsOn === undefined ? {} : { endsOn }),
  };
  const text = fileText(file);
  return { text, digest: sha256(text), values };

  function inFile(part: Part): PartInFile {
    if (typeof part === "string" || !isTerraform(part)) return part;
    const expression = expressionOf(part);
    const known = values.indexOf(expression);
    return { terraform: known >= 0 ? known : values.push(expression) - 1 };
  }
}

function fileText(file: unknown): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Whether the text of a request file has been written anew since synth, as formatters and changes of line endings do. */
export function isReformatted(text: string): boolean {
  const json = parseJson(text);
  return json !== undefined && fileText(json) !== text;
}

function withNull(fields: Fields): Readonly<Record<string, unknown>> {
  return holdsOpaque(fields) ? (replaceOpaque(fields, () => null) as typeof fields) : fields;
}

/** The request in the text of a file, with its deferred values in their places; undefined if it is of another version. */
export function openRequest(text: string): Request | undefined {
  const { version, deferred, ...file } = (JSON.parse(text) ?? {}) as RequestFile;
  if (version !== VERSION) return undefined;
  const places = new Map(deferred.map(({ at, parts }) => [at, Opaque.deferred(parts)]));
  if (places.size === 0) return file as Request;
  const { service, fields } = file;
  return { ...file, ...(restored({ service, fields }, "", places) as Pick<Request, "service" | "fields">) };
}

function restored(json: unknown, at: string, places: ReadonlyMap<string, Opaque>): unknown {
  const deferred = places.get(at);
  if (deferred !== undefined) return deferred;
  if (typeof json !== "object" || json === null) return json;
  const inner = (step: PropertyKey, value: unknown) => restored(value, at + pointerStep(step), places);
  if (Array.isArray(json)) return json.map((element: unknown, index) => inner(index, element));
  // fromEntries defines own properties, so that a key "__proto__" stays a key
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, inner(key, value)]));
}

/** What messages call the entity of a request; null where it is known at deploy time. */
export function nameOf({ identity, fields }: Pick<Request, "identity" | "fields">): string | null {
  const text = textOfIdentity(identity, fields);
  return typeof text === "string" ? text : null;
}

/** The fields that hold headers, which may authenticate. */
export function headersOf({ fields }: Request): readonly unknown[] {
  return Object.keys(fields).flatMap((name) => (name.endsWith("headers") ? [fields[name]] : []));
}

/** The entity of a request, and where the code has it. Shows no value known at deploy time. */
export function requestTitle(request: Request): string {
  return titleOf({ ...request, name: nameOf(request), place: placeText(request) });
}

/**
 * The declared fields of an adopted entity that no step sends: the response to its update may show that the service has
 * others.
 */
export function comparedFields({ steps, fields, identity }: Pick<Request, "steps" | "fields" | "identity">): string[] {
  const [update] = steps;
  if (update?.action !== "update") return [];
  return Object.keys(fields).filter((name) => !update.fields.includes(name) && !identity.includes(name));
}

/** The places of deferred values inside JSON, by JSON Pointer. */
export function placesIn(json: Value): { readonly at: string; readonly deferred: Opaque }[] {
  return opaqueIn(json).map(({ path, opaque }) => ({ at: path.map(pointerStep).join(""), deferred: opaque }));
}

/** An escaped step of a JSON Pointer (RFC 6901). */
function pointerStep(step: PropertyKey): string {
  return `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
