import type { Kind } from "../api/kind";
import { problemsOf } from "../api/problems";
import { labelOf, pathText } from "../text/names";
import { behaviourOf } from "./kind-behaviour";
import type { EmulatorSettings, RateLimit } from "./options";
import { fieldsOfPath, type Route, routesAt, routesOf } from "./routes";
import { type ApiResponse, type RequestContent, refusal } from "./server";
import type { Content, Store, StoredRecord } from "./store";

/** A call that has the right key. */
export interface Call {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly content: RequestContent;
}

/** The service: how it responds, and what it keeps. Knows nothing of sockets. */
export class EmulatedService {
  private readonly routes: readonly Route[];

  constructor(
    kinds: readonly Kind[],
    private readonly settings: EmulatorSettings,
    private readonly store: Store,
    private readonly limiter: RateLimiter,
  ) {
    this.routes = routesOf(kinds, settings.vendor);
  }

  /** The kind of entity that a path is about, or undefined when the service has no such path. */
  kindAt(path: string): string | undefined {
    return routesAt(this.routes, path)[0]?.kind.name;
  }

  /** Responds to a call and lets it take effect. */
  respond({ method, path, content }: Call): ApiResponse {
    const wait = this.limiter.take();
    if (wait !== undefined) return limitRefusal(wait, this.settings.rateLimit);
    const here = routesAt(this.routes, path);
    if (here.length === 0) return refusal(404, "The service has no such path.");
    const route = here.find((candidate) => candidate.method === method);
    if (route === undefined) {
      const allow = here.map((candidate) => candidate.method).join(", ");
      return refusal(405, `This path takes ${allow} only.`, { headers: { allow } });
    }
    const fromPath = fieldsOfPath(route, path);
    if (fromPath === undefined) return refusal(400, "The path is not percent-encoded UTF-8.");
    if (content.refusal !== undefined) return content.refusal;
    return (
      bodyRefusal(route, content.value) ??
      carryOut({ route, fromPath, body: content.value as Content }, this.store, this.settings)
    );
  }
}

/** Counts calls in a sliding window. */
export class RateLimiter {
  private taken: number[] = [];

  /**
   * @param limit undefined takes every call
   * @param now a clock in milliseconds that never goes back
   */
  constructor(
    private readonly limit: RateLimit | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one call if the limit allows; otherwise returns after how many seconds it would, a whole number of at least 1. */
  take(): number | undefined {
    if (this.limit === undefined) return undefined;
    const now = this.now();
    const window = this.limit.seconds * 1000;
    this.taken = this.taken.filter((time) => time > now - window);
    const [oldest] = this.taken;
    if (oldest !== undefined && this.taken.length >= this.limit.changes) {
      return Math.max(1, Math.ceil((oldest + window - now) / 1000));
    }
    this.taken.push(now);
    return undefined;
  }

  /** Forgets the calls taken so far. */
  clear(): void {
    this.taken = [];
  }
}

function limitRefusal(wait: number, limit: RateLimit | undefined): ApiResponse {
  const headers = limit?.retryAfter === false ? undefined : { "retry-after": `${wait}` };
  return refusal(429, "Too many changes; try again later.", { headers });
}

function bodyRefusal(route: Route, body: unknown): ApiResponse | undefined {
  const problems = problemsOf(route.body, body);
  if (problems.length === 0) return undefined;
  const errors = problems.map(({ path, allowed }) => ({ property: pathText(path), errorMessage: allowed }));
  return refusal(400, "The request body is not valid.", { errors });
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

/** Makes or changes the entity that a call is about. With `dryRun` in its body, only says whether it could. */
function carryOut(call: ValidCall, store: Store, settings: Pick<EmulatorSettings, "ingestionEnvelope">): ApiResponse {
  const { dryRun, ...body } = call.body;
  const change = (call.route.operation === "create" ? made : changed)({ ...call, body }, store);
  if ("status" in change) return change;
  if (dryRun !== true) {
    if (change.before !== undefined && change.before.id !== change.after.id) store.remove(change.before);
    store.put(change.after);
  }
  const verb = change.before === undefined ? "created" : "updated";
  const message = `${labelledId(change.after)} ${dryRun === true ? `can be ${verb}; nothing was saved` : `${verb} successfully`}.`;
  return success(call.route, change, message, settings);
}

function made({ route: { kind }, fromPath, body }: ValidCall, store: Store): StoredChange | ApiResponse {
  const given = { ...body, ...fromPath };
  const isTaken = (fields: Content) => store.get(kind.name, identityText(kind, fields)) !== undefined;
  const data = { ...behaviourOf(kind.name).filledIn?.(given, isTaken), ...given };
  const unknown = kind.identity.find((field) => data[field] === undefined);
  if (unknown !== undefined && kind.identity.length === 1)
    throw new Error(
      `kind-behaviour.ts does not say which ${unknown} the service gives a ${labelOf(kind.name)} that comes without`,
    );
  const entity = { kind: kind.name, id: identityText(kind, data) };
  const now = Date.now();
  return isTaken(data) ? conflict(entity) : { after: { ...entity, data, createdTime: now, modifiedTime: now } };
}

function changed({ route, fromPath, body }: ValidCall, store: Store): StoredChange | ApiResponse {
  const { name: kind } = route.kind;
  const given = { ...body, ...fromPath };
  const address = identityText(route.kind, given);
  const before = store.get(kind, address);
  if (before === undefined && route.operation === "update") {
    return refusal(404, `${labelledId({ kind, id: address })} does not exist.`);
  }
  const renamed = behaviourOf(kind).renamedBy === route.method ? body : {};
  const data = { ...before?.data, ...given, ...renamed };
  const id = identityText(route.kind, data);
  if (id !== address && store.get(kind, id) !== undefined) return conflict({ kind, id });
  const now = Date.now();
  return { before, after: { kind, id, data, createdTime: before?.createdTime ?? now, modifiedTime: now } };
}

function success(
  { kind: { name: kind }, operation }: Route,
  { before, after }: StoredChange,
  message: string,
  { ingestionEnvelope }: Pick<EmulatorSettings, "ingestionEnvelope">,
): ApiResponse {
  const { shown, isEnvelopeUnsure } = behaviourOf(kind);
  const data = shown?.(after, operation) ?? after.data;
  const isBare = isEnvelopeUnsure === true && ingestionEnvelope === "bare";
  return { status: before === undefined ? 201 : 200, body: isBare ? data : { message, data } };
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
