import { normalBaseUrl } from "../api/base-url";
import { type ServiceSettings, serviceDefaults } from "../api/service-settings";
import { Deferred, type Fields } from "../entity/deferred-value";

/** What a service is called: where it is, and with which key a deploy finds its project there. */
export interface ServiceName {
  /** In its normal form, or a value of Terraform's; undefined where only the deploy's environment says it. */
  readonly baseUrl: string | Deferred | undefined;
  readonly apiKeyVariable: string;
}

/** A name that a service had before. A text is an address; what an object leaves out may be any of the other names. */
export type FormerName = string | Pick<ServiceSettings, "baseUrl" | "apiKeyVariable">;

/** The present name of a service, and all that it may have had. */
export function serviceNames(
  { baseUrl, apiKeyVariable }: Fields,
  movedFrom: FormerName | readonly FormerName[] = [],
): ServiceName[] {
  const present: ServiceName = {
    baseUrl: baseUrl instanceof Deferred ? baseUrl : normal(baseUrl),
    apiKeyVariable: typeof apiKeyVariable === "string" ? apiKeyVariable : serviceDefaults.apiKeyVariable,
  };
  const former = [movedFrom].flat().map((name) => (typeof name === "string" ? { baseUrl: name } : name));
  const addresses = [...new Set([present.baseUrl, ...former.map((name) => normal(name.baseUrl))])];
  const variables = [...new Set([present.apiKeyVariable, ...former.map((name) => name.apiKeyVariable)])];
  return [
    present,
    ...former.flatMap((name) =>
      (name.baseUrl === undefined ? addresses : [normal(name.baseUrl)]).flatMap((address) =>
        (name.apiKeyVariable === undefined ? variables : [name.apiKeyVariable]).flatMap((variable) =>
          variable === undefined ? [] : { baseUrl: address, apiKeyVariable: variable },
        ),
      ),
    ),
  ];
}

function normal(baseUrl: unknown): string | undefined {
  return typeof baseUrl === "string" ? normalBaseUrl(baseUrl) : undefined;
}
