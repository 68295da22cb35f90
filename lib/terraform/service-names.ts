import { normalBaseUrl } from "../api/base-url";
import { type ServiceSettings, serviceDefaults } from "../api/service-settings";
import { type Fields, Opaque } from "../value/value";

/** What a service is called: where it is, and with which key a deploy finds its project there. */
export interface ServiceName {
  /** In its normal form, or a value of Terraform's; undefined where only the deploy's environment says it. */
  readonly baseUrl: string | Opaque | undefined;
  readonly apiKeyVariable: string;
}

/** A name that a service had before. What it leaves out was as it is now. */
export type FormerName = Pick<ServiceSettings, "baseUrl" | "apiKeyVariable">;

/** The present name of a service, and those that it had. */
export function serviceNames(
  { baseUrl, apiKeyVariable }: Fields,
  movedFrom: FormerName | readonly FormerName[] = [],
): ServiceName[] {
  const present: ServiceName = {
    baseUrl: baseUrl instanceof Opaque ? baseUrl : normal(baseUrl),
    apiKeyVariable: typeof apiKeyVariable === "string" ? apiKeyVariable : serviceDefaults.apiKeyVariable,
  };
  const former = [movedFrom].flat().map(
    (name): ServiceName => ({
      baseUrl: normal(name.baseUrl) ?? present.baseUrl,
      apiKeyVariable: name.apiKeyVariable ?? present.apiKeyVariable,
    }),
  );
  return [present, ...former];
}

function normal(baseUrl: unknown): string | undefined {
  return typeof baseUrl === "string" ? normalBaseUrl(baseUrl) : undefined;
}
