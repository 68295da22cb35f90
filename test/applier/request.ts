import { kindOf } from "../../lib/api/kinds";
import type { ServiceSettings } from "../../lib/api/service-settings";
import type { ServiceResponse } from "../../lib/applier/send";
import { plannedCalls } from "../../lib/entity/call-body";
import { type Entity, type EntitySource, entityOf } from "../../lib/entity/entity";
import type { Action } from "../../lib/entity/steps";
import { openRequest, type Request, requestFileOf } from "../../lib/protocol/request-file";
import type { Fields } from "../../lib/value/value";

interface Declared {
  readonly kind: string;
  readonly fields: Fields;
}

type EntityOptions = Pick<EntitySource, "adopt" | "byContent" | "ignoreChanges" | "sent">;

interface RequestOptions extends EntityOptions {
  readonly service?: ServiceSettings;
}

/**
 * The text of the request file that synth would write. Values of Terraform's have their indices already, in the order in
 * which they occur.
 */
export function requestFile(declared: Declared, { service = {}, ...options }: RequestOptions = {}): string {
  const entity = entityWith(declared, options);
  return requestFileOf(entity, `null_resource.${declared.kind}_1`, service, ({ terraform }) => `${terraform}`).text;
}

/** The request in that file, as the applier reads it. */
export function requestOf(declared: Declared, options?: RequestOptions): Request {
  const request = openRequest(requestFile(declared, options));
  if (request === undefined) throw new TypeError("it is of another version");
  return request;
}

export function createBody(declared: Declared): Fields | undefined {
  return plannedCalls(entityWith(declared), "service").find(({ action }) => action === "create")?.body;
}

/** Method and path of each call that synth would plan. */
export function operationsOf(declared: Declared): Readonly<Partial<Record<Action, string>>> {
  const calls = plannedCalls(entityWith(declared), "service");
  return Object.fromEntries(calls.map(({ action, method, path }) => [action, `${method} ${path}`]));
}

function entityWith({ kind, fields }: Declared, options: EntityOptions = {}): Entity {
  const known = kindOf(kind);
  if (known === undefined) throw new TypeError(`no kind ${kind}`);
  return entityOf({ construct: "stack/entity", kind: known, fields, acknowledged: [], ...options });
}

/** A response with nothing in it but what is given. */
export function responseWith(status: number, rest: Partial<ServiceResponse> = {}): ServiceResponse {
  const read = { message: "", errors: [], record: {}, isReadable: true, saysFailure: false, showsNothing: false };
  return { kind: "response", status, headers: {}, text: "", isComplete: true, ...read, ...rest };
}
