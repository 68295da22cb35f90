import { bodyOf, type Endpoint } from "../../api/resource";
import { serviceDefaults, toWire } from "../../api/service-settings";
import {
  type Action,
  type CallRequest,
  type DeferredPart,
  type DeferredPlace,
  type Existing,
  pointerStep,
  type RequestFile,
} from "../../protocol/request-file";
import { riskNames } from "../../protocol/risk-names";
import { sha256 } from "../../protocol/sha256";
import {
  type DeferredFields,
  type DeferredJson,
  DeferredValue,
  deferredValuesOf,
  EnvironmentValue,
  type Part,
} from "../props/deferred-value";

/** One call of a construct: where it goes and what it carries. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly existing?: Existing;
}

/** Calls by what they do. */
export type Calls = Readonly<Partial<Record<Action, Call>>>;

/** What goes into a request file. */
export interface RequestSource {
  readonly construct: string;
  readonly kind: string;
  /** Terraform's address of the resource that creates the entity. */
  readonly address: string;
  readonly name: DeferredJson;
  readonly fields: DeferredFields;
  readonly calls: Calls;
  /** Names of the fields that no call can change, where a deploy compares them; see `RequestFile`. */
  readonly immutable?: readonly string[];
  /** Names of the warnings and risks that the construct acknowledges. */
  readonly acknowledged?: readonly string[];
}

/** The text of a request file, and the values that Terraform passes to the applier along with it. */
export interface Request {
  /** JSON of a `RequestFile`. */
  readonly text: string;
  /** Digest of the text. */
  readonly digest: string;
  /** Terraform expression for a JSON array, or undefined when Terraform passes no values. */
  readonly values: string | undefined;
}

/** Builds the request file of a construct. */
export function requestOf(source: RequestSource, service: DeferredFields): Request {
  const vendor = typeof service.vendor === "string" ? service.vendor : serviceDefaults.vendor;
  const immutable = source.immutable?.flatMap((field) => {
    const value = source.fields[field];
    return value === undefined ? [] : [[field, value] as const];
  });
  const draft: DeferredJson = {
    construct: source.construct,
    kind: source.kind,
    address: source.address,
    name: source.name,
    service,
    calls: Object.fromEntries(
      Object.entries(source.calls).map(([action, call]) => [action, callJson(call, source.fields, vendor)]),
    ),
    ...(immutable?.length ? { immutable: Object.fromEntries(immutable) } : {}),
  };
  const values: string[] = [];
  const deferred = deferredValuesOf(draft).map(
    ({ path, deferredValue }): DeferredPlace => ({
      at: path.map(pointerStep).join(""),
      parts: deferredValue.parts.map((part) => deferredPart(part, values)),
    }),
  );
  const acknowledged = riskNames.filter((name) => source.acknowledged?.includes(name));
  const file: RequestFile = {
    ...(nullDeferred(draft) as unknown as Omit<RequestFile, "deferred">),
    deferred,
    ...(acknowledged.length === 0 ? {} : { acknowledged }),
  };
  const text = `${JSON.stringify(file, null, 2)}\n`;
  return {
    text,
    digest: sha256(text),
    values: values.length === 0 ? undefined : `join("", ["[", join(",", [${values.join(", ")}]), "]"])`,
  };
}

/** One call as it goes into the file. */
function callJson({ endpoint, existing }: Call, fields: DeferredFields, vendor: string): DeferredJson {
  const call: Record<keyof CallRequest, DeferredJson | undefined> = {
    method: endpoint.method,
    path: endpoint.path,
    parameters: Object.fromEntries(
      Object.entries(endpoint.parameters).map(([parameter, field]) => [parameter, fields[field] ?? null]),
    ),
    existing,
    body: toWire(bodyOf<DeferredJson>(endpoint.body, fields), vendor) as DeferredJson,
  };
  return Object.fromEntries(Object.entries(call).filter(([, value]) => value !== undefined)) as DeferredJson;
}

function deferredPart(part: Part, values: string[]): DeferredPart {
  if (typeof part === "string") return part;
  if (part instanceof EnvironmentValue) return { environment: part.variable };
  const known = values.indexOf(part.json);
  return { terraform: known >= 0 ? known : values.push(part.json) - 1 };
}

/** The JSON with null in place of each deferred value. */
function nullDeferred(json: DeferredJson): DeferredJson {
  if (json instanceof DeferredValue) return null;
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(nullDeferred);
  return Object.fromEntries(Object.entries(json).map(([key, inner]) => [key, nullDeferred(inner as DeferredJson)]));
}
