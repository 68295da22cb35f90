/** A proxy would not connect to the service, and answered in its place. */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";

  /** @param status what the proxy answered */
  constructor(readonly status: number) {
    super(`the proxy refused the connection with ${status}`);
  }
}

/** Variables that name the proxy for https. */
const VARIABLES = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

/** Takes a proxy that is named without a scheme for an http one, as curl and Terraform do. */
export function completeProxies(environment: NodeJS.ProcessEnv): void {
  for (const name of VARIABLES) {
    const proxy = environment[name];
    if (proxy && !proxy.includes("://")) environment[name] = `http://${proxy}`;
  }
}
