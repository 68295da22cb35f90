import { normalBaseUrl } from "../api/base-url";
import { parseJson } from "../api/parse-json";
import { serviceDefaults } from "../api/service-settings";
import { triggerAttributes } from "../entity/resource-name";
import type { ReviewedService } from "./model";
import type { PlannedEntity } from "./planned-entity";
import { marksAt } from "./trigger-value";

/** The trigger in which a resource keeps where its entity was created. */
const KEPT_SERVICE = "service";

/** The service that an entity is declared at; where it has left the code, that at which it was created. */
export function serviceOfEntity(entity: PlannedEntity): ReviewedService | undefined {
  const { request } = entity;
  if (request === undefined) return keptService(entity, "before");
  const { baseUrl, apiKeyVariable = serviceDefaults.apiKeyVariable } = request.service;
  const address = typeof baseUrl === "object" ? keptService(entity, "after")?.baseUrl : baseUrl;
  return { ...(address === undefined ? {} : { baseUrl: normalBaseUrl(address) }), apiKeyVariable };
}

/** What tells a service from others. */
export function serviceKey(service: ReviewedService | undefined): string {
  return JSON.stringify([service?.baseUrl, service?.apiKeyVariable]);
}

/** What a resource of an entity keeps of its service; undefined for states of earlier versions, and where it is hidden. */
function keptService({ type, record, keeper }: PlannedEntity, side: "before" | "after"): ReviewedService | undefined {
  const change = (keeper ?? record)?.change;
  const attribute = triggerAttributes[type];
  const triggers = change?.[side]?.[attribute];
  if (typeof triggers !== "object" || triggers === null || !Object.hasOwn(triggers, KEPT_SERVICE)) return undefined;
  const isHidden = marksAt(marksAt(change?.[`${side}_sensitive`], attribute), KEPT_SERVICE) !== false;
  const kept = isHidden ? undefined : (triggers as Readonly<Record<string, unknown>>)[KEPT_SERVICE];
  const name: unknown = typeof kept === "string" ? parseJson(kept) : kept;
  const { baseUrl, apiKeyVariable } = (name ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof apiKeyVariable !== "string") return undefined;
  return { ...(typeof baseUrl === "string" ? { baseUrl } : {}), apiKeyVariable };
}
