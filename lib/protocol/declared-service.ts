import { normalBaseUrl } from "../api/base-url";
import { serviceDefaults } from "../api/service-settings";
import { markedText, Opaque } from "../value/value";
import type { Request } from "./request-file";

/** What names the service of an entity: where it is, and with which key a deploy finds its project there. */
export interface DeclaredService<BaseUrl = string> {
  /** In its normal form; missing where it is known at deploy time. */
  readonly baseUrl?: BaseUrl;
  readonly apiKeyVariable: string;
}

type WithService = Pick<Request, "service">;

export function declaredService({ service }: WithService): DeclaredService {
  const { baseUrl, apiKeyVariable = serviceDefaults.apiKeyVariable } = service;
  return { ...(typeof baseUrl === "string" ? { baseUrl: normalBaseUrl(baseUrl) } : {}), apiKeyVariable };
}

/** What tells a service from others, as far as it is known. */
export function serviceKey(service: DeclaredService | undefined): string {
  return JSON.stringify([service?.baseUrl, service?.apiKeyVariable]);
}

/** The same of what is declared, which names it in messages, too. */
export function declaredServiceText(request: WithService): string {
  const { baseUrl } = request.service;
  const { baseUrl: address, apiKeyVariable } = declaredService(request);
  const deferred = baseUrl instanceof Opaque ? markedText(baseUrl) : undefined;
  return `${address ?? deferred ?? `(environment variable ${serviceDefaults.baseUrlVariable})`} with the API key in ${apiKeyVariable}`;
}
