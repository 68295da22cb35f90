import { normalBaseUrl } from "../api/base-url";
import { SERVICE_TRIGGER } from "../entity/resource-name";
import { type DeclaredService, declaredService } from "../protocol/declared-service";
import { parseJson } from "../value/json";
import { isFields } from "../value/value";
import { type PlannedEntity, plannedTriggers } from "./planned-entity";
import { marksAt } from "./trigger-value";

/** The service that an entity is declared at; where it has left the code, that at which it was created. */
export function serviceOfEntity(entity: PlannedEntity): DeclaredService | undefined {
  const { request } = entity;
  if (request === undefined) return keptService(entity, "before");
  const address = typeof request.service.baseUrl === "object" ? keptService(entity, "after")?.baseUrl : undefined;
  return { ...(address === undefined ? {} : { baseUrl: normalBaseUrl(address) }), ...declaredService(request) };
}

/** What tells a service from others. */
export function serviceKey(service: DeclaredService | undefined): string {
  return JSON.stringify([service?.baseUrl, service?.apiKeyVariable]);
}

/** What a resource of an entity keeps of its service; undefined where it is hidden, or only the deploy knows it. */
function keptService({ type, record, keeper }: PlannedEntity, side: "before" | "after"): DeclaredService | undefined {
  const { values = {}, sensitive } = plannedTriggers(type, keeper ?? record, side);
  const isShown = Object.hasOwn(values, SERVICE_TRIGGER) && marksAt(sensitive, SERVICE_TRIGGER) === false;
  const kept = isShown ? values[SERVICE_TRIGGER] : undefined;
  const name: unknown = typeof kept === "string" ? parseJson(kept) : kept;
  const { baseUrl, apiKeyVariable } = isFields(name) ? name : {};
  if (typeof apiKeyVariable !== "string") return undefined;
  return { ...(typeof baseUrl === "string" ? { baseUrl } : {}), apiKeyVariable };
}
