import * as z from "zod";
import { stepInto } from "../api/field-types";
import { type Body, type Endpoint, type Kind, requiredFields, withParameters } from "../api/kind";
import { problemsOf } from "../api/problems";
import { toWire } from "../api/vendor-names";
import { labelOf, pathText } from "../text/names";
import { behaviourOf } from "./kind-behaviour";
import type { Content, StoredRecord } from "./listing";
import type { EmulatorSettings } from "./options";
import { type ApiResponse, type RequestContent, refusal } from "./server";

/** A call that has the right key. */
interface Call {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly content: RequestContent;
}

/** A call whose form has been checked. */
interface ValidCall {
  readonly route: Route;
  /** The fields that the path holds. */
  readonly fromPath: Content;
  readonly body: Content;
}

interface StoredChange {
  /** The entity before the change; undefined when the change makes it. */
  readonly before?: StoredRecord;
  readonly after: StoredRecord;
}

/** The service: how it responds, and what it keeps. Knows nothing of sockets. */
export class EmulatedService {
  private readonly routes: readonly Route[];
  private entities: ReadonlyMap<string, StoredRecord>;

  constructor(
    kinds: readonly Kind[],
    private readonly settings: Pick<EmulatorSettings, "vendor" | "ingestionEnvelope" | "store">,
  ) {
    this.routes = routesOf(kinds, settings.vendor);
    this.entities = new Map(settings.store?.records.map((record) => [storeKey(record), record]));
  }

  /** The entities that it keeps, in the order in which they were made. */
  get records(): readonly StoredRecord[] {
    return [...this.entities.values()];
  }

  record(kind: string, id: string): StoredRecord | undefined {
    return this.entities.get(storeKey({ kind, id }));
  }

  clear(): void {
    this.keep(new Map());
  }

  private keep(entities: ReadonlyMap<string, StoredRecord>): void {
    this.settings.store?.save([...entities.values()]);
    this.entities = entities;
  }

  /** The kind of entity that a path is about, or undefined when the service has no such path. */
  kindAt(path: string): string | undefined {
    return this.routesAt(path)[0]?.kind.name;
  }

  /** Responds to a call and lets it take effect. */
  respond({ method, path, content }: Call): ApiResponse {
    const here = this.routesAt(path);
    if (here.length === 0) return refusal(404, "The service has no such path.");
    const route = here.find((candidate) => candidate.method === method);
    if (route === undefined) {
      const allow = here.map((candidate) => candidate.method).join(", ");
      return refusal(405, `This path takes ${allow} only.`, { headers: { allow } });
    }
    const fromPath = fieldsOfPath(route, path);
    if (fromPath === undefined) return refusal(400, "The path is not percent-encoded UTF-8.");
    if (content.refusal !== undefined) return content.refusal;
    return bodyRefusal(route, content.value) ?? this.carryOut({ route, fromPath, body: content.value as Content });
  }

  private routesAt(path: string): Route[] {
    return this.routes.filter(({ pattern }) => pattern.test(path));
  }

  /** Makes or changes the entity that a call is about. With `dryRun` in its body, only says whether it could. */
  private carryOut(call: ValidCall): ApiResponse {
    const { dryRun, ...body } = call.body;
    const change = call.route.operation === "create" ? this.made({ ...call, body }) : this.changed({ ...call, body });
    if ("status" in change) return change;
    const { before, after } = change;
    if (dryRun !== true) {
      const kept = new Map(this.entities);
      if (before !== undefined && before.id !== after.id) kept.delete(storeKey(before));
      this.keep(kept.set(storeKey(after), after));
    }
    const isNew = before === undefined;
    const verb = isNew ? "created" : "updated";
    const { shown } = behaviourOf(after.kind);
    const message = `${labelledId(after)} ${dryRun === true ? `can be ${verb}; nothing was saved` : `${verb} successfully`}.`;
    const data = shown?.(after, isNew) ?? after.data;
    const isBare = call.route.kind.mayAnswerBare === true && this.settings.ingestionEnvelope === "bare";
    return { status: isNew ? 201 : 200, body: isBare ? data : { message, data } };
  }

  private made({ route: { kind }, fromPath, body }: ValidCall): StoredChange | ApiResponse {
    const given = { ...body, ...fromPath };
    const isTaken = (fields: Content) => this.record(kind.name, identityText(kind, fields)) !== undefined;
    const data = { ...behaviourOf(kind.name).filledIn?.(given, isTaken), ...given };
    const entity = { kind: kind.name, id: identityText(kind, data) };
    const now = Date.now();
    return isTaken(data) ? conflict(entity) : { after: { ...entity, data, createdTime: now, modifiedTime: now } };
  }

