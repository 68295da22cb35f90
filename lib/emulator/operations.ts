import type { Resource } from "../api/resource";
import { labelOf } from "../text/title";
import { behaviourOf } from "./kind-behaviour";
import type { EmulatorSettings } from "./options";
import type { Route } from "./routes";
import { type ApiResponse, refusal } from "./server";
import type { Content, Store, StoredRecord } from "./store";

/** A call whose form has been checked. */
export interface ValidCall {
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
export function carryOut(
  call: ValidCall,
  store: Store,
  settings: Pick<EmulatorSettings, "ingestionEnvelope">,
): ApiResponse {
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

function made({ route: { resource }, fromPath, body }: ValidCall, store: Store): StoredChange | ApiResponse {
  const { kind } = resource;
  const given = { ...body, ...fromPath };
  const isTaken = (fields: Content) => store.get(kind, identityText(resource, fields)) !== undefined;
  const data = { ...behaviourOf(kind).filledIn?.(given, isTaken), ...given };
  const unknown = resource.identity.find((field) => data[field] === undefined);
  if (unknown !== undefined && resource.identity.length === 1)
    throw new Error(
      `kind-behaviour.ts does not say which ${unknown} the service gives a ${labelOf(kind)} that comes without`,
    );
  const id = identityText(resource, data);
  const now = Date.now();
  return isTaken(data) ? conflict({ kind, id }) : { after: { kind, id, data, createdTime: now, modifiedTime: now } };
}

function changed({ route, fromPath, body }: ValidCall, store: Store): StoredChange | ApiResponse {
  const { kind } = route.resource;
  const given = { ...body, ...fromPath };
  const address = identityText(route.resource, given);
  const before = store.get(kind, address);
  if (before === undefined && route.operation === "update") {
    return refusal(404, `${labelledId({ kind, id: address })} does not exist.`);
  }
  const renamed = behaviourOf(kind).renamedBy === route.method ? body : {};
  const data = { ...before?.data, ...given, ...renamed };
  const id = identityText(route.resource, data);
  if (id !== address && store.get(kind, id) !== undefined) return conflict({ kind, id });
  const now = Date.now();
  return { before, after: { kind, id, data, createdTime: before?.createdTime ?? now, modifiedTime: now } };
}

function success(
  { resource: { kind }, operation }: Route,
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
function identityText({ identity }: Pick<Resource, "identity">, content: Content): string {
  const values = identity.map((field) => String(content[field] ?? ""));
  return values.length === 1 ? values.join() : values.map(escapeJoint).join("/");
}

function escapeJoint(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("/", "%2F");
}