  private changed({ route, fromPath, body }: ValidCall): StoredChange | ApiResponse {
    const { name: kind } = route.kind;
    const given = { ...body, ...fromPath };
    const address = identityText(route.kind, given);
    const before = this.record(kind, address);
    if (before === undefined && route.operation === "update") {
      return refusal(404, `${labelledId({ kind, id: address })} does not exist.`);
    }
    const renamed = behaviourOf(kind).renamedBy === route.method ? body : {};
    const data = { ...before?.data, ...given, ...renamed };
    const id = identityText(route.kind, data);
    if (id !== address && this.record(kind, id) !== undefined) return conflict({ kind, id });
    const now = Date.now();
    return { before, after: { kind, id, data, createdTime: before?.createdTime ?? now, modifiedTime: now } };
  }
}

function bodyRefusal(route: Route, body: unknown): ApiResponse | undefined {
  const problems = problemsOf(route.body, body);
  if (problems.length === 0) return undefined;
  const errors = problems.map(({ path, allowed }) => ({ property: pathText(path), errorMessage: allowed }));
  return refusal(400, "The request body is not valid.", { errors });
}

function conflict(entity: Pick<StoredRecord, "kind" | "id">): ApiResponse {
  return refusal(409, `${labelledId(entity)} already exists.`);
}

function labelledId({ kind, id }: Pick<StoredRecord, "kind" | "id">): string {
  const label = labelOf(kind);
  return `${label.charAt(0).toUpperCase()}${label.slice(1)} ${id}`;
}

/**
 * What tells an entity from others of its kind, as text: its identity field as it is, or several joined by `/`, with `/`
 * and `%` inside each written `%2F` and `%25`. A field that is left out counts as empty.
 */
function identityText({ identity }: Pick<Kind, "identity">, content: Content): string {
  const values = identity.map((field) => String(content[field] ?? ""));
  return values.length === 1 ? values.join() : values.map(escapeJoint).join("/");
}

function escapeJoint(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("/", "%2F");
}

function storeKey({ kind, id }: Pick<StoredRecord, "kind" | "id">): string {
  // a kind has no space, so no two pairs share a key
  return `${kind} ${id}`;
}

/** One operation of the API, as the emulator serves it. */
interface Route {
  readonly kind: Kind;
  /** What a call does to an entity: makes it, changes one that exists, or whichever of the two is needed. */
  readonly operation: "create" | "update" | "upsert";
  readonly method: Endpoint["method"];
  /** What the operation accepts, spelled with the vendor's name. */
  readonly body: Body;
  /** Matches the path without query, with a group for each parameter. */
  readonly pattern: RegExp;
  /** The fields that the parameters fill, in their order. */
  readonly pathFields: readonly string[];
}

/** Every operation of these kinds; where two fit a path, the one with fewer parameters comes first. */
function routesOf(kinds: readonly Kind[], vendor: string): Route[] {
  return kinds
    .flatMap((kind) => [
      ...(kind.create ? [routeOf(kind, "create", kind.create, vendor)] : []),
      ...(kind.update ? [routeOf(kind, "update", kind.update, vendor)] : []),
      ...(kind.upsert ?? []).map((endpoint) => routeOf(kind, "upsert", endpoint, vendor)),
    ])
    .sort((a, b) => a.pathFields.length - b.pathFields.length);
}

/** The fields that a path holds, decoded; undefined when it is not percent-encoded UTF-8. */
function fieldsOfPath({ pattern, pathFields }: Route, path: string): Record<string, string> | undefined {
  const [, ...given] = pattern.exec(path) ?? [];
  try {
    return Object.fromEntries(pathFields.map((field, index) => [field, decodeURIComponent(given[index] ?? "")]));
  } catch {
    return undefined;
  }
}

function routeOf(kind: Kind, operation: Route["operation"], endpoint: Endpoint, vendor: string): Route {
  const pathFields: string[] = [];
  const pattern = withParameters(endpoint.path, (parameter) => {
    pathFields.push(endpoint.parameters[parameter] ?? parameter);
    return "([^/]+)";
  });
  const body = brandedBody(endpoint.body, vendor);
  return { kind, operation, method: endpoint.method, body, pattern: new RegExp(`^${pattern}$`), pathFields };
}

/** The one field whose elements carry the brand. */
const MAPPING = "idTypeMapping";

/** A body schema that takes the vendor's name for `serviceUnitID`, and no other. */
function brandedBody(body: Body, vendor: string): Body {
  const mapping = stepInto(body, MAPPING);
  const element = mapping && stepInto(mapping, 0);
  if (element === undefined) return body;
  // the shape is renamed as a body would be, so that the spelling is known in one place only
  const wire = toWire({ [MAPPING]: [(element as z.ZodObject).shape] }, vendor) as { [MAPPING]: [z.ZodRawShape] };
  const branded = body.extend({ [MAPPING]: z.array(z.strictObject(wire[MAPPING][0])).optional() });
  return requiredFields(body).includes(MAPPING) ? branded.required({ [MAPPING]: true }) : branded;
}
